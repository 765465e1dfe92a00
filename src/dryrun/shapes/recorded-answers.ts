/** What a tool really answered: the newest recordings of its calls, as far as they tell what an answer looks like. */
import { canonicalJson, type JsonObject, type JsonValue } from '../../base/index.js'
import { outcomeValue, type ToolCall, type ToolRef, toolRef } from '../../call/index.js'
import type { Recording, RecordingStore } from '../../recording/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import { earlierContracts } from '../earlier-contracts.js'

export interface RecordedAnswer {
  /** Its number among those of its tool. */
  readonly id: number
  /** Secrets replaced, as in the answer. */
  readonly arguments: JsonObject
  /** One text for equal arguments. */
  readonly question: string
  readonly value: JsonValue
  /** Whether it came as text alone: then another answer may be text that is no JSON, or JSON of another kind. */
  readonly isPlain: boolean
}

export interface RecordedWorld {
  readonly store: RecordingStore
  readonly registry: ToolRegistry
  /** Whose recordings of a server. */
  readonly principal: (server: string) => string
}

/**
 * Reads the answers of a tool, newest last: of at most two hundred recordings and some megabytes, under the contract as it is or one
 * that it keeps. Errors are none. Each tool is read once.
 */
export function recordedAnswers({
  store,
  registry,
  principal,
}: RecordedWorld): (call: ToolCall) => Promise<readonly RecordedAnswer[]> {
  const earlier = earlierContracts(store, registry)
  const read = new Map<ToolRef, Promise<readonly RecordedAnswer[]>>()
  return (call) => {
    const there = read.get(toolRef(call)) ?? readAnswers(call)
    read.set(toolRef(call), there)
    return there
  }

  async function readAnswers(call: ToolCall): Promise<readonly RecordedAnswer[]> {
    const { server, tool } = call
    const lookup = registry.find(server, tool)
    if (lookup.kind === 'missing') return []
    const { argumentsOf, outcomeOf } = await import('../../recording/index.js')
    const found: Recording[] = []
    for await (const each of store.list({ server, tool, method: 'tools/call' }, MOST_RECORDINGS))
      if (each.principal === principal(server)) found.push(each)
    const kept = new Set([lookup.tool.fingerprint])
    if (found.some(({ tool: recorded }) => recorded?.fingerprint !== lookup.tool.fingerprint))
      for (const each of await earlier(call)) if (each.change === undefined) kept.add(each.fingerprint)
    const answers: Omit<RecordedAnswer, 'id'>[] = []
    let size = 0
    for (const each of found.reverse()) {
      const outcome = kept.has(each.tool?.fingerprint ?? '') ? outcomeOf(each) : undefined
      if (outcome?.kind !== 'result') continue
      const value = outcomeValue(outcome)
      size += JSON.stringify(value).length
      if (size > MOST_CHARACTERS) break
      const args = argumentsOf(each) ?? {}
      const isPlain = outcome.structured === undefined
      answers.push({ arguments: args, question: questionOf(args), value, isPlain })
    }
    return answers.reverse().map((each, id) => ({ ...each, id }))
  }
}

const MOST_RECORDINGS = 200
const MOST_CHARACTERS = 8_000_000

/** Half a character has no canonical form, and arguments can hold it. */
function questionOf(args: JsonObject): string {
  try {
    return canonicalJson(args)
  } catch {
    return JSON.stringify(args)
  }
}
