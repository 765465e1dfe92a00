/** Numbers of JSON that JavaScript cannot hold, kept as they were written. */
import { isJsonObject, type JsonObject, type JsonValue } from './json.js'
import { lossyNumber, textItems, textMembers } from './json-text.js'
import { trimEndOf } from './trim-end.js'

/** The only key of an object that stands for a number which JavaScript would read as another one. */
const NUMBER_KEY = 'understudy.number'

/**
 * The value with an object in the place of each number that JavaScript reads as another one than the text says; the very value where it
 * reads all of them as they are. What stands in one of both alone is left as it is. Equal numbers give equal objects, however written.
 */
export function withWrittenNumbers<Value extends JsonValue>(value: Value, text: string): Value {
  // Numbers become objects, and everything else stays what it is: no caller's type names a number.
  return lossyNumber(text) === undefined ? value : (numbersIn(value, text, 0, text.length) as Value)
}

/** True for a value in which a number stands that JavaScript cannot hold. */
export function holdsWrittenNumber(value: JsonValue | undefined): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return value.some(holdsWrittenNumber)
  return (
    isJsonObject(value) && (tokenOf(value) !== undefined || Object.values(value).some(holdsWrittenNumber))
  )
}

/** The value as JavaScript reads it: each number that it cannot hold is the nearest that it can. */
export function withNearestNumbers<Value extends JsonValue>(value: Value): Value {
  // Only what stands for a number becomes another kind of value, as it was for whoever sent it.
  return holdsWrittenNumber(value) ? (nearest(value) as Value) : value
}

/** JSON of a value in which each number that JavaScript cannot hold is a number again. */
export function writeNumbers(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeNumbers).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const token = tokenOf(value)
  if (token !== undefined) return token
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${writeNumbers(member)}`,
  )
  return `{${members.join(',')}}`
}

/** The text of an object's member, where a number stands in it that JavaScript cannot hold. */
export function lossyMember(object: string | undefined, name: string): string | undefined {
  if (object === undefined || lossyNumber(object) === undefined) return undefined
  const member = textMembers(object).findLast(({ key }) => key === name)
  const text = member && object.slice(member.start, member.end)
  return text === undefined || lossyNumber(text) === undefined ? undefined : text
}

function nearest(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(nearest)
  if (!isJsonObject(value)) return value
  const token = tokenOf(value)
  if (token !== undefined) return Number(token)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, nearest(member)]))
}

function numbersIn(value: JsonValue, text: string, start: number, end: number): JsonValue {
  if (typeof value === 'number') return writtenNumber(value, text.slice(start, end).trim())
  if (Array.isArray(value)) {
    const items = textItems(text, start)
    return value.map((item: JsonValue, i) => {
      const [from, to] = items[i] ?? []
      return from === undefined || to === undefined ? item : numbersIn(item, text, from, to)
    })
  }
  if (!isJsonObject(value)) return value
  // Of a key that stands there twice the last one counts, as for whoever reads it.
  const places = new Map(textMembers(text, start).map((member) => [member.key, member]))
  const members = Object.entries(value).map(([key, member]) => {
    const place = places.get(key)
    return [key, place === undefined ? member : numbersIn(member, text, place.start, place.end)] as const
  })
  return Object.fromEntries(members)
}

function writtenNumber(value: number, token: string): JsonValue {
  return lossyNumber(token) !== token || !Object.is(Number(token), value)
    ? value
    : { [NUMBER_KEY]: normalForm(token) }
}

function tokenOf(object: JsonObject): string | undefined {
  const { [NUMBER_KEY]: token, ...others } = object
  if (typeof token !== 'string' || Object.keys(others).length > 0) return undefined
  return lossyNumber(token) === token ? token : undefined
}

/** All digits that count, and how many places they are moved: the same for every spelling of one number. */
function normalForm(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = trimEndOf(digits, /0/)
  const moved = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length)
  if (moved >= 0n && moved <= PLAIN_ZEROS) return sign + kept + '0'.repeat(Number(moved))
  return `${sign}${kept}e${moved}`
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const PLAIN_ZEROS = 20n
