/** What the tools of a server promise, learnt from its lists as they pass. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { RecordedTool } from '../recording.js'

export type RecordedContract = Omit<RecordedTool, 'name'>

export interface Contracts {
  /** Takes a page of a list. */
  learn(result: JsonValue): void
  /** Of a tool that nobody listed nothing is known. */
  of(tool: string): RecordedContract
}

/** `describe` reads the tools of a page; `known` says what was known before. */
export function createContracts(
  describe: (tools: readonly JsonValue[]) => ReadonlyMap<string, RecordedContract>,
  known: (tool: string) => RecordedContract | undefined = () => undefined,
): Contracts {
  const listed = new Map<string, RecordedContract>()
  return {
    learn(result) {
      if (!isJsonObject(result) || !Array.isArray(result.tools)) return
      for (const [tool, contract] of describe(result.tools)) listed.set(tool, contract)
    },
    of: (tool) => listed.get(tool) ?? known(tool) ?? UNKNOWN,
  }
}

const UNKNOWN: RecordedContract = { fingerprint: '', effect: 'unknown' }
