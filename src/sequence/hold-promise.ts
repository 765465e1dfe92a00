/** Holds an answer against what was promised: as in the session, but for what each world makes anew, and that one to one. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, toPointer } from '../base/index.js'
import { compareValues, keyOf } from './compare-values.js'
import type { OwnMap } from './own-map.js'
import type { OwnValue } from './sequence.js'
import { inForm } from './weave.js'
import { splitText } from './words.js'

/** The end of a sentence on the answer; undefined where it is as promised. `map`: what this world made anew so far; it learns. */
export function holdPromise(
  promised: JsonValue,
  answer: JsonValue,
  own: Own,
  map: OwnMap,
): string | undefined {
  const { value, places } = sessionValue(promised, own)
  const numbers = new Set(
    Object.values(own).flatMap(({ kind, session }) => (kind === 'number' ? [String(session)] : [])),
  )
  const compared = compareValues(value, answer, {
    map,
    isMeasured: (number) => numbers.has(number),
    mayDiffer: (pointer, word) => places.has(keyOf({ pointer, ...(word === undefined ? {} : { word }) })),
  })
  return compared.kind === 'other' ? compared.why : undefined
}

interface SessionValue {
  /** As it was said in the session. */
  readonly value: JsonValue
  /** Where something else may be said the first time. */
  readonly places: ReadonlySet<string>
}

function sessionValue(promised: JsonValue, own: Own): SessionValue {
  const places = new Set<string>()
  return { value: said(promised, []), places }

  function said(part: JsonValue, path: readonly (string | number)[]): JsonValue {
    if (isJsonArray(part)) return part.map((item, i) => said(item, [...path, i]))
    if (!isJsonObject(part)) return part
    const [mark, ...others] = Object.keys(part)
    if (mark === undefined || others.length > 0) return members(part, path)
    const inside = part[mark] as JsonValue
    switch (mark) {
      case '$text':
        return text(inside as readonly (string | JsonObject)[], toPointer(path))
      case '$own':
        places.add(keyOf({ pointer: toPointer(path) }))
        return Number(sessionOf(String(inside), own))
      case '$object':
        return Object.fromEntries(
          (inside as readonly (readonly [JsonValue, JsonValue])[]).map(([name, member]) => {
            const plain = nameOf(name, path)
            return [plain, said(member, [...path, plain])]
          }),
        )
      case '$plain':
        return members(inside as JsonObject, path)
      default:
        return members(part, path)
    }
  }

  function members(part: JsonObject, path: readonly (string | number)[]): JsonObject {
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [name, said(member, [...path, name])]),
    )
  }

  function nameOf(name: JsonValue, path: readonly (string | number)[]): string {
    if (typeof name === 'string') return name
    const parts = (name as JsonObject).$text as readonly (string | JsonObject)[]
    const plain = written(parts, own)
    for (const [i] of splitText(plain).words.entries())
      places.add(keyOf({ pointer: toPointer([...path, plain]), word: i }))
    return plain
  }

  function text(parts: readonly (string | JsonObject)[], pointer: string): string {
    const whole = written(parts, own)
    const starts = wordStarts(whole)
    let at = 0
    for (const part of parts) {
      const word = starts.get(at)
      if (
        typeof part !== 'string' &&
        part.form === undefined &&
        part.first === undefined &&
        part.last === undefined &&
        word !== undefined
      )
        places.add(keyOf({ pointer, word }))
      at += written([part], own).length
    }
    return whole
  }
}

type Own = Readonly<Record<string, OwnValue>>

function written(parts: readonly (string | JsonObject)[], own: Own): string {
  return parts
    .map((part) =>
      typeof part === 'string' ? part : inForm(sessionOf(String(part.own), own), part as object),
    )
    .join('')
}

function sessionOf(name: string, own: Own): string {
  return String(own[name]?.session ?? '')
}

/** Which word begins where. */
function wordStarts(text: string): ReadonlyMap<number, number> {
  const { between, words } = splitText(text)
  const starts = new Map<number, number>()
  let at = 0
  for (const [i, word] of words.entries()) {
    at += (between[i] as string).length
    starts.set(at, i)
    at += word.length
  }
  return starts
}
