/** Calls of servers that have no copy: what is assumed of a write, and what is said of the rest. */
import { type Answer, type Answerer, type ToolCall, toolRef } from '../../call/index.js'
import { schemaAnswerer } from '../../dryrun/index.js'
import type { ToolRegistry } from '../../registry/index.js'

/** The same answerer, for calls that change nothing. */
export function forReads(answerer: Answerer, isRead: (call: ToolCall) => boolean): Answerer {
  return {
    name: answerer.name,
    answer: (call, next) => (isRead(call) ? answerer.answer(call, next) : next(call)),
  }
}

/** Writes that the user wants assumed: they succeed, with an answer of the declared shape where there is one. `onAssumed` must not throw. */
export function assumedAnswerer(
  registry: ToolRegistry,
  isAssumed: (call: ToolCall) => boolean,
  onAssumed: (call: ToolCall) => void,
): Answerer {
  const shaped = schemaAnswerer(registry, 1)
  return {
    name: 'assumed',
    async answer(call, next) {
      if (!isAssumed(call)) return next(call)
      onAssumed(call)
      return marked(await shaped.answer(call, () => Promise.resolve(NOTHING_KNOWN)), call)
    },
  }
}

const NOTHING_KNOWN: Answer = {
  outcome: { kind: 'result', content: [] },
  provenance: { source: 'unknown' },
}

/** A model reads text alone. */
function marked({ outcome, provenance, ...rest }: Answer, call: ToolCall): Answer {
  const text = `Assumed by the user's word: ${toolRef(call)} was not called, and what stands here is made up. It is taken for granted that it succeeds.`
  return {
    ...rest,
    outcome:
      outcome.kind === 'rpc-error'
        ? outcome
        : { ...outcome, content: [...outcome.content, { type: 'text', text }] },
    provenance: { ...provenance, isAssumed: true, supposes: `${toolRef(call)} succeeds` },
  }
}

/** Before all who may answer: where none of them knows, says why, and what to do. `whyNot`: why a server has no copy, the end of a sentence. */
export function refusingAnswerer(
  isRead: (call: ToolCall) => boolean,
  whyNot: (server: string) => string | undefined,
): Answerer {
  return {
    name: 'refuse',
    async answer(call, next) {
      const answer = await next(call)
      if (answer.unknown !== true) return answer
      const { notFromCopy, notAsked } = answer.provenance
      const why = notFromCopy ?? notAsked ?? whyNot(call.server) ?? 'it has no copy'
      return refusal(call, why, isRead(call))
    },
  }
}

function refusal(call: ToolCall, why: string, isRead: boolean): Answer {
  const ref = toolRef(call)
  const hint = isRead
    ? `the user can allow it to be asked (live_reads of "${call.server}" in the settings), or give a recording or a stub`
    : `leave it for the real run; or the user can have it assumed to succeed (--assume "${ref}")`
  const text = `${ref} cannot be rehearsed: ${why}. Nothing was done. Hint: ${hint}.`
  return {
    outcome: { kind: 'tool-error', content: [{ type: 'text', text }] },
    provenance: { source: 'unknown', note: why },
  }
}
