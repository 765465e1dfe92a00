/** Everything the host saw of a rehearsal, call by call. The report is made from this and from nothing the guest claims. */
import { type JsonValue, UsageError } from '../base/index.js'
import { type Answer, type CallTool, isInvented, type ToolCall, toolRef } from '../call/index.js'
import type { Before } from '../execution/index.js'

export interface LedgerEntry {
  readonly call: ToolCall
  readonly answer: Answer
  readonly before: Before
  /** Numbers of the invented answers that the call may owe something to, ascending. */
  readonly dependsOnInvented: readonly number[]
}

export interface Ledger {
  /** Asks the chain and writes down what came back. */
  call(call: ToolCall, before: Before): Promise<Answer>
  /** Calls that have no answer yet, by number. */
  underWay(): readonly ToolCall[]
  /** By the number of the call. Calls under way are not in it. */
  entries(): readonly LedgerEntry[]
  /** Numbers of the invented answers that whatever comes after these calls may owe, ascending. */
  owedAfter(before: Before): readonly number[]
  /** Numbers of the invented answers that a call may owe, also while it is under way. */
  owedBy(n: number): readonly number[]
}

export function createLedger(chain: CallTool): Ledger {
  const entries = new Map<number, LedgerEntry>()
  const owed = new Map<number, readonly number[]>()
  /** Ascending. */
  const invented: number[] = []
  const unanswered = new Map<number, ToolCall>()

  function owedAfter(before: Before): readonly number[] {
    if (before.kind === 'all') return invented.slice(0, invented.findLastIndex((n) => n <= before.upTo) + 1)
    if (before.calls.length === 0) return NOTHING
    const numbers = before.calls.flatMap((n) => [...(owed.get(n) ?? []), ...(isInventedAnswer(n) ? [n] : [])])
    return [...new Set(numbers)].sort(ascending)
  }

  function isInventedAnswer(n: number): boolean {
    const entry = entries.get(n)
    return entry !== undefined && isInvented(entry.answer.provenance)
  }

  async function callAndWriteDown(call: ToolCall, before: Before): Promise<Answer> {
    const dependsOnInvented = owedAfter(before)
    owed.set(call.n, dependsOnInvented)
    unanswered.set(call.n, call)
    const answer = await chain(call)
    assertHoldable(answer, call)
    unanswered.delete(call.n)
    entries.set(call.n, { call, answer, before, dependsOnInvented })
    // Mostly the last one: answers come about in the order of their calls.
    if (isInvented(answer.provenance))
      invented.splice(invented.findLastIndex((n) => n < call.n) + 1, 0, call.n)
    return answer
  }

  return {
    call: callAndWriteDown,
    underWay: () => [...unanswered.values()].sort((a, b) => a.n - b.n),
    entries: () => [...entries.values()].sort((a, b) => a.call.n - b.call.n),
    owedAfter,
    owedBy: (n) => owed.get(n) ?? NOTHING,
  }
}

const NOTHING: readonly number[] = []

/** What answers may come from the caller: nothing after this point survives a value without end. */
function assertHoldable({ outcome }: Answer, call: ToolCall): void {
  const value = outcome.kind === 'rpc-error' ? outcome.data : outcome.structured
  if (value === undefined || !isDeeper(value, MAX_DEPTH)) return
  throw new UsageError(
    'JSON_INVALID',
    `Cannot use the answer to ${toolRef(call)} (call ${call.n}): its value is nested more than ${MAX_DEPTH} levels deep`,
  )
}

const MAX_DEPTH = 128

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member: JsonValue) => isDeeper(member, levels - 1))
}

function ascending(a: number, b: number): number {
  return a - b
}
