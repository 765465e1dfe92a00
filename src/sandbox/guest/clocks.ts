/** `Date`, dates that are formatted, and `performance`, on the time of the world. */
import type { Events } from './events.js'
import {
  argumentAt,
  bare,
  floor,
  NativeProxy,
  reflectApply,
  reflectConstruct,
  uncurryThis,
} from './primordials.js'
import {
  type AnyFunction,
  disguise,
  disguiseText,
  keepMembers,
  type Run,
  replaceGetter,
  replaceMethod,
  replaceValue,
} from './replace.js'
import type { Stream } from './stream.js'

/** Replaces the clocks. Returns what must be told how long the process has been up when the program starts. */
export function installClocks(events: Events): (chance: Stream) => void {
  installDate(events)
  installDateFormat(events)
  return installPerformance(events)
}

function installDate(events: Events): void {
  const RealDate = Date
  const dateToText = uncurryThis(RealDate.prototype.toString)
  const now = (): number => {
    events.look()
    return events.now()
  }
  const VirtualDate = new NativeProxy(
    RealDate,
    bare({
      apply: () => dateToText(new RealDate(now())),
      construct: (target: typeof RealDate, values: unknown[], newTarget: NewableFunction) =>
        reflectConstruct(target, values.length === 0 ? [now()] : values, newTarget),
    }),
  )
  disguiseText(VirtualDate, RealDate)
  replaceMethod(RealDate, 'now', () => now)
  replaceValue(RealDate.prototype, 'constructor', VirtualDate)
  replaceValue(globalThis, 'Date', VirtualDate)
}

/** Formatting without a date means now. */
function installDateFormat(events: Events): void {
  const { prototype } = Intl.DateTimeFormat
  const dateOf = (date: unknown): unknown => {
    if (date !== undefined) return date
    events.look()
    return events.now()
  }
  replaceGetter(prototype, 'format', (getter) => (self) => {
    // The runtime's own getter gives the formatter's bound function; each of them is replaced by one that knows the time.
    const format = reflectApply(getter, self, []) as AnyFunction
    return disguise((date?: unknown) => reflectApply(format, undefined, [dateOf(date)]), format)
  })
  replaceMethod(
    prototype,
    'formatToParts',
    (original) => (self, values) => reflectApply(original, self, [dateOf(argumentAt(values, 0))]),
  )
}

/** What of `performance` stays: marks and measures hold real moments. */
const PERFORMANCE_MEMBERS = ['constructor', 'now', 'timeOrigin', 'toJSON']

function installPerformance(events: Events): (chance: Stream) => void {
  const { prototype } = Performance
  let upMs = 0
  const timeOrigin = (): number => floor((events.startedAt() - upMs) * 1_000) / 1_000
  const elapsed = (): number => {
    events.look()
    return floor((upMs + events.elapsed()) * 1e6) / 1e6
  }
  const toJSON = (): unknown => ({ timeOrigin: timeOrigin() })
  // The runtime's own first: it refuses what must be refused.
  const inWorld =
    (original: AnyFunction, virtual: () => unknown): Run =>
    (self) => {
      const real: unknown = reflectApply(original, self, [])
      return events.isReal() ? real : virtual()
    }
  keepMembers(prototype, PERFORMANCE_MEMBERS)
  replaceMethod(prototype, 'now', (original) => inWorld(original, elapsed))
  replaceGetter(prototype, 'timeOrigin', (original) => inWorld(original, timeOrigin))
  replaceMethod(prototype, 'toJSON', (original) => inWorld(original, toJSON))
  return (chance) => {
    upMs = UP_AT_LEAST_MS + chance.next() * UP_SPREAD_MS
  }
}

/** A process has been up for a while before a program runs in it. */
const UP_AT_LEAST_MS = 18
const UP_SPREAD_MS = 24

declare const Performance: { readonly prototype: object }
