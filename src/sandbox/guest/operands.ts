/** What a condition was decided from, as JSON text: values as they are, of what is larger as much as tells it apart. */
import {
  bare,
  dateTime,
  defineProperty,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  isFiniteNumber,
  isInstance,
  jsonText,
  mapForEach,
  NativeDate,
  NativeMap,
  NativeRegExp,
  NativeSet,
  ownNames,
  regExpFlags,
  regExpSource,
  setForEach,
  textSlice,
  toNumber,
  toText,
  toWellFormed,
} from './primordials.js'
import { isUnknown } from './unknown.js'

/** Text of the value; `{"k": …}` for what JSON has no value for. */
export function encodeOperand(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return encodeText(value)
    case 'number':
      return isFiniteNumber(value) ? jsonText(value) : `{"k":"number","v":"${toText(value)}"}`
    case 'boolean':
      return value ? 'true' : 'false'
    case 'undefined':
      return '{"k":"undefined"}'
    case 'object':
      return value === null ? 'null' : encodeObject(value)
    case 'bigint':
      return `{"k":"bigint","v":"${toText(value)}"}`
    default:
      return isUnknown(value) ? '{"k":"unknown"}' : '{"k":"function"}'
  }
}

/** The names of an object's own members, those that loops pass over too. */
export function keysOperand(holder: object): string {
  const keys = ownNames(holder)
  let items = ''
  for (let i = 0; i < keys.length && i < MOST_ITEMS; i++)
    items += `${i === 0 ? '' : ','}${encodeText(keys[i] as string)}`
  return `{"k":"keys","items":[${items}]}`
}

/** The names of an object's own members, one of them or none, and what that one is where it is a value. */
export function memberOperands(holder: object, name: string): string {
  const member = getOwnPropertyDescriptor(holder, name)
  const value = member !== undefined && hasOwn(member, 'value') ? `,${encodeOperand(member.value)}` : ''
  return `${keysOperand(holder)},${encodeText(name)}${value}`
}

/** What of its methods is watched: texts, lists, sets, maps, regular expressions, and `Number`. */
export function isWatchable(value: unknown): boolean {
  if (typeof value === 'string' || isArray(value)) return true
  if (value === toNumber) return true
  return isInstance(NativeSet, value) || isInstance(NativeMap, value) || isInstance(NativeRegExp, value)
}

/** What is never known. */
export const HIDDEN = '{"k":"hidden"}'

/** What something is made of, as far as that is looked into. */
export function madeOf(value: unknown): string {
  const isSeen = value === undefined || value === null || isWatchable(value)
  return isSeen ? encodeOperand(value) : HIDDEN
}

function encodeText(text: string): string {
  if (text.length <= LONGEST_TEXT) return jsonText(toWellFormed(text))
  return `{"k":"long","length":${text.length},"start":${jsonText(toWellFormed(textSlice(text, 0, 400)))}}`
}

function encodeObject(value: object): string {
  if (isArray(value)) return encodeList(value)
  if (isInstance(NativeDate, value)) return encodeOperand(dateTime(value as Date))
  if (isInstance(NativeRegExp, value))
    return `{"k":"regex","source":${jsonText(regExpSource(value as RegExp))},"flags":"${regExpFlags(value as RegExp)}"}`
  if (isInstance(NativeSet, value)) return encodeMembers((each) => setForEach(value as Set<unknown>, each))
  if (isInstance(NativeMap, value))
    return encodeMembers((each) => mapForEach(value as Map<unknown, unknown>, (_, key) => each(key)))
  return '{"k":"object"}'
}

function encodeList(list: readonly unknown[]): string {
  let items = ''
  for (let i = 0; i < list.length && i < MOST_ITEMS; i++)
    items += `${i === 0 ? '' : ','}${hasOwn(list, i) ? encodeItem(list[i]) : 'null'}`
  return `{"k":"list","length":${list.length},"items":[${items}]}`
}

/** The same for a list in another order, where it is not too long. */
export function unorderedOperand(list: readonly unknown[]): string {
  if (list.length > MOST_ITEMS) return encodeList(list)
  const ordered: string[] = []
  for (let i = 0; i < list.length; i++) {
    const item = hasOwn(list, i) ? encodeItem(list[i]) : 'null'
    let at = 0
    for (let i = 0; i < ordered.length; i++) if ((ordered[i] as string) <= item) at = i + 1
    for (let i = ordered.length - 1; i >= at; i--)
      defineProperty(ordered, i + 1, ownItem(ordered[i] as string))
    defineProperty(ordered, at, ownItem(item))
  }
  let items = ''
  for (let i = 0; i < ordered.length; i++) items += `${i === 0 ? '' : ','}${ordered[i]}`
  return `{"k":"items","items":[${items}]}`
}

/** Nothing that a program gave to all lists is asked. */
function ownItem(value: string): PropertyDescriptor {
  return bare({ value, writable: true, enumerable: true, configurable: true })
}

function encodeMembers(visit: (each: (member: unknown) => void) => void): string {
  let items = ''
  let count = 0
  visit((member) => {
    if (count++ < MOST_ITEMS) items += `${items === '' ? '' : ','}${encodeItem(member)}`
  })
  return `{"k":"set","length":${count},"items":[${items}]}`
}

function encodeItem(item: unknown): string {
  return typeof item === 'object' && item !== null ? '{"k":"object"}' : encodeOperand(item)
}

const LONGEST_TEXT = 4_000
const MOST_ITEMS = 50
