/**
 * Marks what a text gets in place of a value: behind `undefined`, `NaN` and `[object Object]` stands a mark with the number of the place.
 * What a mark is made of survives being put into lower case, cut into words, and written as a part of an address.
 */
import {
  bare,
  dateTime,
  defineProperty,
  functionToText,
  getPrototypeOf,
  hasOwn,
  isArray,
  isInstance,
  isNotANumber,
  NativeDate,
  NativePromise,
  objectPrototype,
  textIncludes,
  toPrimitive,
  toStringTag,
  toText,
} from './primordials.js'
import type { AnyFunction } from './replace.js'
import { isUnknown } from './unknown.js'

/** A value that becomes a part of a text: as it is, or the word that the language makes of it with a mark behind. */
export function markPart(id: number, value: unknown): unknown {
  const word = wordOf(value) ?? (isArray(value) ? listText(id, value, 0) : undefined)
  return word === undefined ? value : isArray(value) ? word : word + markOf(id)
}

/** What stands in for a match: an object there is no part of a text. */
export function markReplacement(id: number, value: unknown): unknown {
  return typeof value === 'object' ? value : markPart(id, value)
}

/** Two values with a plus between them. */
export function markSum(leftId: number, rightId: number, left: unknown, right: unknown): unknown {
  if (typeof left === 'string') return left + (markPart(rightId, right) as string)
  if (typeof right === 'string') return (markPart(leftId, left) as string) + right
  return (left as number) + (right as number)
}

/** What is put behind a text; behind a number it is no part of one. */
export function markAppended(id: number, before: unknown, value: unknown): unknown {
  return typeof before === 'string' ? markPart(id, value) : value
}

/** A list that is joined: of its items, undefined and null leave no word. */
export function markItems(id: number, list: unknown): unknown {
  if (!isArray(list)) return list
  let isMarked = false
  const items: unknown[] = []
  for (let i = 0; i < list.length; i++) {
    const item: unknown = list[i]
    const word = item === undefined ? undefined : wordOf(item)
    isMarked ||= word !== undefined
    const value = word === undefined ? item : word + markOf(id)
    defineProperty(items, i, bare({ value, writable: true, enumerable: true, configurable: true }))
  }
  return isMarked ? items : list
}

/** A number that is written in a form: what stands in for one that is none has the methods for that. */
export function markFormatted(id: number, value: unknown): unknown {
  if (typeof value !== 'number' || !isNotANumber(value)) return value
  const written = (): string => `NaN${markOf(id)}`
  return bare({ toFixed: written, toPrecision: written, toLocaleString: written, toString: written })
}

function markOf(id: number): string {
  return `zqm${toText(id)}qz`
}

/** What the language makes of a value that is none to be put into a text. */
function wordOf(value: unknown): string | undefined {
  if (value === undefined) return 'undefined'
  if (typeof value === 'number') return isNotANumber(value) ? 'NaN' : undefined
  if (typeof value === 'function') return nativeText(value as AnyFunction)
  if (typeof value !== 'object' || value === null || isUnknown(value) || isArray(value)) return undefined
  if (isInstance(NativeDate, value)) return isNotANumber(dateTime(value as Date)) ? 'Invalid Date' : undefined
  if (hasOwn(value, 'toString') || hasOwn(value, toPrimitive) || hasOwn(value, toStringTag)) return undefined
  if (isInstance(NativePromise, value)) return '[object Promise]'
  return getPrototypeOf(value) === objectPrototype ? '[object Object]' : undefined
}

/** A method that somebody forgot to call; a function of the program's own may be meant to be shown. */
function nativeText(value: AnyFunction): string | undefined {
  if (isUnknown(value)) return undefined
  const text = functionToText(value)
  return textIncludes(text, '{ [native code] }') ? text : undefined
}

/** The text of a list that holds such a value, with its marks; undefined where it holds none, or what has a text of its own. */
function listText(id: number, list: readonly unknown[], depth: number): string | undefined {
  let text = ''
  let isMarked = false
  for (let i = 0; i < list.length; i++) {
    const item = list[i]
    if (i > 0) text += ','
    if (item === undefined || item === null) continue
    const word = wordOf(item)
    if (word !== undefined) {
      isMarked = true
      text += word + markOf(id)
    } else if (isArray(item)) {
      const inner = depth < MOST_LEVELS ? listText(id, item, depth + 1) : undefined
      if (inner === undefined) return undefined
      isMarked = true
      text += inner
    } else if (typeof item === 'object' || typeof item === 'function' || typeof item === 'symbol')
      return undefined
    else text += toText(item)
  }
  return isMarked ? text : undefined
}

const MOST_LEVELS = 8
