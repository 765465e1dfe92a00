/**
 * Variants that are aimed at the schemas of arguments: what is handed on from an answer may be longer, greater or more than the tool that gets it
 * takes, however far its limit lies from all that is tried elsewhere.
 */
import { isJsonArray, isJsonObject, isSameJson, type JsonValue, valueAt } from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import { placesOf, replaceAt } from '../places.js'
import type { Passed } from './compare.js'
import { isolate, type Lab } from './lab.js'
import type { TakenArguments } from './taken-arguments.js'
import type { VariedAnswer } from './varied-answer.js'

/** Nothing is played of which the schemas do not say that it must go wrong, and nothing once something is seen to decide. Rejects as playing does. */
export async function aimAtArguments(
  answers: readonly VariedAnswer[],
  takenBy: (tool: ToolRef) => TakenArguments | undefined,
  lab: Lab,
): Promise<void> {
  const declared = new Map(answers.flatMap((each) => (each.isDeclared === true ? [[each.name, each]] : [])))
  for (const passed of lab.told().passed) {
    const answer = declared.get(passed.answer)
    const call = lab.base.trace.calls.find(({ name }) => name === passed.into)
    const taken = call && takenBy(call.tool)
    if (answer?.base === undefined || call === undefined || taken === undefined) continue
    const value = brokenBy(passed, { answer, base: answer.base, given: call.arguments, taken })
    if (value === undefined) continue
    const change = [answer.name, { kind: 'value', value }] as const
    const tried = await lab.try(new Map([change]))
    if (tried?.difference !== undefined) await isolate([change], tried.difference, lab)
    if (tried === undefined || lab.decides.size > 0) return
  }
}

interface HandedOn {
  readonly answer: VariedAnswer
  readonly base: JsonValue
  readonly given: JsonValue
  readonly taken: TakenArguments
}

/** An answer with which the arguments break their schema; undefined where none is found. */
function brokenBy({ pointer, to }: Passed, { answer, base, given, taken }: HandedOn): JsonValue | undefined {
  const [heard, argument] = [valueAt(base, pointer), valueAt(given, to)]
  if (heard === undefined || argument === undefined || taken.breaks(given)) return undefined
  for (const place of placesOf(heard).slice(0, MOST_PLACES))
    for (const each of othersFor(place.value, taken)) {
      const by = replaceAt(heard, place.pointer, each)
      const made = madeOf(argument, heard, by)
      if (made === undefined || !taken.breaks(replaceAt(given, to, made))) continue
      const value = replaceAt(base, pointer, by)
      if (answer.allows(value)) return value
    }
  return undefined
}

const MOST_PLACES = 40

function othersFor(value: JsonValue, { limits, values }: TakenArguments): readonly JsonValue[] {
  const named = values.filter((each) => typeof each === typeof value)
  const texts = typeof value === 'string' ? REFUSED_TEXTS : []
  return [...limits.flatMap((limit) => beyond(value, limit)), ...named, ...texts]
}

/** What patterns forbid, beside what is tried everywhere. */
const REFUSED_TEXTS: readonly string[] = ['\0', '/', '-', '.', '..', '#', '@', ':']

/** What is on the other side of a limit, as little as can be. */
function beyond(heard: JsonValue, limit: number): readonly JsonValue[] {
  if (typeof heard === 'number') {
    const step = Math.max(1, Math.abs(limit) * 1e-9)
    return [limit + step, limit - step, limit + step / 2, limit - step / 2].filter(Number.isFinite)
  }
  if (!Number.isInteger(limit) || limit < 0 || limit > MOST) return []
  if (typeof heard === 'string') return ['x'.repeat(limit + 1)]
  if (isJsonArray(heard)) {
    const [first] = heard
    return first === undefined || limit > MOST_ITEMS
      ? []
      : [Array.from({ length: limit + 1 }, (_, i) => heard[i] ?? first)]
  }
  if (!isJsonObject(heard) || limit > MOST_ITEMS) return []
  const [first = 'x'] = Object.values(heard)
  return [
    { ...heard, ...Object.fromEntries(Array.from({ length: limit + 1 }, (_, i) => [`more${i}`, first])) },
  ]
}

/** Longer ones no server could be asked with. */
const MOST = 1_000_000
const MOST_ITEMS = 10_000

/** What the argument is where something else is heard; undefined where that is not plain to see. */
function madeOf(argument: JsonValue, heard: JsonValue, by: JsonValue): JsonValue | undefined {
  if (isSameJson(argument, heard)) return by
  const isQuoted = typeof argument === 'string' && typeof heard === 'string' && heard !== ''
  if (isQuoted && typeof by === 'string' && argument.includes(heard)) return argument.replace(heard, () => by)
  const [length, longer] = [lengthOf(heard), lengthOf(by)]
  return argument === length ? longer : undefined
}

function lengthOf(value: JsonValue): number | undefined {
  return typeof value === 'string' || isJsonArray(value) ? value.length : undefined
}
