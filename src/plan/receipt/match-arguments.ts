/** Holds the arguments of a real call against those that a receipt expects. */
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  shorten,
  toPointer,
  valueAt,
} from '../../base/index.js'
import { resolveTemplate, textAt, Unresolved } from '../../sequence/index.js'
import { holdsPart } from './answer-leaves.js'
import type { ExpectedArguments } from './expected-arguments.js'
import { keyedDigest } from './keyed-digest.js'
import type { KnownAfter } from './receipt.js'

export interface GivenAnswers {
  /** What a call of the rehearsal was answered for real, once the program has it; undefined before. */
  answerTo(call: number): JsonValue | undefined
  readonly key: string
}

/** The first difference as the end of a sentence; undefined when they are as expected. Values are shown as they are. */
export function argumentDifference(
  expected: ExpectedArguments,
  actual: JsonObject,
  given: GivenAnswers,
): string | undefined {
  if (expected.template === undefined) return differenceAt(expected.arguments, actual, [])
  try {
    return differenceAt(resolvedNow(expected.template, given), actual, [])
  } catch (failure) {
    if (failure instanceof Unresolved) return failure.message
    throw failure
  }

  function differenceAt(
    wanted: JsonValue | undefined,
    found: JsonValue | undefined,
    path: readonly (string | number)[],
  ): string | undefined {
    const pointer = toPointer(path)
    if (found !== undefined && isMember(expected.secret, pointer))
      return keyedDigest(given.key, found) === expected.secret?.[pointer]
        ? undefined
        : `${placeOf(pointer)} is another value, which is secret`
    if (found !== undefined && isMember(expected.known_after, pointer))
      return originDifference(pointer, expected.known_after?.[pointer] as KnownAfter, found, given)
    if (found !== undefined && isMember(expected.unknown, pointer))
      return partDifference(
        pointer,
        expected.unknown?.[pointer] ?? [],
        found,
        given,
        isMember(expected.unknown_within, pointer) ? expected.unknown_within?.[pointer] : undefined,
      )
    if (wanted === undefined) return `${placeOf(pointer)} was not there, and is ${shown(found)}`
    if (found === undefined) return `${placeOf(pointer)} is missing`
    if (Array.isArray(wanted) && Array.isArray(found)) {
      if (wanted.length !== found.length)
        return `${placeOf(pointer)} has ${found.length} items instead of ${wanted.length}`
      return first(wanted.keys(), (i) => differenceAt(wanted[i], found[i], [...path, i]))
    }
    if (isJsonObject(wanted) && isJsonObject(found)) {
      const keys = new Set([...Object.keys(wanted), ...Object.keys(found)])
      return first(keys, (key) => differenceAt(own(wanted, key), own(found, key), [...path, key]))
    }
    return isSameJson(wanted, found)
      ? undefined
      : `${placeOf(pointer)} is ${shown(found)} instead of ${shown(wanted)}`
  }
}

/** @throws Unresolved while an answer is missing that something comes from */
function resolvedNow(template: JsonObject, given: GivenAnswers): JsonObject {
  return resolveTemplate(template, (place) => {
    const answer = given.answerTo(place.call)
    return answer === undefined ? undefined : textAt(answer, place)
  }).arguments
}

function originDifference(
  pointer: string,
  { call, pointer: from, word, before = '', after = '' }: KnownAfter,
  found: JsonValue,
  given: GivenAnswers,
): string | undefined {
  const origin = `${word === undefined ? 'what' : `word ${word + 1} of what`} call ${call} answers${from === '' ? '' : ` at ${from}`}`
  const answer = given.answerTo(call)
  if (answer === undefined) return `${placeOf(pointer)} was to be ${origin}, which nobody has said yet`
  const value = word === undefined ? valueAt(answer, from) : textAt(answer, { pointer: from, word })
  if (value === undefined) return `${placeOf(pointer)} was to be ${origin}, and there is nothing`
  const wanted = before === '' && after === '' ? value : `${before}${textOf(value)}${after}`
  return isSameJson(wanted, found)
    ? undefined
    : `${placeOf(pointer)} is ${shown(found)} instead of ${shown(wanted)}, ${origin}`
}

/** Of what was unknown as a whole any part may be used, and nothing else. */
function partDifference(
  pointer: string,
  calls: readonly number[],
  found: JsonValue,
  given: GivenAnswers,
  around: readonly string[] | undefined,
): string | undefined {
  const answers = calls.map((call) => given.answerTo(call)).filter((answer) => answer !== undefined)
  const isMade =
    around === undefined
      ? answers.some((answer) => holdsPart(answer, (part) => isSameJson(part, found)))
      : typeof found === 'string' && isMadeOf(found, around, answers)
  return isMade
    ? undefined
    : `${placeOf(pointer)} is ${shown(found)}, which no answer holds that it was to come from (call ${calls.join(', ')})`
}

/** The texts in their order, with a part of an answer in each gap, as text. */
function isMadeOf(
  text: string,
  [before = '', ...rest]: readonly string[],
  answers: readonly JsonValue[],
): boolean {
  if (!text.startsWith(before)) return false
  const behind = text.slice(before.length)
  if (rest.length === 0) return behind === ''
  return answers.some((answer) =>
    holdsPart(answer, (part) => {
      const filled = textOf(part)
      return behind.startsWith(filled) && isMadeOf(behind.slice(filled.length), rest, answers)
    }),
  )
}

function isMember(map: Readonly<Record<string, unknown>> | undefined, key: string): boolean {
  return map !== undefined && Object.hasOwn(map, key)
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** What `find` says of the first of which it says something. */
export function first<Item>(
  items: Iterable<Item>,
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function placeOf(pointer: string): string {
  return pointer === '' ? 'the arguments' : pointer
}

function shown(value: JsonValue | undefined): string {
  return shorten(JSON.stringify(value) ?? 'nothing', 120)
}
