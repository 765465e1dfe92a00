/** Calls that a plan makes once more because the answer was an error: attempts at one call, which is made when one of them succeeds. */
import { addToGroup, isSameJson, type JsonObject } from '../../base/index.js'
import { type ToolCall, toolRef } from '../../call/index.js'
import type { Before } from '../before.js'
import { placeKey, placeOf } from './call-place.js'
import type { GivenAnswer } from './keyed-digest.js'

/** The last attempts that were answered by an error, as long as they were not made again; in the order of the calls. */
export interface FailedAttempts<Attempt extends { readonly call: ToolCall }> {
  add(attempt: Attempt): void
  remove(attempt: Attempt): void
  /** At the same place, with the same arguments, whose answer the plan had: the call is made again. The latest first. */
  before(call: ToolCall, had: (n: number) => boolean): readonly Attempt[]
}

export function createFailedAttempts<Attempt extends { readonly call: ToolCall }>(): FailedAttempts<Attempt> {
  const byPlace = new Map<string, Attempt[]>()
  return {
    add: (attempt) => addToGroup(byPlace, keyOf(attempt.call), attempt),
    remove({ call }) {
      const here = byPlace.get(keyOf(call)) ?? []
      byPlace.set(
        keyOf(call),
        here.filter((each) => each.call.n !== call.n),
      )
    },
    before(call, had) {
      const here = byPlace.get(keyOf(call)) ?? []
      return here.filter((each) => had(each.call.n) && isSameCall(each.call, call)).reverse()
    },
  }
}

function keyOf(call: ToolCall): string {
  return placeKey(toolRef(call), placeOf(call))
}

/** The same tool, place and arguments. */
export function isSameCall(a: ToolCall, b: ToolCall): boolean {
  const none: JsonObject = {}
  return keyOf(a) === keyOf(b) && isSameJson(a.arguments ?? none, b.arguments ?? none)
}

/** What a rehearsal knows of an attempt. */
interface RehearsedAttempt {
  readonly call: ToolCall
  readonly before: Before
  readonly outcome: GivenAnswer['outcome']
}

/**
 * Calls of a rehearsal that failed and were made again, each by its number, with the number of the last attempt. One is not among them
 * where an effect stands between that knew of the error, and not of the attempt after it: it may hang on just that.
 */
export function supersededAttempts<Made extends RehearsedAttempt>(
  calls: readonly Made[],
  isEffect: (made: Made) => boolean,
): ReadonlyMap<number, number> {
  const failed = createFailedAttempts<Made>()
  const effects: Made[] = []
  const next = new Map<number, number>()
  for (const made of calls) {
    const { call, before } = made
    const again =
      before.kind === 'all'
        ? failed
            .before(call, (n) => n <= before.upTo)
            .find(
              (attempt) =>
                !effects.some((effect) => effect.call.n > attempt.call.n && knows(effect, attempt.call.n)),
            )
        : undefined
    if (again !== undefined) {
      next.set(again.call.n, call.n)
      failed.remove(again)
    }
    if (made.outcome !== 'result') failed.add(made)
    if (isEffect(made)) effects.push(made)
  }
  return new Map([...next.keys()].map((n) => [n, lastOf(next, n)]))
}

function knows({ before }: RehearsedAttempt, n: number): boolean {
  return before.kind === 'all' ? before.upTo >= n : before.calls.includes(n)
}

function lastOf(next: ReadonlyMap<number, number>, first: number): number {
  let last = first
  for (let n = next.get(first); n !== undefined; n = next.get(n)) last = n
  return last
}
