/** Which calls of a rehearsal a run has made by now, and what was answered: whether the next effect may come. */
import { answerDigest, type GivenAnswer, usedDigest } from './keyed-digest.js'
import type { Receipt, ReceiptEffect, ReceiptRead } from './receipt.js'

export interface MadeCalls {
  /** A call of the rehearsal, by its number there, was made as the call of another number in the run. */
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

  return {
    make: (rehearsed, n) => void made.set(rehearsed, n),
    answered: (n, answer) => void answers.set(n, answer),
    isMade: (rehearsed) => made.has(rehearsed),
    answerTo,
    missing(effect, had) {
      const { before, call } = effect
      if ('calls' in before) return first(before.calls, (n) => whyUnanswered(effectsByCall.get(n), had))
      const count = countUpTo(effects, before.up_to)
      if (!madeSoFar(count, had)) {
        const why = first(effects.slice(0, count), (other) => whyUnanswered(other, had))
        if (why !== undefined) return why
      }
      // Made beside it: those of other places still come first.
      return first(effects.slice(count, countUpTo(effects, call - 1)), (other) =>
        isSamePlace(other, effect) || made.has(other.call) ? undefined : comesBefore(other),
      )
    },
    moved({ before }, had) {
      const isAsked = 'up_to' in before ? undefined : new Set(before.calls)
      if (isAsked !== undefined)
        return first(bound, (read) => (isAsked.has(read.call) ? whyMoved(read, had) : undefined))
      const count = 'up_to' in before ? countUpTo(bound, before.up_to) : 0
      return sameSoFar(count, had) ? undefined : first(bound.slice(0, count), (read) => whyMoved(read, had))
    },
  }

  function answerTo(rehearsed: number, had: Had): GivenAnswer | undefined {
    const n = made.get(rehearsed)
    return n !== undefined && had(n) ? answers.get(n) : undefined
  }

  function whyUnanswered(other: ReceiptEffect | undefined, had: Had): string | undefined {
    if (other === undefined) return undefined
    const n = made.get(other.call)
    if (n === undefined) return comesBefore(other)
    return had(n)
      ? undefined
      : `does not wait for ${other.tool}${at(other.place)}, as it did in the rehearsal`
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

/**
 * Whether the first so many items are all fulfilled, by calls of the run whose answers the plan had: each item is looked at until it is,
 * and not again.
 */
function prefixOf<Item>(
  items: readonly Item[],
  fulfilledBy: (item: Item) => number | undefined,
): (count: number, had: Had) => boolean {
  const highest: number[] = []
  return (count, { upTo }) => {
    if (upTo === undefined) return false
    for (let item = items[highest.length]; item !== undefined; item = items[highest.length]) {
      const n = fulfilledBy(item)
      if (n === undefined) break
      highest.push(Math.max(n, highest.at(-1) ?? 0))
    }
    return highest.length >= count && (highest[count - 1] ?? 0) <= upTo
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
