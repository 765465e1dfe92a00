/** Points in time as servers write them: found in text, and read. */

export interface TimeWord {
  readonly at: number
  readonly text: string
}

/** Times in the order of the text, none inside another. */
export function timesIn(text: string): readonly TimeWord[] {
  return [...text.matchAll(SPELLINGS)].map((match) => ({ at: match.index, text: match[0] }))
}

/** Milliseconds since the epoch; undefined for what is no point in time. Numbers count as seconds or milliseconds of this century. */
export function instantOf(value: string | number): number | undefined {
  if (typeof value === 'number' || EPOCH.test(value)) return epochMs(Number(value))
  if (!IS_TIME.test(value) || isRelativeTime(value)) return undefined
  if (/^\d{1,2}[:./]/.test(value)) return undefined
  const ms = Date.parse(value.replace(/^(\d{4}-\d\d-\d\d) /, '$1T').replace(/ ([+-]\d\d:?\d\d)$/, '$1'))
  return Number.isNaN(ms) ? (basicInstant(value) ?? gitInstant(value)) : ms
}

/** Whether it is a time: a point in time, or the time of a day that it does not name. */
export function isTime(text: string): boolean {
  return instantOf(text) !== undefined || IS_TIME.test(text)
}

/** `3 seconds ago`: how long that is grows as it is asked. */
export function isRelativeTime(text: string): boolean {
  return IS_RELATIVE.test(text)
}

/** Whether seconds pass before it is another one. */
export function isWithoutSeconds(time: string): boolean {
  return IS_TIME.test(time) && !/\d:\d\d:\d\d/.test(time)
}

/** Whether a world says a time of more than a day before another one's: no world made it when it was asked. */
export function isLongBefore(time: string, other: string): boolean {
  const [one, two] = [instantOf(time), instantOf(other)]
  return one !== undefined && two !== undefined && two - one > DAY_MS
}

const DAY_MS = 86_400_000

/** `2026-01-31`, as UTC has it. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Whether both are written alike, whatever they say: `2026-01-31T12:00:00Z` is no `Sat Jan 31 2026`. */
export function isSameSpelling(a: string, b: string): boolean {
  const shape = (text: string): string => text.replace(/[A-Za-z]{3,9}|[AP]M/g, 'a').replace(/\d+/g, '0')
  return shape(a) === shape(b) || (isRelativeTime(a) && isRelativeTime(b)) || (EPOCH.test(a) && EPOCH.test(b))
}

/** Seconds or milliseconds, with or without parts of them. */
const EPOCH = /^\d{10}(?:\d{3})?(?:\.\d{1,9})?$/

const CLOCK = String.raw`\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?`
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT)?(?:[+-]\d\d:?\d\d)?)`
const BASIC = String.raw`20\d\d[01]\d[0-3]\dT?[0-2]\d[0-5]\d[0-5]\d(?:\.\d{1,9})?Z?`
const NAMED_DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const RELATIVE = String.raw`(?:[Jj]ust now|(?:[Aa] few|[Aa]n?|\d+) (?:sec|min|second|minute|hour|day|week|month|year)s? ago)`
const IS_RELATIVE = new RegExp(`^${RELATIVE}$`)
const WRITTEN = [
  RELATIVE,
  String.raw`(?:\d{4}-\d\d-\d\d|\d{4}/\d\d/\d\d)[T ]${CLOCK}(?:Z| ?[+-]\d\d:?\d\d| UTC)?`,
  // ISO 8601, basic format, and the same without its letters.
  BASIC,
  // Date.prototype.toString, and git's own: the year before or after the clock.
  String.raw`${NAMED_DAY} ${MONTH} {1,2}\d{1,2} \d{4} ${CLOCK}${ZONE}(?: \([^()\n]{1,40}\))?`,
  String.raw`${NAMED_DAY} ${MONTH} {1,2}\d{1,2} ${CLOCK} \d{4}(?: [+-]\d{4})?`,
  String.raw`${NAMED_DAY}, \d{1,2} ${MONTH} \d{4} ${CLOCK}${ZONE}`,
  // Date.prototype.toLocaleString and toLocaleTimeString. A day in figures is written in two orders, and is read in none.
  String.raw`(?<!:)(?:\d{1,2}[./]\d{1,2}[./]\d{4},? ?)?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?:[ \u202f][AP]M)?(?!:)`,
]
/** Where it begins no word goes on. */
const SPELLINGS = new RegExp(String.raw`(?<![\w.])(?:${WRITTEN.join('|')})(?![\w])`, 'g')
const IS_TIME = new RegExp(`^(?:${WRITTEN.join('|')})$`)

function basicInstant(text: string): number | undefined {
  const ms = Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T?(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6'))
  return Number.isNaN(ms) ? undefined : ms
}

function gitInstant(text: string): number | undefined {
  const match = /^\w{3} (\w{3}) +(\d{1,2}) (\S+) (\d{4})(?: ([+-]\d{4}))?$/.exec(text)
  if (match === null) return undefined
  const [, month, day, clock, year, zone = '+0000'] = match
  const ms = Date.parse(`${month} ${day} ${year} ${clock} ${zone}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** From 2001 to 2100. */
function epochMs(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  if (value >= 1e9 && value < 4.1e9) return value * 1000
  return value >= 1e12 && value < 4.1e12 ? value : undefined
}
