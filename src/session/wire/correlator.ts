/** Matches answers with requests: by id and its exact type, in any order, each request settled once. */
import {
  type Clock,
  firstLine,
  type JsonObject,
  type JsonValue,
  TransportError,
  UsageError,
  withWrittenNumbers,
  writeNumbers,
} from '../../base/index.js'
import type { ClassifiedResponse, RpcId, RpcRequest } from '../../protocol/index.js'
import type { CallOptions, Progress } from '../request-options.js'
import { createDeadlines, type Deadlines } from './deadlines.js'
import { aborted, timedOut, unusable } from './request-errors.js'

export interface CorrelatorOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  /** Throws for what is no JSON. */
  readonly send: (request: RpcRequest, stream: AbortSignal | undefined, text?: string) => Promise<void>
  /** Whether every request has a stream of its own, which can be aborted. */
  readonly hasOwnStreams: boolean
  readonly withMeta: (params: JsonObject | undefined, meta: JsonObject | undefined) => JsonObject | undefined
  /** Tells the server that nobody waits any more; `stream` is the request's own, if it has one. */
  readonly sendCancelled: (id: RpcId, reason: string, stream: AbortController | undefined) => void
  /** Lines that may help to understand a timeout. */
  readonly evidence: () => readonly string[]
}

export interface RequestInWords {
  /** Completes "Cannot …" in errors. */
  readonly doing: string
  /** The caller's own: handed on, because to copy them takes longer than all else that is done about a request. */
  readonly options?: CallOptions | undefined
  /** False for `initialize`, which must not be cancelled (specification: basic/utilities/cancellation). */
  readonly isCancellable?: boolean
  /** Learns which headers the request wants; called at most once, when the server says that they are wrong. */
  readonly learnHeaders?: () => Promise<unknown>
  /** Is told the request's id before it is sent. Must not throw. */
  readonly onNumbered?: (id: RpcId) => void
}

/** What became of a response: `late` to a request given up, `duplicate` of one answered, `unknown` to none of ours. */
export type Matched = 'settled' | 'late' | 'duplicate' | 'unknown'

export interface Correlator {
  request(
    method: string,
    params: JsonObject | undefined,
    request: RequestInWords,
  ): Promise<ClassifiedResponse>
  /** The method of a request that waits. */
  waitingFor(id: RpcId): string | undefined
  /** `text` is the response as it was written. */
  settle(id: RpcId, response: ClassifiedResponse, text?: string): Matched
  /** Rejects the request that an unusable message tries to answer. */
  settleUnusable(id: RpcId, reason: string): Matched
  /** Undefined when the notification was used; else what is wrong with it, as the end of a sentence. */
  progress(token: JsonValue | undefined, progress: Progress): string | undefined
  /** Rejects all that wait, and whatever comes later, with what `reason` makes. The first reason is kept. */
  closeAll(reason: (doing: string) => Error): void
}

interface Pending {
  readonly method: string
  readonly asked: RequestInWords
  readonly resolve: (response: ClassifiedResponse) => void
  readonly reject: (error: Error) => void
  readonly limitMs: number
  readonly startedAtMs: number
  readonly latestAtMs: number
  deadlineAtMs: number
  progressed: number
  readonly stream: AbortController | undefined
  forget: (() => void) | undefined
}

/** Creates a correlator; `closeAll` ends it. */
export function createCorrelator(options: CorrelatorOptions): Correlator {
  return new PendingCorrelator(options)
}

class PendingCorrelator implements Correlator {
  readonly #options: CorrelatorOptions
  readonly #waiting = new Map<RpcId, Pending>()
  readonly #givenUp = new Set<RpcId>()
  readonly #deadlines: Deadlines
  #lastId = 0
  #closed: ((doing: string) => Error) | undefined

  constructor(options: CorrelatorOptions) {
    this.#options = options
    this.#deadlines = createDeadlines(options.clock, this.#sweep)
  }

  request(
    method: string,
    params: JsonObject | undefined,
    asked: RequestInWords,
  ): Promise<ClassifiedResponse> {
    const { doing, options: wishes = NONE } = asked
    const { signal } = wishes
    if (this.#closed !== undefined) return Promise.reject(this.#closed(doing))
    if (signal?.aborted) return Promise.reject(aborted(doing, signal.reason))
    return new Promise((resolve, reject) => {
      const limitMs = checkedLimit(wishes.timeoutMs ?? this.#options.timeoutMs)
      const totalMs = checkedLimit(wishes.maxTotalMs ?? limitMs * 10)
      const id = ++this.#lastId
      const wantsProgress = wishes.onProgress !== undefined || wishes.resetTimeoutOnProgress === true
      const meta = wantsProgress ? { ...wishes.meta, progressToken: id } : wishes.meta
      const sent = this.#options.withMeta(params, meta)
      const stream = this.#options.hasOwnStreams ? new AbortController() : undefined
      const startedAtMs = this.#options.clock.monotonic()
      const pending: Pending = {
        method,
        asked,
        resolve,
        reject,
        limitMs,
        startedAtMs,
        latestAtMs: startedAtMs + totalMs,
        deadlineAtMs: startedAtMs + Math.min(limitMs, totalMs),
        progressed: Number.NEGATIVE_INFINITY,
        stream,
        forget: undefined,
      }
      this.#waiting.set(id, pending)
      this.#deadlines.arm(startedAtMs + Math.min(limitMs, totalMs))
      if (signal !== undefined || wishes.onCancel !== undefined)
        pending.forget = listen(wishes, (reason) => this.#giveUp(id, aborted(doing, reason)))
      if (!this.#waiting.has(id)) return
      const message: RpcRequest =
        sent === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: sent }
      asked.onNumbered?.(id)
      const failed = (failure: Error): void => {
        // The transport is about to tell its end, which says more.
        if (failure instanceof TransportError && failure.code === 'CONNECTION_CLOSED') return
        const pending = this.#take(id)
        if (pending === undefined) return
        // Its answer may come all the same.
        this.#remember(id)
        pending.reject(failure)
      }
      try {
        wishes.onSending?.()
        this.#options.send(message, stream?.signal, textOf(message, wishes.writtenParams)).catch(failed)
      } catch (failure) {
        // Proof: what cannot be written as JSON throws a TypeError.
        failed(failure as Error)
      }
    })
  }

  waitingFor(id: RpcId): string | undefined {
    return this.#waiting.get(id)?.method
  }

  settle(id: RpcId, response: ClassifiedResponse, text?: string): Matched {
    const pending = this.#take(id)
    if (text !== undefined) pending?.asked.options?.onWritten?.(text)
    pending?.resolve(response)
    return pending === undefined ? this.#missing(id) : 'settled'
  }

  settleUnusable(id: RpcId, reason: string): Matched {
    const pending = this.#take(id)
    pending?.reject(unusable(pending.asked.doing, reason))
    return pending === undefined ? this.#missing(id) : 'settled'
  }

  progress(token: JsonValue | undefined, progress: Progress): string | undefined {
    const pending = typeof token === 'number' ? this.#waiting.get(token) : undefined
    // It crossed our cancellation on its way, as a late reply does.
    if (pending === undefined && typeof token === 'number' && this.#givenUp.has(token)) return undefined
    if (pending === undefined) return `its token ${JSON.stringify(token)} belongs to no request that waits`
    const hasRisen = progress.progress > pending.progressed
    pending.progressed = progress.progress
    if (pending.asked.options?.resetTimeoutOnProgress)
      pending.deadlineAtMs = Math.min(this.#options.clock.monotonic() + pending.limitMs, pending.latestAtMs)
    pending.asked.options?.onProgress?.(progress)
    return hasRisen ? undefined : `its progress ${progress.progress} has not risen`
  }

  closeAll(reason: (doing: string) => Error): void {
    this.#closed ??= reason
    this.#deadlines.stop()
    for (const id of [...this.#waiting.keys()]) {
      const pending = this.#take(id)
      pending?.reject(this.#closed(pending.asked.doing))
    }
  }

  #take(id: RpcId): Pending | undefined {
    const pending = this.#waiting.get(id)
    if (pending === undefined) return undefined
    this.#waiting.delete(id)
    pending.forget?.()
    return pending
  }

  #giveUp(id: RpcId, error: Error): void {
    const pending = this.#take(id)
    if (pending === undefined) return
    this.#remember(id)
    if (pending.asked.isCancellable !== false)
      this.#options.sendCancelled(id, firstLine(error), pending.stream)
    // Nobody is told, and nobody reads it any more.
    else pending.stream?.abort()
    pending.reject(error)
  }

  #remember(id: RpcId): void {
    this.#givenUp.add(id)
    const [oldest] = this.#givenUp
    if (this.#givenUp.size > MAX_GIVEN_UP && oldest !== undefined) this.#givenUp.delete(oldest)
  }

  readonly #sweep = (nowMs: number): number | undefined => {
    let next: number | undefined
    for (const [id, { deadlineAtMs, startedAtMs, asked }] of this.#waiting) {
      if (deadlineAtMs > nowMs) next = Math.min(next ?? deadlineAtMs, deadlineAtMs)
      else
        this.#giveUp(
          id,
          timedOut(asked.doing, Math.round(deadlineAtMs - startedAtMs), this.#options.evidence()),
        )
    }
    return next
  }

  #missing(id: RpcId): Matched {
    if (this.#givenUp.delete(id)) return 'late'
    return typeof id === 'number' && id >= 1 && id <= this.#lastId ? 'duplicate' : 'unknown'
  }
}

/** Undefined where we write it ourselves. */
function textOf(message: RpcRequest, writtenParams: string | undefined): string | undefined {
  const { params } = message
  if (params === undefined || writtenParams === undefined) return undefined
  return writeNumbers({ ...message, params: withWrittenNumbers(params, writtenParams) })
}

/** Returns how to stop listening. */
function listen({ signal, onCancel }: CallOptions, cancel: (reason: unknown) => void): () => void {
  if (signal === undefined) return onCancel?.(cancel) ?? (() => undefined)
  const onAbort = (): void => cancel(signal.reason)
  const forget = onCancel?.(cancel)
  signal.addEventListener('abort', onAbort)
  return () => {
    signal.removeEventListener('abort', onAbort)
    forget?.()
  }
}

const NONE: CallOptions = {}
/** So many requests can be given up and still be known when a late reply comes. */
const MAX_GIVEN_UP = 10_000

function checkedLimit(ms: number): number {
  if (typeof ms === 'number' && ms > 0) return ms
  throw new UsageError(
    'USAGE',
    `Cannot wait ${ms} ms for an answer: a time limit is a positive number of milliseconds`,
  )
}
