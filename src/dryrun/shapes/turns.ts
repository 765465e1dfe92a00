/**
 * Which calls of a tool go on from an earlier one: the next page, what a node of a tree names, the same question again. A loop that
 * hangs on what its own calls are answered ends for real, and nobody knows when: whoever makes answers up ends it after a few turns.
 */
import { isSameJson, type JsonObject, type JsonValue } from '../../base/index.js'
import { questionKey, type ToolCall, type ToolRef, toolRef } from '../../call/index.js'
import { NO_WAIT_MS } from '../../execution/index.js'
import { placesOfKept } from '../places.js'

export interface Turn {
  /** How many calls led to this one, each to the next. */
  readonly number: number
  /** Where the earlier answer names what is asked for: pointers into that; empty for pages that are counted. */
  readonly from: readonly string[]
  /** How often the same was asked since, as far as the answer may have moved on. */
  readonly looks: number
}

export interface Turns {
  of(call: ToolCall): Turn
  /** What a call was answered; undefined where nothing is known of that. */
  answered(call: ToolCall, turn: Turn, said: JsonValue | undefined): void
}

/** From here on an answer may be the end. */
export const LAST_TURN = 2

/** Of one run: it remembers what was asked. */
export function createTurns(): Turns {
  const asked = new Map<ToolRef, readonly Asked[]>()
  const questions = new Map<string, Question>()
  return {
    of(call) {
      const question = questionKey(call)
      const before = asksForUnknownPage(call) ? undefined : questions.get(question)
      const { atMs } = call
      if (before === undefined) {
        const turn = ledBy(call, asked.get(toolRef(call)) ?? []) ?? FIRST
        questions.set(question, { turn, atMs, times: 1 })
        return turn
      }
      // Of clients and mocks nobody knows what goes on between two calls: they hear the same.
      const isLater = atMs !== undefined && (before.times >= STILL || atMs - (before.atMs ?? 0) > NO_WAIT_MS)
      const turn = { ...before.turn, looks: before.turn.looks + (isLater ? 1 : 0) }
      questions.set(question, { turn, atMs, times: before.times + 1 })
      return turn
    },
    answered({ arguments: args = {}, ...call }, { number }, said) {
      const before = asked.get(toolRef(call)) ?? []
      asked.set(toolRef(call), [{ args, said, number }, ...before.slice(0, MOST_REMEMBERED - 1)])
    },
  }
}

interface Asked {
  readonly args: JsonObject
  readonly said: JsonValue | undefined
  readonly number: number
}

interface Question {
  readonly turn: Turn
  readonly atMs: number | undefined
  readonly times: number
}

const FIRST: Turn = { number: 0, from: [], looks: 0 }

/** So often the same is answered to what is asked again without a wait: nothing says that anything has changed meanwhile. */
const STILL = 3
/** Siblings in a tree come long after what names them. */
const MOST_REMEMBERED = 40

const PAGE = /page|cursor|offset|skip|start|after|token|marker|continu/i

/** From the nearest of the earlier calls, the last one first, whose answer names what is asked now, or whose number has grown. */
function ledBy(call: ToolCall, before: readonly Asked[]): Turn | undefined {
  const { arguments: args = {} } = call
  const unknown = new Set((call.unknownAt ?? []).map(argumentAt))
  for (const [i, earlier] of before.entries()) {
    const names = new Set([...Object.keys(earlier.args), ...Object.keys(args)])
    const ways = [...names]
      .filter((name) => unknown.has(name) || !isSameJson(earlier.args[name], args[name]))
      .map((name) => {
        if (unknown.has(name)) return i === 0 && PAGE.test(name) ? [] : undefined
        const from = namesOf(args[name], earlier)
        return from.length > 0 || (i === 0 && isCounted(name, earlier.args[name], args[name]))
          ? from
          : undefined
      })
    if (ways.length > 0 && !ways.includes(undefined))
      return { number: earlier.number + 1, from: ways.flatMap((way) => way ?? []), looks: 0 }
  }
  return undefined
}

/** What names no page any more comes from an answer, too. */
function isCounted(name: string, was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  if (!PAGE.test(name)) return false
  if (typeof is === 'number') return typeof was === 'number' ? is > was : was === undefined
  return is === undefined || is === null
}

/** Places of an answer that say what is asked for, or a part of it. What only repeats its question names nothing. */
function namesOf(is: JsonValue | undefined, { args, said }: Asked): readonly string[] {
  if (is === undefined || said === undefined) return []
  const question = JSON.stringify(args)
  const text = JSON.stringify(is)
  return placesOfKept(said).flatMap(({ pointer, value }) => {
    if (typeof value === 'number') return value === is ? [pointer] : []
    if (typeof value !== 'string' || question.includes(inJson(value))) return []
    return value === is || (value.length >= SHORTEST && text.includes(inJson(value))) ? [pointer] : []
  })
}

/** Shorter words stand in a text by accident. */
const SHORTEST = 3

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function asksForUnknownPage({ unknownAt = [] }: ToolCall): boolean {
  return unknownAt.some((pointer) => PAGE.test(argumentAt(pointer)))
}

function argumentAt(pointer: string): string {
  return pointer.split('/')[1] ?? ''
}
