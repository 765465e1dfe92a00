/** One request that a service is answering. */
import { type JsonObject, SessionError } from '../../base/index.js'
import type { EraSide } from '../eras/era-side.js'
import type { Outlet } from '../outlet.js'
import type { ServiceRequest, ServiceResponse, Turn } from '../service.js'
import type { AskingTurn } from './asking-turn.js'
import { notification } from './notification.js'
import { answerTo, leaveSeat, type Seat } from './seat.js'
import { toldParams } from './told-params.js'

/** A class, for there is one a request, and most need neither a signal nor a question. */
export class ServedTurn implements Turn, AskingTurn {
  readonly request: ServiceRequest
  readonly #side: EraSide
  /** None while it waits for a retry. */
  #seat: Seat | undefined
  /** What is said while it is parked. */
  #held: ((outlet: Outlet) => void)[] | undefined
  #isOver = false
  #reason: SessionError | undefined
  #controller: AbortController | undefined
  #endings: Set<(wasCancelled: boolean) => void> | undefined

  constructor(request: ServiceRequest, side: EraSide, seat: Seat) {
    this.request = request
    this.#side = side
    this.moveTo(seat)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get isParked(): boolean {
    return this.#seat === undefined && !this.#isOver
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
    const seat = this.#seat
    if (this.isParked) this.#hold(() => this.notify(method, params))
    if (this.#isOver || seat === undefined) return
    // A retry may want other things than the first request.
    const told = toldParams(this.#side.era, seat.request, method, params)
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
    if (!this.#isOver) this.#seat?.outlet.hangUp()
  }

  sendRaw(text: string): void {
    if (!this.#isOver) this.say(text)
  }

  say(text: string): void {
    if (this.isParked) this.#hold((outlet) => outlet.say(text))
    else this.#seat?.outlet.say(text)
  }

  onEnd(callback: (wasCancelled: boolean) => void): () => void {
    this.#endings ??= new Set()
    this.#endings.add(callback)
    return () => this.#endings?.delete(callback)
  }

  /** Answers for good. */
  answer(response: ServiceResponse): void {
    if (this.#isOver) return
    if (this.isParked) {
      this.#held = [...(this.#held ?? []), () => this.answer(response)]
      return
    }
    this.#finish(false)
    this.#answerSeat(response)
  }

  park(result: JsonObject): void {
    this.#answerSeat({ result })
  }

  moveTo(seat: Seat): void {
    this.#seat = seat
    seat.occupant = this
    for (const act of this.#held?.splice(0) ?? []) act(seat.outlet)
  }

  end(reason: string): void {
    if (this.#isOver) return
    this.#reason = ended(this.request.method, reason)
    this.#finish(true)
    const seat = this.#leave()
    seat?.outlet.drop()
    this.#controller?.abort(this.#reason)
  }

  /** For the retry. */
  #hold(act: (outlet: Outlet) => void): void {
    this.#held ??= []
    if (this.#held.length < MAX_HELD) this.#held.push(act)
  }

  #answerSeat(response: ServiceResponse): void {
    const seat = this.#leave()
    if (seat === undefined) return
    const id = response.answeredAs?.(seat.id) ?? seat.id
    answerTo(seat.outlet, id, this.#side.adapt(this.request, response))
  }

  #leave(): Seat | undefined {
    const seat = this.#seat
    this.#seat = undefined
    if (seat !== undefined) leaveSeat(seat)
    return seat
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
