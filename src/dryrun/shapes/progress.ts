/**
 * Made up answers that move on: what is asked again later is not the same for ever, and what is asked page by page has an end. A program
 * that waits for something, or reads to the end, gets there.
 */
import { isJsonArray, isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../base/index.js'
import type { ToolCall } from '../../call/index.js'
import { type Place, placesOf, placesOfKept, rebuild, replaceAt } from '../places.js'
import type { AnswerShape } from './answer-shape.js'
import type { PlanWords } from './plan-text.js'
import { createTurns, LAST_TURN } from './turns.js'

export interface Progress {
  /** What is answered in the place of a value that was made for the call. */
  of(call: ToolCall, made: JsonValue, shape: AnswerShape): JsonValue
}

/** Of one run: it remembers what was asked. `words`: what the plan compares with. */
export function createProgress(words: () => PlanWords): Progress {
  const turns = createTurns()
  return {
    of(call, made, shape) {
      const turn = turns.of(call)
      const beyond = turn.number - LAST_TURN
      const page = withFewPages(made, shape)
      const paged =
        beyond < 0 ? page : lastPage(page, { from: turn.from, asked: call.arguments ?? {} }, shape)
      // What goes on all the same ends by something else.
      const looks = turn.looks + Math.max(0, beyond)
      const said = looks === 0 ? paged : later(paged, looks, shape, words())
      turns.answered(call, turn, said)
      return said
    },
  }
}

/** Where an answer says how many pages there are. */
function withFewPages(value: JsonValue, { allows }: AnswerShape): JsonValue {
  return placesOfKept(value).reduce<JsonValue>((page, { pointer, value: was }) => {
    const isMany = typeof was === 'number' && was > LAST_TURN + 1 && /pages|last_?page/i.test(nameAt(pointer))
    return isMany ? firstAllowed(page, pointer, [LAST_TURN + 1], allows) : page
  }, value)
}

interface AskedFor {
  /** Where the answer before named it: pointers. */
  readonly from: readonly string[]
  readonly asked: JsonObject
}

/** No further page is named, and what names further things is empty. Pages that are counted end with an empty one. */
function lastPage(value: JsonValue, { from, asked }: AskedFor, { allows }: AnswerShape): JsonValue {
  const cursors = from.filter((pointer) => listAround(pointer) === undefined)
  const lists = cursors.length > 0 ? [] : from.flatMap((pointer) => listAround(pointer) ?? [])
  const named = [
    ...cursors.map((pointer) => [pointer, [undefined, null, '']] as const),
    ...lists.map((pointer) => [pointer, [[]]] as const),
  ].reduce<JsonValue>((page, [pointer, ends]) => firstAllowed(page, pointer, ends, allows), value)
  const reached = from.length === 0 ? reachedBy(asked) : undefined
  return placesOf(named).reduce<JsonValue>((page, place) => {
    const ends = endOf(place, reached)
    return ends === undefined ? page : firstAllowed(page, place.pointer, [ends], allows)
  }, named)
}

/** The list in which a place stands; undefined where it stands in none. */
function listAround(pointer: string): string | undefined {
  return /^(.*)\/\d+(?:\/[^/]*)*$/.exec(pointer)?.[1]
}

/** How far pages are counted; undefined where they are not. */
function reachedBy(asked: JsonObject): number | undefined {
  const numbers = Object.entries(asked).flatMap(([name, value]) =>
    typeof value === 'number' && !/per|size|limit|max/i.test(name) ? [value] : [],
  )
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}

function endOf({ pointer, value }: Place, reached: number | undefined): JsonValue | undefined {
  const name = nameAt(pointer)
  if (typeof value === 'boolean')
    return /more|next/i.test(name) ? false : /done|last|end|complete/i.test(name) ? true : undefined
  if (reached === undefined) return undefined
  if (typeof value === 'number') return /total|count|pages|last/i.test(name) ? reached : undefined
  return isJsonArray(value) && pointer.split('/').length <= 2 ? [] : undefined
}

function nameAt(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}

function firstAllowed(
  value: JsonValue,
  pointer: string,
  candidates: readonly (JsonValue | undefined)[],
  allows: (value: JsonValue) => boolean,
): JsonValue {
  const changed = candidates.map((each) => replaceAt(value, pointer, each)).find(allows)
  return changed ?? value
}

/**
 * Whatever a program may wait for has its turn: flags change, words go on, among them those that the plan compares with, numbers grow,
 * lists empty, and what may be absent is.
 */
function later(
  value: JsonValue,
  looks: number,
  shape: AnswerShape,
  { texts, numbers }: PlanWords,
): JsonValue {
  const words = shape.wordsOf(value)
  const turned = (of: readonly JsonValue[], from = 0): JsonValue =>
    of[(from + looks) % of.length] as JsonValue
  const moved = rebuild(value, ({ pointer, value: was }) => {
    const known = words.get(pointer) ?? []
    if (typeof was === 'boolean') return looks % 2 === 0 ? was : !was
    // Numbers within bounds are no list of words.
    if (typeof was === 'number') return turned([was, was + 1, 100, 0, was - 1, ...numbers, ...known])
    if (known.length > 1) return turned(known, Math.max(known.indexOf(was), 0))
    if (typeof was === 'string') return NAMES.test(nameAt(pointer)) ? was : turned([was, ...texts, ''])
    return isJsonArray(was) && looks % 3 === 2 ? [] : was
  })
  const bare =
    looks % 4 === 3
      ? placesOf(moved ?? value)
          .slice(1, MOST_BARED)
          .toReversed()
      : []
  const said = withAllowed(value, moved, shape.allows)
  return bare.reduce<JsonValue>(
    (each, { pointer }) => firstAllowed(each, pointer, [undefined, null], shape.allows),
    said,
  )
}

const MOST_BARED = 100

/** What things are called stays. */
const NAMES = /(?:^|_)id$|Id$|name|title|url|path/

/** As much of it as may be. */
function withAllowed(
  value: JsonValue,
  moved: JsonValue | undefined,
  allows: (value: JsonValue) => boolean,
): JsonValue {
  if (moved === undefined) return value
  if (allows(moved)) return moved
  return placesOf(value).reduce<JsonValue>((each, { pointer, value: was }) => {
    const is = isJsonObject(was) ? undefined : placeIn(moved, pointer)
    return is === undefined || isSameJson(is, was) ? each : firstAllowed(each, pointer, [is], allows)
  }, value)
}

function placeIn(value: JsonValue, pointer: string): JsonValue | undefined {
  return placesOf(value).find((each) => each.pointer === pointer)?.value
}
