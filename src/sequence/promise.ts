/** What an answer has to be again: as it was in the session, with names where each world has values of its own. */

import {
  defined,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toPointer,
} from '../base/index.js'
import { type DifferingWord, keyOf } from './compare-values.js'
import { markedObject } from './marked-object.js'
import type { OwnValueSeen } from './own-values.js'
import { type Known, weave } from './weave.js'
import { splitText } from './words.js'

/** `words`: of this answer. `own`: all of the session. */
export function promiseOf(
  value: JsonValue,
  words: readonly DifferingWord[],
  own: readonly OwnValueSeen[],
  call: number,
): JsonValue {
  const differing = new Set(words.map(keyOf))
  const nameAt = new Map(
    own.flatMap(({ name, places }) =>
      places.filter((place) => place.call === call).map((place) => [keyOf(place), name] as const),
    ),
  )
  const anywhere = own.filter(({ isOfPlace }) => isOfPlace !== true)
  const bySession = new Map(anywhere.map(({ session, name }) => [session, name]))
  const heard = anywhere
    .filter(({ first }) => first <= call)
    .map((each): Known<string> => ({ text: each.session, kind: each.kind, of: each.name }))
  return promised(value, [])

  function promised(part: JsonValue, path: readonly (string | number)[]): JsonValue {
    const pointer = toPointer(path)
    if (typeof part === 'number') {
      const key = keyOf({ pointer })
      const name = differing.has(key) ? (nameAt.get(key) ?? bySession.get(String(part))) : undefined
      return name === undefined ? part : { $own: name }
    }
    if (typeof part === 'string') return textOf(part, pointer)
    if (isJsonArray(part)) return part.map((item, i) => promised(item, [...path, i]))
    if (!isJsonObject(part)) return part
    return markedObject(
      Object.entries(part).map(([name, member]) => [
        textOf(name, toPointer([...path, name]), true),
        promised(member, [...path, name]),
      ]),
      MARKS,
    )
  }

  function textOf(text: string, pointer: string, isName = false): JsonValue {
    const { between, words: all } = splitText(text)
    const parts: (string | JsonObject)[] = []
    for (const [i, gap] of between.entries()) {
      parts.push(gap)
      const word = all[i]
      if (word !== undefined) parts.push(...wordOf(word, pointer, i, isName))
    }
    const joined = joinTexts(parts)
    return joined.every((part) => typeof part === 'string') ? text : { $text: joined }
  }

  function wordOf(
    word: string,
    pointer: string,
    i: number,
    isName: boolean,
  ): readonly (string | JsonObject)[] {
    const isOwn = differing.has(keyOf({ pointer, word: i }))
    const name = isName
      ? bySession.get(word)
      : (nameAt.get(keyOf({ pointer, word: i })) ?? nameAt.get(keyOf({ pointer })) ?? bySession.get(word))
    if (isOwn && name !== undefined) return [{ own: name }]
    const woven = weave(word, heard)
    if (woven.some((part) => typeof part !== 'string' && part.form === 'day')) return [word]
    return woven.map((part): string | JsonObject =>
      typeof part === 'string'
        ? part
        : {
            own: part.of,
            ...defined({ form: part.form, first: part.first, last: part.last }),
          },
    )
  }
}

const MARKS: ReadonlySet<string> = new Set(['$text', '$own', '$object', '$plain'])

function joinTexts(parts: readonly (string | JsonObject)[]): readonly (string | JsonObject)[] {
  const joined: (string | JsonObject)[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part === '') continue
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
}
