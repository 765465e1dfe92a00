/** `Date`, `performance.now` and `Temporal.Now`, on virtual time. */
import type { Events } from './events.js'
import { defineProperty, NativeProxy, reflectConstruct } from './primordials.js'
import { setGlobal } from './timers.js'

/** Replaces the clocks; afterwards the program has no way to see real time but by measuring nothing. */
export function installClocks(events: Events): void {
  installDate(events)
  installPerformance(events)
  installTemporal(events)
}

function installDate(events: Events): void {
  const RealDate = Date
  const toDateText = (ms: number) => new RealDate(ms).toString()
  const VirtualDate = new NativeProxy(RealDate, {
    apply: () => toDateText(events.now()),
    construct: (target, values, newTarget) =>
      reflectConstruct(target, values.length === 0 ? [events.now()] : values, newTarget),
  })
  define(RealDate, 'now', () => events.now())
  define(RealDate.prototype, 'constructor', VirtualDate)
  setGlobal('Date', VirtualDate)
  installDateFormat(events)
}

/** Formatting without a date means now. */
function installDateFormat(events: Events): void {
  const { prototype } = Intl.DateTimeFormat
  const { formatToParts } = prototype
  const getter = Object.getOwnPropertyDescriptor(prototype, 'format')?.get
  if (getter === undefined) return
  defineProperty(prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const format = getter.call(this)
      return (date?: unknown) => format(date === undefined ? events.now() : date)
    },
    configurable: true,
  })
  define(prototype, 'formatToParts', function (this: Intl.DateTimeFormat, date?: Date | number) {
    return formatToParts.call(this, date ?? events.now())
  })
}

function installPerformance(events: Events): void {
  const timeOrigin = () => events.now() - events.elapsed()
  define(performance, 'now', () => events.elapsed())
  defineProperty(performance, 'timeOrigin', { get: timeOrigin, configurable: true })
  define(performance, 'toJSON', () => ({ timeOrigin: timeOrigin() }))
}

interface TemporalApi {
  readonly Now: object
  readonly Instant: { fromEpochMilliseconds(ms: number): TemporalInstant }
}
interface TemporalInstant {
  toZonedDateTimeISO(zone: string): Record<'toPlainDateTime' | 'toPlainDate' | 'toPlainTime', () => unknown>
}

function installTemporal(events: Events): void {
  // Newer engines have it and the type library does not: looked for by name.
  const { Temporal } = globalThis as { readonly Temporal?: TemporalApi }
  if (Temporal === undefined) return
  const { Now, Instant } = Temporal
  const instant = () => Instant.fromEpochMilliseconds(events.now())
  const zoned = (zone = 'UTC') => instant().toZonedDateTimeISO(zone)
  define(Now, 'instant', instant)
  define(Now, 'zonedDateTimeISO', zoned)
  define(Now, 'plainDateTimeISO', (zone?: string) => zoned(zone).toPlainDateTime())
  define(Now, 'plainDateISO', (zone?: string) => zoned(zone).toPlainDate())
  define(Now, 'plainTimeISO', (zone?: string) => zoned(zone).toPlainTime())
}

function define(holder: object, name: string, value: unknown): void {
  defineProperty(holder, name, { value, configurable: true, writable: true })
}
