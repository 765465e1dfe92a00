/** The calls of a real run that is held to a receipt: what is not in it stops the run before it leaves. */
import { type Clock, defined, UsageError } from '../base/index.js'
import { type Answer, type Answerer, type ToolCall, toldValue } from '../call/index.js'
import {
  type AsSaid,
  asSaidBy,
  type Before,
  type BoundCall,
  bindEffects,
  type Deviation,
  keyedDigestOfBytes,
  type Receipt,
  type ReceiptEffect,
  type ReceiptFile,
  readFilePath,
} from '../plan/index.js'
import { fileDigest } from './file-digest.js'
import { lookAt } from './look-at-world.js'
import { grantTime, type TimeGrants } from './waiting.js'

export interface BoundCalls {
  /** Called once for each call, in the order in which the plan makes them and before anything else is. */
  arrive(call: ToolCall, before: Before): void
  /**
   * In front of all that might ask somebody, or answer: a run that deviated makes no call any more, and what was answered is what later
   * calls may come from, whoever said it. `onRefused` is told of a call that goes no further, with a sentence. `isReplayed`: what was
   * done before this run went on, whose time has passed.
   */
  gate(onRefused: OnRefused, isReplayed?: (call: ToolCall) => boolean): Answerer
  /** Right before whoever really answers, with nothing in between: the last look at the world. */
  link(onRefused: OnRefused): Answerer
  deviation(): Deviation | undefined
  /** Effects that were expected and not made. */
  notMade(): readonly ReceiptEffect[]
  /** What the rehearsal said of a call of the run; undefined where it had none such. */
  predicted(n: number): Predicted | undefined
}

export interface Predicted {
  /** The number of the effect in the rehearsal; absent for a read. */
  readonly call?: number
  /** As the two below, absent for a read that was not rehearsed. */
  readonly outcome?: ReceiptEffect['outcome']
  /** Who said so. */
  readonly source?: ReceiptEffect['source']
  /** Whether it went so; absent for one that got no answer. */
  readonly as_said?: AsSaid
  /** The number of the call that made it again, since it failed: what was said is of the last attempt. */
  readonly made_again?: number
  readonly duration_ms: number
}

type OnRefused = (call: ToolCall, why: string) => void

export interface BoundCallsOptions {
  /** Of the journal that the receipt names. */
  readonly key: string
  readonly clock: Clock
  /** Whether the program's time moves by what the rehearsal took for granted, and its waiting passes here. Else both are as elsewhere. */
  readonly isAsRehearsed: boolean
  /** The user's own word that a tool, of which the receipt says nothing, does nothing but read. */
  readonly isRead: (call: ToolCall) => boolean
}

export function createBoundCalls(receipt: Receipt, options: BoundCallsOptions): BoundCalls {
  return new CallsByReceipt(receipt, options)
}

class CallsByReceipt implements BoundCalls {
  readonly #options: BoundCallsOptions
  readonly #binding: ReturnType<typeof bindEffects>
  readonly #asSaid: ReturnType<typeof asSaidBy>
  readonly #same = new Map<number, AsSaid>()
  /** By the number of an attempt that failed, that of the one after it. */
  readonly #madeAgain = new Map<number, number>()
  readonly #arrived = new Map<number, Exclude<BoundCall, { kind: 'deviation' }>>()
  // A rehearsal cuts waiting short for its servers; here they are the real ones.
  readonly #grants: TimeGrants
  #deviation: Deviation | undefined

  constructor(receipt: Receipt, options: BoundCallsOptions) {
    this.#options = options
    this.#binding = bindEffects(receipt, options.key, options.isRead)
    this.#asSaid = asSaidBy(options.key)
    this.#grants = grantTime(options.clock, Number.POSITIVE_INFINITY)
  }

  arrive(call: ToolCall, before: Before): void {
    if (this.#deviation !== undefined) return
    const bound = this.#binding.next(call, before)
    if (bound.kind === 'deviation') {
      this.#deviation = bound.deviation
      return
    }
    this.#arrived.set(call.n, bound)
    if (bound.again !== undefined) this.#madeAgain.set(bound.again, call.n)
  }

  gate(onRefused: OnRefused, isReplayed: (call: ToolCall) => boolean = () => false): Answerer {
    return {
      name: 'receipt',
      answer: async (call, next) => {
        if (this.#deviation !== undefined) return refuse(call, this.#deviation, onRefused)
        const told = await next(call)
        const { outcome } = told
        const given = { outcome: outcome.kind, value: toldValue(outcome) }
        this.#binding.answered(call.n, given)
        const said = saidOf(this.#arrived.get(call.n))
        if (said !== undefined) this.#same.set(call.n, this.#asSaid(said, given))
        if (!this.#options.isAsRehearsed) return told
        const answer = { ...told, ...defined({ predictedMs: this.#arrived.get(call.n)?.takesMs }) }
        if (isReplayed(call)) this.#grants.passed(call, answer)
        return answer
      },
    }
  }

  link(onRefused: OnRefused): Answerer {
    return {
      name: 'receipt',
      answer: async (call, next) => {
        const bound = this.#arrived.get(call.n)
        // What never arrived was never compared.
        if (bound === undefined) return refuse(call, NEVER_ARRIVED, onRefused)
        if (this.#options.isAsRehearsed) await this.#grants.beforeCall(call)
        if (bound.kind === 'effect') this.#deviation ??= await movedFile(bound.files, this.#options.key)
        if (this.#deviation !== undefined) return refuse(call, this.#deviation, onRefused)
        call.signal?.throwIfAborted()
        let found: Deviation | undefined
        const lastLook = (): void => {
          call.beforeSend?.()
          // Another call may have deviated while this one was on its way.
          found = this.#deviation
          if (found !== undefined) throw new UsageError('RECEIPT_REFUSED', found.why)
        }
        const answer = await next({ ...call, beforeSend: lastLook }).catch((failure: unknown) => {
          if (found !== undefined) return refuse(call, found, onRefused)
          throw failure
        })
        this.#grants.answered(call, { ...answer, predictedMs: bound.takesMs })
        return answer
      },
    }
  }

  deviation(): Deviation | undefined {
    return this.#deviation
  }

  notMade(): readonly ReceiptEffect[] {
    return this.#binding.unused()
  }

  predicted(n: number): Predicted | undefined {
    const bound = this.#arrived.get(n)
    if (bound === undefined) return undefined
    const { takesMs: duration_ms } = bound
    const said = saidOf(bound)
    if (said === undefined) return { duration_ms }
    const { call, outcome, source } = said
    return {
      ...(bound.kind === 'effect' ? { call } : {}),
      ...{
        outcome,
        source,
        ...defined({ as_said: this.#same.get(n), made_again: this.#madeAgain.get(n) }),
        duration_ms,
      },
    }
  }
}

function saidOf(bound: Exclude<BoundCall, { kind: 'deviation' }> | undefined) {
  return bound?.kind === 'effect' ? bound.effect : bound?.read
}

/** The first of the files that is not as it was; undefined when all are. */
export async function movedFile(files: readonly ReceiptFile[], key: string): Promise<Deviation | undefined> {
  for (const { path: told, digest, call, kind } of files) {
    const path = readFilePath(key, told)
    const found = kind === undefined ? await fileDigest(path) : await lookAt({ path, kind })
    const now = found === undefined || found === null ? null : keyedDigestOfBytes(key, found)
    if (now === digest) continue
    const how = digest === null ? 'is there now' : now === null ? 'is gone' : 'holds something else now'
    return {
      what: 'file',
      // Whoever reads why has no key.
      why: `${path === told ? path : 'A file whose path holds a secret'}, which call ${call} of the rehearsal changes or names, ${how}`,
      expected: call,
    }
  }
  return undefined
}

function refuse(call: ToolCall, { why }: Pick<Deviation, 'why'>, onRefused: OnRefused): Answer {
  onRefused(call, why)
  return {
    outcome: { kind: 'tool-error', content: [{ type: 'text', text: `${why}. It was not called.` }] },
    provenance: { source: 'stub', note: 'not in the receipt' },
  }
}

const NEVER_ARRIVED = { why: 'The call was never compared with the receipt' }
