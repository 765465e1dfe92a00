/** What the tools of a server promise, learnt from its lists as they pass. */
import type { JsonValue } from '../../base/index.js'
import { type ParamHeader, readPage, readParamHeaders, readTool, type Tool } from '../../protocol/index.js'
import type { RecordedTool } from '../recording.js'

export type RecordedContract = Omit<RecordedTool, 'name'>

export interface Contracts {
  /** Takes a page of a list. */
  learn(result: JsonValue): void
  /** Of a tool that nobody listed nothing is known. */
  of(tool: string): RecordedContract
  /** Which arguments travel as headers too; undefined for a tool that was not listed. */
  paramHeaders(tool: string): readonly ParamHeader[] | undefined
}

/** `describe` tells what a tool promises; `known` says what was known before. */
export function createContracts(
  describe: (tool: Tool) => RecordedContract,
  known: (tool: string) => RecordedContract | undefined = () => undefined,
): Contracts {
  const listed = new Map<string, RecordedContract>()
  const headers = new Map<string, readonly ParamHeader[]>()
  return {
    learn(result) {
      const reading = readPage(result, 'tools', readTool)
      if (reading.kind === 'unusable') return
      for (const tool of reading.value.items) {
        listed.set(tool.name, describe(tool))
        const wanted = readParamHeaders(tool.inputSchema)
        if (wanted.kind === 'read') headers.set(tool.name, wanted.headers)
      }
    },
    of: (tool) => listed.get(tool) ?? known(tool) ?? UNKNOWN,
    paramHeaders: (tool) => headers.get(tool),
  }
}

const UNKNOWN: RecordedContract = { fingerprint: '', effect: 'unknown' }
