/** `setTimeout` and its kin, on virtual time. */
import type { Events } from './events.js'
import { defineProperty, isFiniteNumber } from './primordials.js'

/** What `setTimeout` gives: a number where one is needed, with the members that Node's timers have. */
interface Timer {
  readonly order: number
  ref(): Timer
  unref(): Timer
  hasRef(): boolean
  refresh(): Timer
  close(): void
  [Symbol.toPrimitive](): number
}

type Callback = (...values: unknown[]) => unknown

/** Replaces the timers. An error thrown by a callback goes to `onError`. */
export function installTimers(events: Events, onError: (thrown: unknown) => void): void {
  const clear = (timer: unknown) => events.cancel(Number(timer))
  setGlobal('setTimeout', (callback: Callback, ms: unknown, ...values: unknown[]) =>
    start(callback, values, { delayMs: atLeastOne(ms), repeats: false }),
  )
  setGlobal('setInterval', (callback: Callback, ms: unknown, ...values: unknown[]) =>
    start(callback, values, { delayMs: atLeastOne(ms), repeats: true }),
  )
  setGlobal('setImmediate', (callback: Callback, ...values: unknown[]) =>
    start(callback, values, { delayMs: 0, repeats: false }),
  )
  setGlobal('clearTimeout', clear)
  setGlobal('clearInterval', clear)
  setGlobal('clearImmediate', clear)
  defineProperty(AbortSignal, 'timeout', {
    value: (ms: unknown) => {
      const controller = new AbortController()
      const expire = () => controller.abort(new DOMException('Signal timed out.', 'TimeoutError'))
      start(expire, [], { delayMs: atLeastOne(ms), repeats: false }).unref()
      return controller.signal
    },
    configurable: true,
    writable: true,
  })

  function start(
    callback: Callback,
    values: readonly unknown[],
    { delayMs, repeats }: { readonly delayMs: number; readonly repeats: boolean },
  ): Timer {
    if (typeof callback !== 'function') throw new TypeError('The callback of a timer must be a function')
    const order = events.reserve()
    let holds = !repeats
    const timer: Timer = {
      order,
      ref: () => keep(true),
      unref: () => keep(false),
      hasRef: () => holds,
      refresh() {
        schedule()
        return timer
      },
      close: () => events.cancel(order),
      [Symbol.toPrimitive]: () => order,
    }
    schedule()
    return timer

    function keep(held: boolean): Timer {
      holds = held
      return timer
    }

    function schedule(): void {
      events.schedule({ atMs: events.elapsed() + delayMs, order, holds: () => holds, happen })
    }

    function happen(): void {
      if (repeats) schedule()
      try {
        callback(...values)
      } catch (thrown) {
        onError(thrown)
      }
    }
  }
}

/** Puts a function in the place of a global one, under the same name. */
export function setGlobal(name: string, value: unknown): void {
  defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false })
}

/** As in browsers and Node: a timer waits a millisecond at least. */
function atLeastOne(ms: unknown): number {
  const number = Number(ms)
  return isFiniteNumber(number) && number >= 1 && number <= 0x7fff_ffff ? Math.floor(number) : 1
}
