/** Times in an answer that are those at which it was asked for: its server's clock, and nothing that it was told. */
import { isJsonArray, isJsonObject, isWrittenAlike, type JsonValue } from '../../base/index.js'

/** When a server was asked, and had answered: milliseconds since the epoch. */
export interface AskedSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** Whether a time of the span stands anywhere in the value. */
export function timesIn(value: JsonValue, span: AskedSpan): boolean {
  return !isWrittenAlike(shiftedTimes(value, [span], SECOND_MS), value)
}

/** The value with each time of these spans so many milliseconds later, in the form that it has. */
export function shiftedTimes(value: JsonValue, spans: readonly AskedSpan[], shiftMs: number): JsonValue {
  const isOfSpan: InSpan = (ms, gapMs) =>
    spans.some(({ fromMs, toMs }) => ms > fromMs - gapMs && ms <= toMs + CLOCK_TICK_MS)
  return shifted(value, isOfSpan, shiftMs)
}

/** `gapMs`: how much later the moment may have been that a time so coarse stands for. */
type InSpan = (ms: number, gapMs: number) => boolean

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const CLOCK_TICK_MS = 20

function shifted(value: JsonValue, isOfSpan: InSpan, shiftMs: number): JsonValue {
  if (typeof value === 'number') return shiftedNumber(value, isOfSpan, shiftMs)
  if (typeof value === 'string') return shiftedText(value, isOfSpan, shiftMs)
  if (isJsonArray(value)) return value.map((each) => shifted(each, isOfSpan, shiftMs))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shifted(each, isOfSpan, shiftMs)]),
  )
}

/** Milliseconds or seconds since the epoch. */
function shiftedNumber(value: number, isOfSpan: InSpan, shiftMs: number): number {
  if (isOfSpan(value, CLOCK_TICK_MS)) return value + shiftMs
  if (!isOfSpan(value * SECOND_MS, SECOND_MS)) return value
  const later = value + shiftMs / SECOND_MS
  return Number.isInteger(value) ? Math.floor(later) : later
}

/** Digits, or the form that `Date` gives. */
function shiftedForm(text: string, isOfSpan: InSpan, shiftMs: number): string {
  if (/^\d/.test(text)) {
    const [was, is] = [Number(text), shiftedNumber(Number(text), isOfSpan, shiftMs)]
    return was === is ? text : String(is)
  }
  const ms = Date.parse(text)
  if (!isOfSpan(ms, SECOND_MS)) return text
  const later = new Date(ms + shiftMs)
  return text.includes(',') ? later.toUTCString() : later.toString()
}

/** As ISO 8601 has it, as `Date` itself writes it, and as a number. */
const WRITTEN =
  /(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d)(:\d\d)?(\.\d+)?( ?(?:Z|UTC|[+-]\d\d:?\d\d))?|[A-Z][a-z]{2},? (?:[A-Z][a-z]{2} \d\d|\d\d [A-Z][a-z]{2}) \d{4} \d\d:\d\d:\d\d GMT(?:[+-]\d{4}(?: \([^()]{1,60}\))?)?|(?<![\w.])\d{10}(?:\d{3})?(?![\w.])/g

function shiftedText(text: string, isOfSpan: InSpan, shiftMs: number): string {
  return text.replaceAll(WRITTEN, (whole, day, between, minutes, seconds = '', fraction = '', zone = '') => {
    if (day === undefined) return shiftedForm(whole, isOfSpan, shiftMs)
    const asUtc =
      Date.parse(`${day}T${minutes}${seconds === '' ? ':00' : seconds}Z`) + Number(`0${fraction}`) * SECOND_MS
    const gapMs = seconds === '' ? MINUTE_MS : fraction === '' ? SECOND_MS : CLOCK_TICK_MS
    if (!momentsOf(whole, asUtc, zone).some((ms) => isOfSpan(ms, gapMs))) return whole
    const [date = '', time = ''] = new Date(asUtc + shiftMs).toISOString().split('T')
    const digits =
      fraction === ''
        ? ''
        : `.${time
            .slice(9, 12)
            .padEnd(fraction.length - 1, '0')
            .slice(0, fraction.length - 1)}`
    return `${date}${between}${time.slice(0, 5)}${seconds === '' ? '' : time.slice(5, 8)}${digits}${zone}`
  })
}

/** Without a zone it may be that of the machine. */
function momentsOf(whole: string, asUtc: number, zone: string): readonly number[] {
  if (zone !== '') {
    const offset = /([+-])(\d\d):?(\d\d)/.exec(zone)
    if (offset === null) return [asUtc]
    const [, sign, hours, minutes] = offset
    return [asUtc - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS]
  }
  return [asUtc, Date.parse(whole.replace(' ', 'T'))]
}
