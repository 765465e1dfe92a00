/** One request that a service is answering. */
import { isJsonObject, type JsonObject, type JsonValue, SessionError } from '../../base/index.js'
import { type Era, isBelowLevel, META_KEYS, type RpcRequest } from '../../protocol/index.js'
import type { EraSide } from '../eras/envelope.js'
import type { ResponseSink } from '../response-sink.js'
import type { ServiceRequest, ServiceResponse, Turn } from '../service.js'
import type { AskingTurn } from './asking-turn.js'
import { notification } from './own-requests.js'
import { answerTo, closePendingRequest, type PendingRequest } from './pending-request.js'

/**
 * What of a notification a client wants to hear while its request is answered.
 * The params to send; `nothing` when the client did not ask for it; `elsewhere` when it belongs on another stream.
 */
function toldParams(
  era: Era,
  { params }: RpcRequest,
  method: string,
  told: JsonObject | undefined,
): JsonObject | undefined | 'nothing' | 'elsewhere' {
  const meta = isJsonObject(params?._meta) ? params._meta : {}
  if (method === 'notifications/progress') return progress(meta.progressToken, told)
  if (era === 'legacy') return told
  if (method === 'notifications/message')
    return isLoud(told?.level, meta[META_KEYS.LOG_LEVEL]) ? told : 'nothing'
  return ON_SUBSCRIPTIONS.test(method) ? 'elsewhere' : told
}

const ON_SUBSCRIPTIONS = /^notifications\/(?:(?:tools|prompts|resources)\/list_changed|resources\/updated)$/

function progress(token: JsonValue | undefined, told: JsonObject | undefined): JsonObject | 'nothing' {
  const own = told?.progressToken ?? token
  return own === undefined ? 'nothing' : { ...told, progressToken: own }
}

/** A request without a level wants no logs (specification: 2026-07-28, logging). */
function isLoud(level: JsonValue | undefined, least: JsonValue | undefined): boolean {
  return least !== undefined && !isBelowLevel(level, least)
}

/** A class, for there is one a request, and most need neither a signal nor a question. */
export class ServedTurn implements Turn, AskingTurn {
  readonly request: ServiceRequest
  readonly #side: EraSide
  /** None while it waits for a retry. */
  #pending: PendingRequest | undefined
  /** What is said while it waits for input. */
  #held: ((sink: ResponseSink) => void)[] | undefined
  #isOver = false
  #reason: SessionError | undefined
  #controller: AbortController | undefined
  #endings: Set<(wasCancelled: boolean) => void> | undefined

  constructor(request: ServiceRequest, side: EraSide, pending: PendingRequest) {
    this.request = request
    this.#side = side
    this.moveTo(pending)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get awaitsInput(): boolean {
    return this.#pending === undefined && !this.#isOver
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  onCancel(callback: (reason: unknown) => void): () => void {
    if (this.#reason !== undefined) callback(this.#reason)
    if (this.#isOver) return () => undefined
    return this.onEnd((wasCancelled) => {
      if (wasCancelled) callback(this.#reason)
    })
  }

  notify(method: string, params?: JsonObject): void {
    const pending = this.#pending
    if (this.awaitsInput) this.#hold(() => this.notify(method, params))
    if (this.#isOver || pending === undefined) return
    // A retry may want other things than the first request.
    const told = toldParams(this.#side.era, pending.request, method, params)
    if (told === 'nothing') return
    if (told === 'elsewhere') this.request.connection.notify(method, params)
    else this.say(notification(method, told))
  }

  ask(method: string, params?: JsonObject): Promise<ServiceResponse> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(this.#reason ?? ended(this.request.method, 'it was answered'))
      const forget = this.onEnd(() => reject(this.#reason ?? ended(this.request.method, 'it was answered')))
      this.#side.ask(this, {
        method,
        params,
        settle(response) {
          forget()
          resolve(response)
        },
      })
    })
  }

  hangUp(): void {
    if (!this.#isOver) this.#pending?.sink.hangUp()
  }

  sendRaw(text: string): void {
    if (!this.#isOver) this.say(text)
  }

  say(text: string): void {
    if (this.awaitsInput) this.#hold((sink) => sink.say(text))
    else this.#pending?.sink.say(text)
  }

  onEnd(callback: (wasCancelled: boolean) => void): () => void {
    this.#endings ??= new Set()
    this.#endings.add(callback)
    return () => this.#endings?.delete(callback)
  }

  /** Answers for good. */
  answer(response: ServiceResponse): void {
    if (this.#isOver) return
    if (this.awaitsInput) {
      this.#held = [...(this.#held ?? []), () => this.answer(response)]
      return
    }
    this.#finish(false)
    this.#answerPending(response)
  }

  awaitInput(result: JsonObject): void {
    this.#answerPending({ result })
  }

  moveTo(pending: PendingRequest): void {
    this.#pending = pending
    pending.handler = this
    for (const act of this.#held?.splice(0) ?? []) act(pending.sink)
  }

  end(reason: string): void {
    if (this.#isOver) return
    this.#reason = ended(this.request.method, reason)
    this.#finish(true)
    const pending = this.#leave()
    pending?.sink.drop()
    this.#controller?.abort(this.#reason)
  }

  /** For the retry. */
  #hold(act: (sink: ResponseSink) => void): void {
    this.#held ??= []
    if (this.#held.length < MAX_HELD) this.#held.push(act)
  }

  #answerPending(response: ServiceResponse): void {
    const pending = this.#leave()
    if (pending === undefined) return
    const id = response.answeredAs?.(pending.id) ?? pending.id
    answerTo(pending.sink, id, this.#side.adapt(this.request, response))
  }

  #leave(): PendingRequest | undefined {
    const pending = this.#pending
    this.#pending = undefined
    if (pending !== undefined) closePendingRequest(pending)
    return pending
  }

  #finish(wasCancelled: boolean): void {
    this.#isOver = true
    if (this.#endings === undefined) return
    for (const callback of this.#endings) callback(wasCancelled)
    this.#endings = undefined
  }
}

/** A client that never comes back must not fill the memory. */
const MAX_HELD = 1000

function ended(method: string, reason: string): SessionError {
  return new SessionError('REQUEST_ABORTED', `Cannot go on with ${method}: ${reason}`)
}
