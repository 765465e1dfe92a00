/** `Temporal.Now`, on the time of the world. */
import type { Events } from './events.js'
import { argumentAt, floor, reflectApply, uncurryThis } from './primordials.js'
import { keepMembers, replaceMethod } from './replace.js'

interface TemporalApi {
  readonly Now: object
  readonly Instant: (new (ns: bigint) => object) & { readonly prototype: InstantMethods }
  readonly ZonedDateTime: { readonly prototype: ZonedMethods }
}
interface InstantMethods {
  toZonedDateTimeISO(this: object, zone: unknown): object
}
interface ZonedMethods {
  toPlainDateTime(this: object): object
  toPlainDate(this: object): object
  toPlainTime(this: object): object
}

/** Replaces what reads the clock; the time zone is that of the process. */
export function installTemporal(events: Events): void {
  // Newer engines have it and the type library does not: looked for by name.
  const { Temporal } = globalThis as unknown as { readonly Temporal: TemporalApi | undefined }
  if (Temporal === undefined) return
  const { Now, Instant, ZonedDateTime } = Temporal
  const toZoned = uncurryThis(Instant.prototype.toZonedDateTimeISO)
  const toDateTime = uncurryThis(ZonedDateTime.prototype.toPlainDateTime)
  const toDate = uncurryThis(ZonedDateTime.prototype.toPlainDate)
  const toTime = uncurryThis(ZonedDateTime.prototype.toPlainTime)
  const toBigInt = BigInt

  keepMembers(Now, NOW_MEMBERS)
  replace('instant', instant)
  replace('zonedDateTimeISO', zoned)
  replace('plainDateTimeISO', (values) => toDateTime(zoned(values)))
  replace('plainDateISO', (values) => toDate(zoned(values)))
  replace('plainTimeISO', (values) => toTime(zoned(values)))

  function replace(name: string, virtual: (values: readonly unknown[]) => object): void {
    replaceMethod(
      Now,
      name,
      (original) => (_, values) => (events.isReal() ? reflectApply(original, Now, values) : virtual(values)),
    )
  }

  function instant(): object {
    events.look()
    const elapsed = events.elapsed()
    const wholeMs = floor(elapsed)
    const ns = floor((elapsed - wholeMs) * 1e6)
    return new Instant(toBigInt(events.startedAt() + wholeMs) * 1_000_000n + toBigInt(ns))
  }

  function zoned(values: readonly unknown[]): object {
    const zone = argumentAt(values, 0)
    return toZoned(instant(), zone === undefined ? 'UTC' : zone)
  }
}

const NOW_MEMBERS = [
  'instant',
  'timeZoneId',
  'plainDateTimeISO',
  'zonedDateTimeISO',
  'plainDateISO',
  'plainTimeISO',
]
