/** Arguments with references in them: made from what a session called, and resolved by what was answered since. */

import {
  defined,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toPointer,
  valueAt,
} from '../base/index.js'
import { markedObject } from './marked-object.js'
import { inForm, type Known, TELLING_LENGTH, type Woven, weave } from './weave.js'
import { splitText } from './words.js'

/** Where in an earlier answer a value stands. */
export interface Place {
  /** Number of the call, from 1. */
  readonly call: number
  /** JSON Pointer into what was answered: structured content, else JSON in the text, else the text. */
  readonly pointer: string
  /** Which word of the text that stands there, from 0; absent: all of it. */
  readonly word?: number
}

export interface Reference extends Place {
  /** The value's name among those that promises have. */
  readonly own: string
  /** How it is written here; default: as it stands. `day`: of a time, `2026-01-31`. */
  readonly form?: 'upper' | 'lower' | 'day' | 'number'
  /** So many of its first letters. */
  readonly first?: number
  /** So many of its last letters. */
  readonly last?: number
  /** Other places where the same stood: they have to agree when the call is made. */
  readonly also?: readonly Place[]
}

/** A value that may be referred to. */
export interface Referable {
  readonly name: string
  readonly text: string
  readonly kind: Known<unknown>['kind']
  /** As for what is woven. */
  readonly isLongAgo?: boolean
  readonly others: readonly string[]
  readonly server: string
  /** The first is where it was said first. */
  readonly places: readonly [Place, ...Place[]]
}

export interface Templated {
  readonly template: JsonObject
  /** All that stands in it as it is, texts of one argument beside each other. */
  readonly literals: readonly string[]
  readonly references: readonly Reference[]
}

/** `known`: what was said before, what was heard last at the end. `server`: whose arguments they are. */
export function templateOf(args: JsonObject, server: string, known: readonly Referable[]): Templated {
  const literals: string[] = []
  const references: Reference[] = []
  const sought = known.map(
    (each): Known<Referable> => ({
      ...{ text: each.text, kind: each.kind, others: each.others, of: each },
      ...defined({ isLongAgo: each.isLongAgo }),
    }),
  )
  return { template: topOf(args), literals, references }

  function topOf(value: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, templated(member, [name])]),
    )
  }

  function templated(value: JsonValue, path: readonly (string | number)[]): JsonValue {
    if (typeof value === 'string' || typeof value === 'number') return leafOf(value, path)
    if (isJsonArray(value)) return value.map((item, i) => templated(item, [...path, i]))
    return isJsonObject(value) ? objectOf(value, path) : value
  }

  function leafOf(value: string | number, path: readonly (string | number)[]): JsonValue {
    const text = String(value)
    const short = text.length < TELLING_LENGTH ? shortOf(text, path) : undefined
    if (typeof value === 'number') {
      const found = short ?? known.findLast((each) => each.text === text && text.length >= TELLING_LENGTH)
      if (found !== undefined) return { $value: refer({ of: found }, 'number') }
      literals.push(text)
      return value
    }
    if (short !== undefined) return { $text: [refer({ of: short })] }
    return textOf(value)
  }

  /** A short value is only told from others by the name that it bears, at both ends. */
  function shortOf(text: string, path: readonly (string | number)[]): Referable | undefined {
    const name = lastName(toPointer(path))
    return known.findLast(
      (each) => each.text === text && each.server === server && lastName(each.places[0].pointer) === name,
    )
  }

  function textOf(text: string): JsonValue {
    const parts = weave(text, sought)
    for (const part of parts) if (typeof part === 'string') literals.push(part)
    if (parts.every((part) => typeof part === 'string')) return text
    return { $text: parts.map((part) => (typeof part === 'string' ? part : refer(part))) } as JsonObject
  }

  function objectOf(value: JsonObject, path: readonly (string | number)[]): JsonValue {
    return markedObject(
      Object.entries(value).map(([name, member]) => [textOf(name), templated(member, [...path, name])]),
      MARKS,
      path.length > 0,
    )
  }

  function refer({ of, form, first, last }: Woven<Referable>, as?: 'number'): JsonObject {
    const [place, ...also] = of.places
    const reference: Reference = {
      ...place,
      own: of.name,
      ...defined({ form: as ?? form, first, last }),
      ...(of.kind === 'time' && also.length > 0 ? { also: also.slice(-MOST_PLACES) } : {}),
    }
    references.push(reference)
    return reference as unknown as JsonObject
  }
}

const MARKS: ReadonlySet<string> = new Set(['$text', '$value', '$object', '$plain'])
const MOST_PLACES = 3

/** The last step that is a name: items of a list bear that of the list. */
export function lastName(pointer: string): string {
  return pointer.split('/').findLast((step) => !/^\d*$/.test(step)) ?? ''
}

/** A sentence: why a template has no value yet. */
export class Unresolved extends Error {}

/**
 * The arguments, by what was answered. `find` says what stands at a place now; undefined: nothing. `null` from `find` counts as unknown:
 * its pointer is in `unknownAt`.
 * @throws Unresolved where a reference is missing, or where its several places say different things
 */
export function resolveTemplate(
  template: JsonObject,
  find: (reference: Place & { readonly own?: string }) => string | null | undefined,
): { readonly arguments: JsonObject; readonly unknownAt: readonly string[] } {
  const unknownAt: string[] = []
  return { arguments: resolved(template, []) as JsonObject, unknownAt }

  function resolved(value: JsonValue, path: readonly (string | number)[]): JsonValue {
    if (isJsonArray(value)) return value.map((item, i) => resolved(item, [...path, i]))
    if (!isJsonObject(value)) return value
    const [name, ...others] = Object.keys(value)
    if (path.length > 0 && name !== undefined && others.length === 0 && MARKS.has(name))
      return marked(name, value[name] as JsonValue, path)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, resolved(member, [...path, key])]),
    )
  }

  function marked(mark: string, value: JsonValue, path: readonly (string | number)[]): JsonValue {
    switch (mark) {
      case '$plain':
        return Object.fromEntries(
          Object.entries(value as JsonObject).map(([key, member]) => [key, resolved(member, [...path, key])]),
        )
      case '$object':
        return Object.fromEntries(
          (value as readonly (readonly [JsonValue, JsonValue])[]).map(([key, member]) => {
            const named = typeof key === 'string' ? key : String(resolved(key, [...path, '']))
            return [named, resolved(member, [...path, named])]
          }),
        )
      case '$value': {
        const text = written(value as unknown as Reference)
        if (text === null) unknownAt.push(toPointer(path))
        return text === null ? null : Number(text)
      }
      default: {
        const parts = (value as readonly JsonValue[]).map((part) =>
          typeof part === 'string' ? part : written(part as unknown as Reference),
        )
        if (!parts.includes(null)) return parts.join('')
        unknownAt.push(toPointer(path))
        return null
      }
    }
  }

  function written(reference: Reference): string | null {
    const { call, pointer, also = [], form, first, last } = reference
    const found = find(reference)
    if (found === undefined)
      throw new Unresolved(
        `what call ${call} answers at ${pointer || 'its text'} is not there, which it needs`,
      )
    if (found === null) return null
    for (const place of also) {
      const other = find(place)
      if (other !== null && other !== found)
        throw new Unresolved(
          `call ${call} says ${found} and call ${place.call} says ${other ?? 'nothing'}, which were the same in the session`,
        )
    }
    return inForm(found, {
      ...(form === undefined || form === 'number' ? {} : { form }),
      ...defined({ first, last }),
    })
  }
}

/** What stands in a template as it is, with a sign that is no word in place of each reference. */
export function withoutReferences(template: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(template).map(([name, member]) => [name, literalOf(member)]))
}

function literalOf(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(literalOf)
  if (!isJsonObject(value)) return value
  const [mark, ...others] = Object.keys(value)
  if (mark === undefined || others.length > 0) return withoutReferences(value)
  const inside = value[mark] as JsonValue
  switch (mark) {
    case '$text':
      return (inside as readonly JsonValue[])
        .map((part) => (typeof part === 'string' ? part : IN_PLACE))
        .join('')
    case '$value':
      return IN_PLACE
    case '$object':
      return (inside as readonly (readonly [JsonValue, JsonValue])[]).map(([, member]) => literalOf(member))
    case '$plain':
      return withoutReferences(inside as JsonObject)
    default:
      return withoutReferences(value)
  }
}

const IN_PLACE = '\u2026'

/** What stands at a place of an answer, as text; undefined: nothing. */
export function textAt(answer: JsonValue, { pointer, word }: Omit<Place, 'call'>): string | undefined {
  const value = valueAt(answer, pointer)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  return word === undefined ? value : splitText(value).words[word]
}
