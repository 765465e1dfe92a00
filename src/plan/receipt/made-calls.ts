/** Which calls of a rehearsal a run has made by now, and what was answered: whether the next effect may come. */

import { isSameJson, type JsonValue } from '../../base/index.js'
import { answerDigest, type GivenAnswer, usedDigest } from './keyed-digest.js'
import { first } from './match-arguments.js'
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

export function followMadeCalls(receipt: Receipt, key: string): MadeCalls {
  return new CallsMade(receipt, key)
}

class CallsMade implements MadeCalls {
  readonly #receipt: Receipt
  readonly #key: string
  readonly #made = new Map<number, number>()
  readonly #answers = new Map<number, GivenAnswer>()
  readonly #bound: ReceiptRead[]
  readonly #effectsByCall: Map<number, ReceiptEffect>
  // Plans of a thousand calls are looked through once, and not once for each of them.
  readonly #madeSoFar: Prefix
  readonly #sameSoFar: Prefix
  /** Attempts that failed and were made again. */
  readonly #spare: { readonly effect: ReceiptEffect; readonly n: number }[] = []

  constructor(receipt: Receipt, key: string) {
    this.#receipt = receipt
    this.#key = key
    this.#bound = receipt.reads.filter(
      ({ answer, used }) => answer !== undefined && used?.pointers.length !== 0,
    )
    this.#effectsByCall = new Map(receipt.effects.map((effect) => [effect.call, effect]))
    this.#madeSoFar = prefixOf(receipt.effects, ({ call }) => this.#made.get(call))
    this.#sameSoFar = prefixOf(this.#bound, (read) =>
      this.#isSame(read) ? this.#made.get(read.call) : undefined,
    )
  }

  make(rehearsed: number, n: number): void {
    const failed = this.#made.get(rehearsed)
    this.#made.set(rehearsed, n)
    if (failed === undefined) return
    this.#madeSoFar.forget(rehearsed)
    this.#sameSoFar.forget(rehearsed)
    const effect = this.#effectsByCall.get(rehearsed)
    if (effect !== undefined) this.#spare.push({ effect, n: failed })
  }

  answered(n: number, answer: GivenAnswer): void {
    this.#answers.set(n, answer)
  }

  isMade(rehearsed: number): boolean {
    return this.#made.has(rehearsed)
  }

  answerTo(rehearsed: number, had: Had): GivenAnswer | undefined {
    const n = this.#made.get(rehearsed)
    return n !== undefined && had(n) ? this.#answers.get(n) : undefined
  }

  missing(effect: ReceiptEffect, had: Had): string | undefined {
    const { before, call } = effect
    if ('calls' in before)
      return first(before.calls, (n) => this.#whyUnanswered(this.#effectsByCall.get(n), had))
    const count = countUpTo(this.#receipt.effects, before.up_to)
    if (!this.#madeSoFar.isFulfilled(count, had)) {
      const why = first(this.#receipt.effects.slice(0, count), (other) => this.#whyUnanswered(other, had))
      if (why !== undefined) return why
    }
    // Made beside it: those of other places still come first.
    return first(this.#receipt.effects.slice(count, countUpTo(this.#receipt.effects, call - 1)), (other) =>
      isSamePlace(other, effect) || this.#made.has(other.call) || this.#hasStandIn(other, had)
        ? undefined
        : comesBefore(other),
    )
  }

  moved({ before }: ReceiptEffect, had: Had): string | undefined {
    const isAsked = 'up_to' in before ? undefined : new Set(before.calls)
    if (isAsked !== undefined)
      return first(this.#bound, (read) => (isAsked.has(read.call) ? this.#whyMoved(read, had) : undefined))
    const count = 'up_to' in before ? countUpTo(this.#bound, before.up_to) : 0
    return this.#sameSoFar.isFulfilled(count, had)
      ? undefined
      : first(this.#bound.slice(0, count), (read) => this.#whyMoved(read, had))
  }

  #whyUnanswered(other: ReceiptEffect | undefined, had: Had): string | undefined {
    if (other === undefined) return undefined
    const n = this.#made.get(other.call)
    if (n === undefined) return this.#hasStandIn(other, had) ? undefined : comesBefore(other)
    return had(n)
      ? undefined
      : `does not wait for ${other.tool}${at(other.place)}, as it did in the rehearsal`
  }

  /**
   * Of calls that are alike nobody can tell which one an attempt was for: one that failed and was taken for the first of them may as well
   * have been this one, after which the plan went on.
   */
  #hasStandIn(other: ReceiptEffect, had: Had): boolean {
    const alike = this.#spare.filter(({ effect, n }) => had(n) && isAlike(effect, other))
    if (alike.length === 0) return false
    const missing = this.#receipt.effects.filter(
      (each) => each.call <= other.call && !this.#made.has(each.call) && isAlike(each, other),
    )
    return missing.length <= alike.length
  }

  #isSame(read: ReceiptRead): boolean {
    const n = this.#made.get(read.call)
    const answer = n === undefined ? undefined : this.#answers.get(n)
    if (answer === undefined) return false
    const { used, volatile } = read
    return used === undefined
      ? answerDigest(this.#key, answer, volatile) === read.answer
      : usedDigest(this.#key, answer, used.pointers, volatile) === used.answer
  }

  #whyMoved(read: ReceiptRead, had: Had): string | undefined {
    const which = `${read.tool}${at(read.place)} (call ${read.call} of the rehearsal)`
    if (this.answerTo(read.call, had) === undefined)
      return `may be computed from ${which}, which was not asked this time`
    return this.#isSame(read)
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

/** ` at LINE:COLUMN`, or nothing. */
export function at(place: string | undefined): string {
  return place === undefined ? '' : ` at ${place}`
}
