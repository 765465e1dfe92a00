/** Times that a copy made, written otherwise by an agent: in another spelling, zone or base, as a clock shows them, or some time later. */
import type { OwnHeard, Said } from './said.js'
import { instantOf, timesIn } from './times.js'

/** The end of a sentence; undefined where a literal has none of them. */
export function timeSpelled(literal: string, own: readonly OwnHeard[], said: Said): string | undefined {
  const times = own.filter(({ kind }) => kind === 'time').map(heardTime)
  if (times.length === 0) return undefined
  const isSaid = (text: string): boolean => said.text.includes(text) || said.isInWorld(text)
  const instants = instantsIn(literal)
  const seconds = new Set(instants.map(({ ms }) => second(ms)))
  const clocks = clocksIn(literal).filter(({ text }) => !isSaid(text))
  const words = new Set(
    (literal.match(/(?<![A-Za-z0-9])[0-9a-z]{6,11}(?![A-Za-z0-9])/gi) ?? []).map((word) =>
      word.toLowerCase(),
    ),
  )
  const found = times.find(
    (time) =>
      clocks.some((clock) => isClockOf(clock, time)) ||
      (time.ms === undefined
        ? instants.some(({ ms }) => isAtMinuteOf(ms, time))
        : seconds.has(second(time.ms)) || inOtherBases(time.ms).some((each) => words.has(each))),
  )
  if (found !== undefined) return `holds the time ${found.session} of call ${found.call} spelt otherwise`
  const later = instants.find(({ text, ms }) => !isSaid(text) && times.some((time) => isNear(ms, time)))
  return later === undefined
    ? undefined
    : `holds ${later.text}, which no answer has: it may be counted from a time that the copy made`
}

interface HeardTime {
  readonly session: string
  readonly call: number
  /** Absent for the time of a day that is not named. */
  readonly ms?: number
  /** As it may be written: of UTC and of this machine, of twelve. */
  readonly hours: ReadonlySet<number>
  readonly minute: number
  readonly second: number
}

function heardTime({ session, call }: OwnHeard): HeardTime {
  const ms = instantOf(session)
  if (ms === undefined) {
    const [, h, m, s] = /(\d{1,2}):(\d\d):(\d\d)/.exec(session) ?? []
    return { session, call, hours: new Set([Number(h) % 12]), minute: Number(m), second: Number(s) }
  }
  const at = new Date(ms)
  return {
    ...{ session, call, ms },
    hours: new Set([at.getUTCHours() % 12, at.getHours() % 12]),
    ...{ minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
  }
}

interface Clock {
  readonly text: string
  readonly hour: number
  readonly minute: number
  /** Absent where it is written without. */
  readonly second?: number
  /** Any number of six digits may be one: only all of it tells. */
  readonly isCompact: boolean
}

function clocksIn(text: string): readonly Clock[] {
  return [
    ...[...text.matchAll(CLOCK)].map((found) => clockOf(found, false)),
    ...[...text.matchAll(COMPACT_CLOCK)].map((found) => clockOf(found, true)),
  ]
}

function clockOf({ 0: text, groups = {} }: RegExpMatchArray, isCompact: boolean): Clock {
  const { hour, minute = groups.minute2, second } = groups
  return {
    ...{ text, isCompact, hour: Number(hour), minute: Number(minute) },
    ...(second === undefined ? {} : { second: Number(second) }),
  }
}

const CLOCK =
  /(?<![\d:.])(?<hour>\d{1,2})(?:[:h](?<minute>[0-5]\d)(?![\d:h])|(?<sign>[:.\-_h])(?<minute2>[0-5]\d)\k<sign>(?<second>[0-5]\d)(?![\d:]))/g
const COMPACT_CLOCK = /(?<![\dA-Za-z.])T?(?<hour>[0-2]\d)(?<minute>[0-5]\d)(?<second>[0-5]\d)(?!\d)/g

/** In another zone the hour is another one, and now and then the quarter too; at a round minute people meet. */
function isClockOf(clock: Clock, { hours, minute, second: seconds }: HeardTime): boolean {
  const isHour = hours.has(clock.hour % 12)
  const isMinute = clock.minute === minute
  if (clock.isCompact) return isHour && isMinute && clock.second === seconds
  return clock.second === undefined
    ? isMinute && (isHour || minute % 5 !== 0)
    : clock.second === seconds && (clock.minute - minute) % 15 === 0
}

function isAtMinuteOf(ms: number, { minute, second: seconds }: HeardTime): boolean {
  const at = new Date(ms)
  return at.getUTCMinutes() === minute && at.getUTCSeconds() === seconds
}

interface Instant {
  readonly text: string
  readonly ms: number
}

function instantsIn(text: string): readonly Instant[] {
  const words = [...timesIn(text).map((time) => time.text), ...(text.match(EPOCH) ?? [])]
  return [
    ...words.flatMap((word) => {
      const ms = instantOf(word)
      return ms === undefined ? [] : [{ text: word, ms }]
    }),
    ...[...text.matchAll(COMPACT)].map(([word, y, mo, d, h, mi, s]) => ({
      text: word,
      ms: Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s)),
    })),
  ]
}

const EPOCH = /(?<!\d)\d{10}(?:\d{3})?(?!\d)/g
const COMPACT = /(?<!\d)(20\d\d)\D?([01]\d)\D?([0-3]\d)\D{0,2}([0-2]\d)\D?([0-5]\d)\D?([0-5]\d)(?!\d)/g

/** With seconds that nobody sets, and less than a year away. */
function isNear(ms: number, { ms: heard }: HeardTime): boolean {
  const seconds = second(ms) % 60
  return heard !== undefined && seconds !== 0 && seconds !== 59 && Math.abs(ms - heard) < YEAR_MS
}

const YEAR_MS = 366 * 86_400_000

function inOtherBases(ms: number): readonly string[] {
  return [ms, second(ms)].flatMap((each) => [16, 36].map((base) => each.toString(base)))
}

function second(ms: number): number {
  return Math.floor(ms / 1000)
}
