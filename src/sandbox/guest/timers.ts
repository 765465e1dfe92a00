/** `setTimeout` and its kin, on the time of the world. */
import type { Events } from './events.js'
import {
  argumentAt,
  bare,
  defineProperty,
  floor,
  isFiniteNumber,
  mapDelete,
  mapGet,
  mapSet,
  NativeMap,
  NativeWeakMap,
  reflectApply,
  toNumber,
  toPrimitive,
  uncurryGetter,
  uncurryThis,
  weakMapGet,
  weakMapSet,
} from './primordials.js'
import { type AnyFunction, type Run, replaceMethod } from './replace.js'

interface TimerState {
  readonly order: number
  readonly repeats: boolean
  readonly delayMs: number
  readonly callback: AnyFunction
  readonly passed: unknown[]
  readonly timer: object
  holds: boolean
}

type GivenTimer = Pick<TimerState, 'callback' | 'passed' | 'delayMs' | 'repeats'>

/** Replaces `AbortSignal.timeout`; gives what replaces the timers. An error thrown by a callback goes to `onError`. */
export function installTimers(events: Events, onError: (thrown: unknown) => void): () => void {
  const timers = new Timers(events, onError)
  const Timeout = timeoutClass(timers)
  const start = (given: GivenTimer): TimerState => timers.start(new Timeout(), given)

  installAbortTimeout((callback, delayMs) => {
    start({ callback, passed: [], delayMs, repeats: false }).holds = false
  })
  return () => {
    replaceMethod(globalThis, 'setTimeout', (original) => startingLater(original, false))
    replaceMethod(globalThis, 'setInterval', (original) => startingLater(original, true))
    replaceMethod(globalThis, 'setImmediate', (original) => (_, values) => {
      const callback = argumentAt(values, 0)
      return isFunction(callback)
        ? start({ callback, passed: restOf(values, 1), delayMs: 0, repeats: false }).timer
        : refusedCallback(original, callback)
    })
    replaceMethod(globalThis, 'clearTimeout', clearing)
    replaceMethod(globalThis, 'clearInterval', clearing)
    replaceMethod(globalThis, 'clearImmediate', clearing)
  }

  function startingLater(original: AnyFunction, repeats: boolean): Run {
    return (_, values) => {
      const callback = argumentAt(values, 0)
      if (!isFunction(callback)) return refusedCallback(original, callback)
      const delayMs = atLeastOne(argumentAt(values, 1))
      return start({ callback, passed: restOf(values, 2), delayMs, repeats }).timer
    }
  }

  function clearing(): Run {
    return (_, values) => timers.cancel(timers.named(argumentAt(values, 0)))
  }
}

/** What `setTimeout` gives: a number where one is needed, with the members that Node's timers have. */
function timeoutClass(timers: Timers): new () => object {
  return class Timeout {
    ref(): this {
      timers.keep(this, true)
      return this
    }
    unref(): this {
      timers.keep(this, false)
      return this
    }
    hasRef(): boolean {
      return timers.stateOf(this)?.holds === true
    }
    refresh(): this {
      const state = timers.stateOf(this)
      if (state !== undefined) timers.schedule(state)
      return this
    }
    close(): this {
      timers.cancel(timers.stateOf(this))
      return this
    }
    [toPrimitive](): number | undefined {
      return timers.stateOf(this)?.order
    }
  }
}

class Timers {
  readonly #events: Events
  readonly #onError: (thrown: unknown) => void
  readonly #states = new NativeWeakMap<object, TimerState>()
  readonly #waiting = new NativeMap<number, TimerState>()

  constructor(events: Events, onError: (thrown: unknown) => void) {
    this.#events = events
    this.#onError = onError
  }

  stateOf(timer: object): TimerState | undefined {
    return weakMapGet(this.#states, timer)
  }

  /** By what the program has of it: itself, or its number. */
  named(timer: unknown): TimerState | undefined {
    return (isObject(timer) ? this.stateOf(timer) : undefined) ?? mapGet(this.#waiting, toNumber(timer))
  }

  start(timer: object, { callback, passed, delayMs, repeats }: GivenTimer): TimerState {
    const state = {
      order: this.#events.reserve(),
      repeats,
      delayMs,
      callback,
      passed,
      timer,
      holds: !repeats,
    }
    weakMapSet(this.#states, timer, state)
    this.schedule(state)
    return state
  }

  schedule(state: TimerState): void {
    mapSet(this.#waiting, state.order, state)
    this.#events.schedule({
      atMs: this.#events.elapsed() + state.delayMs,
      order: state.order,
      holds: () => state.holds,
      happen: () => this.#run(state),
    })
  }

  cancel(state: TimerState | undefined): void {
    // A number that is none of a timer may be that of a call.
    if (state !== undefined && mapDelete(this.#waiting, state.order)) this.#events.cancel(state.order)
  }

  keep(timer: object, held: boolean): void {
    const state = this.stateOf(timer)
    if (state !== undefined) state.holds = held
  }

  #run(state: TimerState): void {
    mapDelete(this.#waiting, state.order)
    if (state.repeats) this.schedule(state)
    // An immediate is a turn of its own; a timer has waited.
    if (state.delayMs === 0) this.#events.turn()
    try {
      reflectApply(state.callback, state.timer, state.passed)
    } catch (thrown) {
      this.#onError(thrown)
    }
  }
}

/** `AbortSignal.timeout`: `start` runs its callback later, and holds nothing up for it. */
function installAbortTimeout(start: (callback: AnyFunction, delayMs: number) => void): void {
  const Controller = AbortController
  const Reason = DOMException
  const abort = uncurryThis<object, [unknown], void>(Controller.prototype.abort)
  const signalOf = uncurryGetter<object, object>(Controller.prototype, 'signal')
  replaceMethod(AbortSignal, 'timeout', () => (_, values) => {
    const controller = new Controller()
    const expire = (): void => abort(controller, new Reason('Signal timed out.', 'TimeoutError'))
    start(expire, atLeastOne(argumentAt(values, 0)))
    return signalOf(controller)
  })
}

/** The arguments behind the first ones, as a list of their own. */
function restOf(values: readonly unknown[], from: number): unknown[] {
  const rest: unknown[] = []
  for (let i = from; i < values.length; i++) {
    defineProperty(
      rest,
      i - from,
      bare({ value: values[i], writable: true, enumerable: true, configurable: true }),
    )
  }
  return rest
}

/** The runtime's own error for what is no function. */
function refusedCallback(original: AnyFunction, callback: unknown): unknown {
  return reflectApply(original, undefined, [callback])
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function'
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** As in browsers and Node: a timer waits a millisecond at least. */
function atLeastOne(ms: unknown): number {
  const number = toNumber(ms)
  return isFiniteNumber(number) && number >= 1 && number <= 0x7fff_ffff ? floor(number) : 1
}
