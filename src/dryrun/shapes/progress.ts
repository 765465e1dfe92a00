/**
 * Made up answers that move on: what is asked again later is not the same for ever, and what is asked page by page has an end. A program
 * that waits for something, or reads to the end, gets there.
 */
import { isJsonArray, isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../base/index.js'
import { type ToolCall, type ToolRef, toolRef } from '../../call/index.js'
import { NO_WAIT_MS } from '../../execution/index.js'
import { type Place, placesOf, placesOfKept, rebuild, replaceAt } from '../places.js'
import type { AnswerShape } from './answer-shape.js'

export interface Progress {
  /** What is answered in the place of a value that was made for the call. */
  of(call: ToolCall, made: JsonValue, shape: AnswerShape): JsonValue
}

/** Of one run: it remembers what was asked. */
export function createProgress(): Progress {
  const polls = new Map<string, { atMs: number; looks: number }>()
  const pages = new Map<ToolRef, Page>()
  return {
    of(call, made, shape) {
      const { atMs = 0, arguments: args = {} } = call
      const question = `${toolRef(call)} ${JSON.stringify(args)}`
      const before = polls.get(question)
      const looks = before === undefined ? 0 : before.looks + (atMs - before.atMs > NO_WAIT_MS ? 1 : 0)
      polls.set(question, { atMs, looks })
      const last = pages.get(toolRef(call))
      const turned = last && turnedBy(last, args)
      const number = last !== undefined && turned !== undefined ? last.number + 1 : 0
      const moved = looks === 0 ? made : later(made, looks, shape)
      const said = number < LAST_PAGE ? moved : lastPage(moved, turned ?? [], shape)
      pages.set(toolRef(call), { args, said, number })
      return said
    },
  }
}

/** So many pages have another one behind them. */
const LAST_PAGE = 2

interface Page {
  readonly args: JsonObject
  readonly said: JsonValue
  readonly number: number
}

/**
 * Where the page before named the one that is asked for: pointers into it, none for pages that are counted. Undefined for what is
 * no next page.
 */
function turnedBy({ args: before, said }: Page, args: JsonObject): readonly string[] | undefined {
  const names = new Set([...Object.keys(before), ...Object.keys(args)])
  const [name, ...others] = [...names].filter((each) => !isSameJson(before[each], args[each]))
  if (name === undefined || others.length > 0) return undefined
  const [was, is] = [before[name], args[name]]
  if (typeof is !== 'string' && typeof is !== 'number') return undefined
  const from = placesOfKept(said).filter(
    ({ pointer, value }) => value === is && !/\/\d+(?:\/|$)/.test(pointer),
  )
  if (from.length > 0) return from.map(({ pointer }) => pointer)
  const isCounted = typeof is === 'number' && (typeof was === 'number' ? is > was : was === undefined)
  return isCounted ? [] : undefined
}

/** No further page is named. Pages that are counted end with an empty one. */
function lastPage(value: JsonValue, cursors: readonly string[], { allows }: AnswerShape): JsonValue {
  const named = cursors.reduce<JsonValue>(
    (page, pointer) => firstAllowed(page, pointer, [undefined, null, ''], allows),
    value,
  )
  return placesOf(named).reduce<JsonValue>((page, place) => {
    const ends = endOf(place, cursors.length === 0)
    return ends === undefined ? page : firstAllowed(page, place.pointer, [ends], allows)
  }, named)
}

function endOf({ pointer, value }: Place, isCounted: boolean): JsonValue | undefined {
  const [name = ''] = pointer.split('/').slice(-1)
  if (typeof value === 'boolean')
    return /more|next/i.test(name) ? false : /done|last|end|complete/i.test(name) ? true : undefined
  return isCounted && isJsonArray(value) && pointer.split('/').length <= 2 ? [] : undefined
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

/** Whatever a program may wait for has its turn: flags change, words go on, numbers grow, lists empty. */
function later(value: JsonValue, looks: number, shape: AnswerShape): JsonValue {
  const words = shape.wordsOf(value)
  const moved = rebuild(value, ({ pointer, value: was }) => {
    const known = words.get(pointer) ?? []
    const at = known.indexOf(was)
    if (known.length > 1) return known[(Math.max(at, 0) + looks) % known.length]
    if (typeof was === 'boolean') return looks % 2 === 0 ? was : !was
    if (typeof was === 'number') return [was, was + 1, 100, 0, was - 1][looks % 5] ?? was
    return isJsonArray(was) && looks % 3 === 2 ? [] : was
  })
  if (moved !== undefined && shape.allows(moved)) return moved
  // As much as may be.
  return moved === undefined
    ? value
    : placesOf(value).reduce<JsonValue>((each, { pointer, value: was }) => {
        const is = isJsonObject(was) ? undefined : placeIn(moved, pointer)
        return is === undefined || isSameJson(is, was)
          ? each
          : firstAllowed(each, pointer, [is], shape.allows)
      }, value)
}

function placeIn(value: JsonValue, pointer: string): JsonValue | undefined {
  return placesOf(value).find((each) => each.pointer === pointer)?.value
}
