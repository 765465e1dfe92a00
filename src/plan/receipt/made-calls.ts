/** Which calls of a rehearsal a run has made by now, and what was answered: whether the next effect may come. */
import { isSameJson, type JsonValue } from '../../base/index.js'
import { answerDigest, type GivenAnswer, usedDigest } from './keyed-digest.js'
import type { Receipt, ReceiptEffect, ReceiptRead } from './receipt.js'

export interface MadeCalls {
  /** A call of the rehearsal, by its number there, was made as the call of another number in the run; once more where an attempt failed. */
  make(rehearsed: number, n: number): void
  answered(n: number, answer: GivenAnswer): void
  isMade(rehearsed: number): boolean
  /** What a call of the rehearsal was answered for real; undefined where the plan has not got it. */
  answerTo(rehearsed: number, had: Had): GivenAnswer | undefined
  /** What had to come before an effect and did not: effects of other places, and those whose answers the plan had. The end of a sentence. */
  missing(effect: ReceiptEffect, had: Had): string | undefined
  /** Which read that an effect may be computed from is not as it was. The end of a sentence. */
  moved(effect: ReceiptEffect, had: Had): string | undefined
}

/** Whether the plan had the answer of a call of the run, by its number there. `upTo`: of all calls up to a number, and of no others. */
export interface Had {
  (n: number): boolean
  readonly upTo?: number
}

export function followMadeCalls({ reads, effects }: Receipt, key: string): MadeCalls {
  const made = new Map<number, number>()
  const answers = new Map<number, GivenAnswer>()
  const bound = reads.filter(({ answer, used }) => answer !== undefined && used?.pointers.length !== 0)
  const effectsByCall = new Map(effects.map((effect) => [effect.call, effect]))
  // Plans of a thousand calls are looked through once, and not once for each of them.
  const madeSoFar = prefixOf(effects, ({ call }) => made.get(call))
  const sameSoFar = prefixOf(bound, (read) => (isSame(read) ? made.get(read.call) : undefined))
  /** Attempts that failed and were made again. */
  const spare: { readonly effect: ReceiptEffect; readonly n: number }[] = []

  return {
    make(rehearsed, n) {
      const failed = made.get(rehearsed)
      made.set(rehearsed, n)
      if (failed === undefined) return
      madeSoFar.forget(rehearsed)
      sameSoFar.forget(rehearsed)
      const effect = effectsByCall.get(rehearsed)
      if (effect !== undefined) spare.push({ effect, n: failed })
    },
    answered: (n, answer) => void answers.set(n, answer),
    isMade: (rehearsed) => made.has(rehearsed),
    answerTo,
    missing(effect, had) {
      const { before, call } = effect
      if ('calls' in before) return first(before.calls, (n) => whyUnanswered(effectsByCall.get(n), had))
      const count = countUpTo(effects, before.up_to)
      if (!madeSoFar.isFulfilled(count, had)) {
        const why = first(effects.slice(0, count), (other) => whyUnanswered(other, had))
        if (why !== undefined) return why
      }
      // Made beside it: those of other places still come first.
      return first(effects.slice(count, countUpTo(effects, call - 1)), (other) =>
        isSamePlace(other, effect) || made.has(other.call) || hasStandIn(other, had)
          ? undefined
          : comesBefore(other),
      )
    },
    moved({ before }, had) {
      const isAsked = 'up_to' in before ? undefined : new Set(before.calls)
      if (isAsked !== undefined)
        return first(bound, (read) => (isAsked.has(read.call) ? whyMoved(read, had) : undefined))
      const count = 'up_to' in before ? countUpTo(bound, before.up_to) : 0
      return sameSoFar.isFulfilled(count, had)
        ? undefined
        : first(bound.slice(0, count), (read) => whyMoved(read, had))
    },
  }

  function answerTo(rehearsed: number, had: Had): GivenAnswer | undefined {
    const n = made.get(rehearsed)
    return n !== undefined && had(n) ? answers.get(n) : undefined
  }

  function whyUnanswered(other: ReceiptEffect | undefined, had: Had): string | undefined {
    if (other === undefined) return undefined
    const n = made.get(other.call)
    if (n === undefined) return hasStandIn(other, had) ? undefined : comesBefore(other)
    return had(n)
      ? undefined
      : `does not wait for ${other.tool}${at(other.place)}, as it did in the rehearsal`
  }

  /**
   * Of calls that are alike nobody can tell which one an attempt was for: one that failed and was taken for the first of them may as well
   * have been this one, after which the plan went on.
   */
  function hasStandIn(other: ReceiptEffect, had: Had): boolean {
    const alike = spare.filter(({ effect, n }) => had(n) && isAlike(effect, other))
    if (alike.length === 0) return false
    const missing = effects.filter(
      (each) => each.call <= other.call && !made.has(each.call) && isAlike(each, other),
    )
    return missing.length <= alike.length
  }

  function isSame(read: ReceiptRead): boolean {
    const n = made.get(read.call)
    const answer = n === undefined ? undefined : answers.get(n)
    if (answer === undefined) return false
    const { used, volatile } = read
    return used === undefined
      ? answerDigest(key, answer, volatile) === read.answer
      : usedDigest(key, answer, used.pointers, volatile) === used.answer
  }

  function whyMoved(read: ReceiptRead, had: Had): string | undefined {
    const which = `${read.tool}${at(read.place)} (call ${read.call} of the rehearsal)`
    if (answerTo(read.call, had) === undefined)
      return `may be computed from ${which}, which was not asked this time`
    return isSame(read)
      ? undefined
      : `may be computed from ${which}, which answers otherwise now${usedAt(read)}`
  }
}

function usedAt({ used }: ReceiptRead): string {
  return used === undefined ? '' : ` (at ${used.pointers.map((each) => each || 'the whole').join(', ')})`
}

interface Prefix {
  /** Whether the first so many items are all fulfilled, by calls of the run whose answers the plan had. */
  isFulfilled(count: number, had: Had): boolean
  /** By its number in the rehearsal, one that is fulfilled by another call now. */
  forget(call: number): void
}

/** Each item is looked at until it is fulfilled, and not again until it is forgotten. */
function prefixOf<Item extends { readonly call: number }>(
  items: readonly Item[],
  fulfilledBy: (item: Item) => number | undefined,
): Prefix {
  const highest: number[] = []
  return {
    isFulfilled(count, { upTo }) {
      if (upTo === undefined) return false
      for (let item = items[highest.length]; item !== undefined; item = items[highest.length]) {
        const n = fulfilledBy(item)
        if (n === undefined) break
        highest.push(Math.max(n, highest.at(-1) ?? 0))
      }
      return highest.length >= count && (highest[count - 1] ?? 0) <= upTo
    },
    forget(call) {
      highest.length = Math.min(highest.length, countUpTo(items, call - 1))
    },
  }
}

/** How many of the items, which are in the order of their calls, come up to a number. */
function countUpTo(items: readonly { readonly call: number }[], upTo: number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.call ?? 0) <= upTo) low = middle + 1
    else high = middle
  }
  return low
}

function comesBefore({ tool, place }: ReceiptEffect): string {
  return `comes before ${tool}${at(place)}, which had to be made first`
}

function isSamePlace(a: ReceiptEffect, b: ReceiptEffect): boolean {
  return a.tool === b.tool && a.place === b.place
}

function isAlike(a: ReceiptEffect, b: ReceiptEffect): boolean {
  return a === b || (isSamePlace(a, b) && isSameJson(expectedOf(a), expectedOf(b)))
}

function expectedOf({
  arguments: given,
  template,
  known_after,
  unknown,
  unknown_within,
  secret,
}: ReceiptEffect): JsonValue {
  // Plain data, as it stands in the receipt.
  return [
    given,
    template ?? null,
    known_after ?? null,
    unknown ?? null,
    unknown_within ?? null,
    secret ?? null,
  ] as JsonValue
}

function first<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** ` at LINE:COLUMN`, or nothing. */
export function at(place: string | undefined): string {
  return place === undefined ? '' : ` at ${place}`
}
