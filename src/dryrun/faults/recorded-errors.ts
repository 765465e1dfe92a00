/** Errors that servers really gave: of the rehearsal itself, else of recordings. */
import { type Outcome, type ToolCall, type ToolRef, toolRef } from '../../call/index.js'
import type { RecordingStore } from '../../recording/index.js'
import type { LedgerEntry } from '../ledger.js'

/** One for each tool that gave any: the newest of the first thousand recordings. */
export async function recordedErrors(
  store: RecordingStore | undefined,
  entries: readonly LedgerEntry[],
): Promise<{ get(call: ToolCall): Outcome | undefined }> {
  const errors = new Map<ToolRef, Outcome>()
  for (const { call, answer } of entries)
    if (answer.outcome.kind === 'tool-error' && isSaid(answer)) errors.set(toolRef(call), answer.outcome)
  const { outcomeOf } = await import('../../recording/index.js')
  const tools = new Map(
    entries.map(({ call: { server, tool } }) => [toolRef({ server, tool }), { server, tool }]),
  )
  for (const [ref, filter] of store === undefined ? [] : tools) {
    let looked = 0
    for await (const recording of store?.list(filter) ?? []) {
      const outcome = outcomeOf(recording)
      if (outcome?.kind === 'tool-error') errors.set(ref, outcome)
      looked++
      if (looked >= MOST_LOOKED_AT) break
    }
  }
  return { get: (call) => errors.get(toolRef(call)) }
}

const MOST_LOOKED_AT = 1_000

/** Not by whoever checks arguments here. */
function isSaid({ provenance: { source } }: LedgerEntry['answer']): boolean {
  return source === 'copy' || source === 'recording' || source === 'stub'
}
