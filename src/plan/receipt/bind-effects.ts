/** A real run held to its receipt, call by call: pure, and asked before anything leaves. */
import { countedTimes, defined, groupBy, type JsonObject, shorten } from '../../base/index.js'
import { type ToolCall, type ToolRef, toolRef } from '../../call/index.js'
import type { Before } from '../before.js'
import { createFailedAttempts, isSameCall } from './attempts.js'
import { bindReads, type ReadBinding } from './bind-reads.js'
import { placeKey, placeOf } from './call-place.js'
import type { GivenAnswer } from './keyed-digest.js'
import { leavesOpen } from './leaves-open.js'
import { at, followMadeCalls, type Had, type MadeCalls } from './made-calls.js'
import { argumentDifference } from './match-arguments.js'
import type { Receipt, ReceiptEffect, ReceiptFile, ReceiptRead } from './receipt.js'

/** What a receipt says of one call of the run. */
export type BoundCall =
  | {
      readonly kind: 'read'
      /** Undefined for one that was not rehearsed. */
      readonly read: ReceiptRead | undefined
      /** Milliseconds of the program's time that it takes. */
      readonly takesMs: number
      readonly again?: number
    }
  | {
      readonly kind: 'effect'
      readonly effect: ReceiptEffect
      readonly takesMs: number
      /** The call of the run that failed, of which it is another attempt. */
      readonly again?: number
      /** What has to be as it was when the call leaves. */
      readonly files: readonly ReceiptFile[]
    }
  | { readonly kind: 'deviation'; readonly deviation: Deviation }

/** Why a run is not what was rehearsed. */
export interface Deviation {
  readonly what:
    | 'tool'
    | 'place'
    | 'count'
    | 'arguments'
    | 'order'
    | 'read'
    /** Found by whoever looks at the world: a file is not as it was. */
    | 'file'
    /** Of a sequence: what was answered is not what it promises, or what the next call needs is not in it. */
    | 'answer'
  /** A sentence. Arguments are shown as they are: whoever tells it hides secrets. */
  readonly why: string
  /** Number of the effect in the rehearsal that comes nearest. */
  readonly expected?: number
}

/**
 * Asked in the order in which the run makes its calls. An effect is used up by asking, until an error is answered that does not leave open
 * whether it took effect: then the same call may be made again.
 */
export interface Binding {
  next(call: ToolCall, before: Before): BoundCall
  /** What a call of the run was answered, before the program has it. */
  answered(n: number, answer: GivenAnswer): void
  /** Effects that were expected and never asked for, in their order. */
  unused(): readonly ReceiptEffect[]
}

/** `isRead`: the user's own word that a call does nothing but read: of a tool of which the receipt says nothing, or by its statement. */
export function bindEffects(
  receipt: Receipt,
  key: string,
  isRead: (call: ToolCall) => boolean = () => false,
): Binding {
  return new EffectsByReceipt(receipt, key, isRead)
}

class EffectsByReceipt implements Binding {
  readonly #receipt: Receipt
  readonly #key: string
  readonly #isRead: (call: ToolCall) => boolean
  readonly #effectsOf: ReadonlyMap<string, ReceiptEffect[]>
  readonly #effectsAt: ReadonlyMap<string, ReceiptEffect[]>
  readonly #takes: ReadonlyMap<string, number>
  readonly #timesAt = new Map<string, number>()
  readonly #made: MadeCalls
  readonly #reads: ReadBinding
  readonly #waitedFor = new Map<number, ReadonlySet<number>>()
  readonly #attempts = new Map<number, Attempt>()
  readonly #failed = createFailedAttempts<Attempt>()

  constructor(receipt: Receipt, key: string, isRead: (call: ToolCall) => boolean) {
    this.#receipt = receipt
    this.#key = key
    this.#isRead = isRead
    this.#effectsOf = groupBy(receipt.effects, ({ tool }) => tool)
    this.#effectsAt = groupBy(receipt.effects, ({ tool, place }) => placeKey(tool, place))
    this.#takes = durationsByPlace(receipt)
    this.#made = followMadeCalls(receipt, key)
    this.#reads = bindReads(receipt)
  }

  next(call: ToolCall, before: Before): BoundCall {
    const tool = toolRef(call)
    const place = placeOf(call)
    const had = this.#givenBefore(call, before)
    const known = Object.hasOwn(this.#receipt.tools, tool) ? this.#receipt.tools[tool] : undefined
    if (known?.effect === 'read' || this.#isRead(call)) {
      const { read, again } = this.#reads.next(call, had)
      if (read !== undefined) this.#made.make(read.call, call.n)
      const takesMs = read?.takes_ms ?? lastOf(this.#takes, placeKey(tool, place))
      return { kind: 'read', read, takesMs, ...defined({ again }) }
    }
    const nth = this.#timesAt.get(placeKey(tool, place)) ?? 0
    const found = this.#match(call, { tool, place, nth, had })
    if ('why' in found) return { kind: 'deviation', deviation: found }
    const { effect, again } = found
    if (again === undefined) this.#timesAt.set(placeKey(tool, place), nth + 1)
    else this.#failed.remove(again)
    this.#attempts.set(call.n, { call, effect })
    this.#made.make(effect.call, call.n)
    return {
      kind: 'effect',
      effect,
      takesMs: effect.takes_ms,
      ...defined({ again: again?.call.n }),
      files: this.#receipt.files.filter((file) => file.call === effect.call),
    }
  }

  answered(n: number, answer: GivenAnswer): void {
    this.#made.answered(n, answer)
    this.#reads.answered(n, answer)
    const attempt = this.#attempts.get(n)
    if (attempt === undefined) return
    this.#attempts.set(n, { ...attempt, answer })
    if (answer.outcome !== 'result' && !leavesOpen(answer)) this.#failed.add(attempt)
  }

  unused(): readonly ReceiptEffect[] {
    return this.#receipt.effects.filter(({ call }) => !this.#made.isMade(call))
  }

  /** Whether the plan had the answer of a call of the run, by its number there, when it made this one. */
  #givenBefore(call: ToolCall, before: Before): Had {
    if (before.kind === 'all') return Object.assign((n: number) => n <= before.upTo, { upTo: before.upTo })
    const all = new Set(before.calls.flatMap((n) => [n, ...(this.#waitedFor.get(n) ?? [])]))
    this.#waitedFor.set(call.n, all)
    return (n) => all.has(n)
  }

  #match(call: ToolCall, { tool, place, nth, had }: CallInRun): Match | Deviation {
    const args = call.arguments ?? {}
    const ofTool = this.#effectsOf.get(tool) ?? []
    if (ofTool.length === 0)
      return { what: 'tool', why: `${tool}${at(place)} was not called in the rehearsal` }
    const here = this.#effectsAt.get(placeKey(tool, place)) ?? []
    const [elsewhere] = ofTool
    if (here.length === 0)
      return {
        what: 'place',
        why: `${tool} is called${at(place)}, and was rehearsed${at(elsewhere?.place)}`,
        ...expecting(elsewhere),
      }
    const again = this.#failed
      .before(call, had)
      .filter(({ effect }) => this.#whyNot(effect, args, had) === undefined)
    // What was to succeed is made again before what comes after it; what was to fail has failed as expected.
    const retried = again.find(({ effect }) => effect.outcome === 'result')
    if (retried !== undefined) return { effect: retried.effect, again: retried }
    // Most runs make the calls of a place in the same order.
    const likely = here[nth]
    if (
      likely !== undefined &&
      !this.#made.isMade(likely.call) &&
      this.#whyNot(likely, args, had) === undefined
    )
      return { effect: likely }
    let nearest: Deviation | undefined
    for (const each of here) {
      if (this.#made.isMade(each.call)) continue
      const deviation = this.#whyNot(each, args, had)
      if (deviation === undefined) return { effect: each }
      if (nearest === undefined || RANK[deviation.what] > RANK[nearest.what]) nearest = deviation
    }
    const [failedAsExpected] = again
    if (failedAsExpected !== undefined) return { effect: failedAsExpected.effect, again: failedAsExpected }
    const repeated = this.#whyNotAgain(call, had)
    if (nearest === undefined) {
      const count = `${tool}${at(place)} was called ${countedTimes(here.length)} in the rehearsal, and this is one more`
      return { what: 'count', why: repeated === undefined ? count : `${count}: ${repeated}` }
    }
    return nearest.what === 'arguments' && repeated !== undefined
      ? { what: 'count', why: `${tool}${at(place)} is called once more: ${repeated}` }
      : nearest
  }

  /** Of a call that was made before with the same arguments, and whose answer the plan had: why it may not leave again. */
  #whyNotAgain(call: ToolCall, had: Had): string | undefined {
    for (const { call: earlier, answer } of [...this.#attempts.values()].reverse()) {
      if (answer === undefined || !had(earlier.n) || !isSameCall(earlier, call)) continue
      return answer.outcome === 'result'
        ? `the same call succeeded before (call ${earlier.n})`
        : leavesOpen(answer)
          ? `the same call failed before (call ${earlier.n}), and what it was told leaves open whether it took effect: ${shorten(JSON.stringify(answer.value), 120)}`
          : undefined
    }
    return undefined
  }

  #whyNot(effect: ReceiptEffect, args: JsonObject, had: Had): Deviation | undefined {
    const { call, tool, place } = effect
    const where = `${tool}${at(place)} (call ${call} of the rehearsal)`
    const difference = argumentDifference(effect, args, {
      key: this.#key,
      answerTo: (n) => this.#made.answerTo(n, had)?.value,
    })
    if (difference !== undefined)
      return { what: 'arguments', why: `${where} has other arguments: ${difference}`, expected: call }
    const missing = this.#made.missing(effect, had)
    if (missing !== undefined) return { what: 'order', why: `${where} ${missing}`, expected: call }
    const moved = this.#made.moved(effect, had)
    return moved === undefined ? undefined : { what: 'read', why: `${where} ${moved}`, expected: call }
  }
}

/** A call of the run that was taken for an effect of the receipt. */
interface Attempt {
  readonly call: ToolCall
  readonly effect: ReceiptEffect
  readonly answer?: GivenAnswer
}

interface Match {
  readonly effect: ReceiptEffect
  /** The attempt that failed, where it is made once more. */
  readonly again?: Attempt
}

interface CallInRun {
  readonly tool: ToolRef
  readonly place: string | undefined
  readonly nth: number
  readonly had: Had
}

/** Which of several reasons is told: the one that got furthest. */
const RANK: Readonly<Record<Deviation['what'], number>> = {
  tool: 0,
  place: 1,
  count: 2,
  arguments: 3,
  order: 4,
  read: 5,
  file: 6,
  answer: 7,
}

function expecting(effect: ReceiptEffect | undefined): Pick<Deviation, 'expected'> {
  return effect === undefined ? {} : { expected: effect.call }
}

/** How long the last call of each place took: one that is made more often takes as long. */
function durationsByPlace({ reads, effects }: Receipt): ReadonlyMap<string, number> {
  const calls: readonly Pick<ReceiptRead, 'tool' | 'place' | 'takes_ms'>[] = [...reads, ...effects]
  return new Map(calls.map(({ tool, place, takes_ms }) => [placeKey(tool, place), takes_ms]))
}

function lastOf(takes: ReadonlyMap<string, number>, place: string): number {
  return takes.get(place) ?? 0
}
