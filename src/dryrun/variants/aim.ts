/** Values at which a condition would come out the other way, and the places of invented answers that feed it. */
import { isJsonObject, isSameJson, type JsonValue } from '../../base/index.js'
import { type Place, placesOf, replaceAt } from '../places.js'
import { hasKind, type OpenCondition } from './conditions.js'
import type { CallName, Played } from './played.js'
import { areAll, targetsOf } from './turning-values.js'
import type { VariedAnswer } from './varied-answer.js'

export interface Shot {
  readonly name: CallName
  readonly pointer: string
  /** Undefined takes the place away. */
  readonly value: JsonValue | undefined
}

export interface Aim {
  /** What may turn it, likeliest first, within the schemas. */
  readonly shots: readonly Shot[]
  /** True when a place feeds the condition as it stands, and no schema allows what would turn it there. */
  readonly isImpossible: boolean
}

export function aimAt(open: OpenCondition, answers: readonly VariedAnswer[]): Aim {
  const feeders = targetsOf(open).flatMap(({ side, operand, values }) =>
    answers.flatMap((answer) => {
      const value = valueIn(open.met, answer)
      return value === undefined
        ? []
        : feedersOf(operand, values, value, { open, answer }).map((each) => ({
            ...each,
            answer,
            value,
            side,
          }))
    }),
  )
  // Where an operand was the same as a place in every run it is that place, and nothing else feeds it.
  const sure = feeders.filter(
    ({ isDirect, pointer, answer, side }) => isDirect && isAlways(pointer, answer, side, open),
  )
  const chosen = feeders.filter(({ side }) => !sure.some((each) => each.side === side)).concat(sure)
  const shots = chosen.flatMap(({ answer, value, pointer, values }) =>
    values.flatMap((each): Shot[] => {
      if (typeof each === 'number' && !Number.isFinite(each)) return []
      const changed = replaceAt(value, pointer, each)
      if (isSameJson(changed, value) || !answer.allows(changed)) return []
      return [{ name: answer.name, pointer, value: each }]
    }),
  )
  // A place that is held against something else that moves is not settled by schemas.
  const isSettled = areAll(open.decision) && isFedFromOneSide(sure, open)
  return { shots, isImpossible: isSettled && shots.length === 0 }
}

/** Whether all that moves of a condition is one operand, which a place feeds. */
function isFedFromOneSide(sure: readonly { readonly side: number }[], open: OpenCondition): boolean {
  const [side, ...more] = new Set(sure.map((each) => each.side))
  if (side === undefined || more.length > 0) return false
  const others = ({ operands }: OpenCondition['decision']): JsonValue => operands.filter((_, i) => i !== side)
  return open.others.every(({ decision }) => isSameJson(others(decision), others(open.decision)))
}

/** Whether an operand was what stood at a place in each of several runs in which it moved. */
function isAlways(
  pointer: string,
  answer: VariedAnswer,
  side: number,
  { decision, others }: OpenCondition,
): boolean {
  const operand = decision.operands[side]
  const isMoved = others.some((each) => !isSameJson(each.decision.operands[side], operand))
  return (
    isMoved &&
    others.every(({ run, decision: then }) => isSameJson(placeIn(run, answer, pointer), then.operands[side]))
  )
}

/** What an answer was in a run. */
export function valueIn(run: Pick<Played, 'assignment'>, answer: VariedAnswer): JsonValue | undefined {
  const reply = run.assignment.get(answer.name)
  if (reply === undefined) return answer.base
  return reply.kind === 'value' ? reply.value : undefined
}

interface Feeder {
  readonly pointer: string
  readonly values: readonly (JsonValue | undefined)[]
  /** Whether the operand is what stands there, unchanged. */
  readonly isDirect: boolean
}

interface FedBy {
  readonly open: OpenCondition
  readonly answer: VariedAnswer
}

function feedersOf(
  operand: JsonValue | undefined,
  targets: readonly (JsonValue | undefined)[],
  value: JsonValue,
  from: FedBy,
): Feeder[] {
  const places = placesOf(value)
  const direct = places
    .filter((place) => isSameJson(place.value, operand))
    .map(({ pointer }): Feeder => ({ pointer, values: targets.map(unwrapped), isDirect: true }))
  const derived = places.flatMap((place) => derivedFeeders(place, operand, targets, from))
  return [...direct, ...derived]
}

/** Of what JSON has no value for there is nothing that could stand in an answer. */
function unwrapped(target: JsonValue | undefined): JsonValue | undefined {
  return hasKind(target, 'undefined') ? undefined : target
}

function derivedFeeders(
  { pointer, value }: Place,
  operand: JsonValue | undefined,
  targets: readonly (JsonValue | undefined)[],
  from: FedBy,
): Feeder[] {
  const found: (JsonValue | undefined)[] = []
  const texts = targets.filter((each) => typeof each === 'string')
  const numbers = targets.filter((each) => typeof each === 'number')
  if (Array.isArray(value)) {
    found.push(...lengthsFor(value, operand, numbers, { pointer, ...from }))
    if (hasKind(operand, 'list') || hasKind(operand, 'set')) {
      const items = targets.filter((each) => each !== undefined && !isJsonObject(each))
      found.push(...items.map((each) => [each as JsonValue, ...value.slice(1)]))
    }
  }
  if (typeof value === 'number')
    found.push(...alongTheLine(value, operand, numbers, (each) => numberAt(each, from.answer, pointer), from))
  if (typeof value === 'string') {
    found.push(...textsFor(value, operand, texts), ...numbersAsText(value, operand, numbers))
    found.push(
      ...alongTheLine(value.length, operand, numbers, (each) => lengthAt(each, from.answer, pointer), from)
        .filter((length) => Number.isInteger(length) && length >= 0 && length <= LONGEST)
        .map((length) => value.padEnd(length, 'x').slice(0, length)),
    )
  }
  return found.length === 0 ? [] : [{ pointer, values: found, isDirect: false }]
}

const LONGEST = 10_000
const MOST_ITEMS = 300

function lengthsFor(
  list: readonly JsonValue[],
  operand: JsonValue | undefined,
  targets: readonly number[],
  { open, answer, pointer }: FedBy & { readonly pointer: string },
): JsonValue[] {
  return alongTheLine(list.length, operand, targets, (run) => lengthAt(run, answer, pointer), {
    open,
    answer,
  })
    .filter((length) => Number.isInteger(length) && length >= 0 && length <= MOST_ITEMS)
    .flatMap((length) => {
      const [sample] = list
      if (length > list.length && sample === undefined) return []
      return [Array.from({ length }, (_, i) => list[i] ?? (sample as JsonValue))]
    })
}

/**
 * What a number has to be for the operand to reach its targets: as it is, where both are the same; else along the straight line that
 * two runs give.
 */
function alongTheLine(
  number: number,
  operand: JsonValue | undefined,
  targets: readonly number[],
  inRun: (run: Played) => number | undefined,
  { open }: FedBy,
): number[] {
  if (typeof operand !== 'number') return []
  if (number === operand) return [...targets]
  const at = open.decision.operands.indexOf(operand)
  for (const { run, decision } of open.others) {
    const [other, then] = [decision.operands[at], inRun(run)]
    if (typeof other !== 'number' || then === undefined || then === number || other === operand) continue
    const slope = (other - operand) / (then - number)
    return targets.flatMap((target) => {
      const exact = number + (target - operand) / slope
      return Number.isInteger(exact) ? [exact] : [exact, Math.floor(exact), Math.ceil(exact)]
    })
  }
  return targets.map((target) => number + (target - operand))
}

function numberAt(run: Played, answer: VariedAnswer, pointer: string): number | undefined {
  const value = placeIn(run, answer, pointer)
  return typeof value === 'number' ? value : undefined
}

function lengthAt(run: Played, answer: VariedAnswer, pointer: string): number | undefined {
  const value = placeIn(run, answer, pointer)
  return typeof value === 'string' || Array.isArray(value) ? (value as { length: number }).length : undefined
}

function placeIn(run: Played, answer: VariedAnswer, pointer: string): JsonValue | undefined {
  const value = valueIn(run, answer)
  return value === undefined ? undefined : placesOf(value).find((place) => place.pointer === pointer)?.value
}

/** The operand is a part of the text, the text in other letters, or holds it. */
function textsFor(text: string, operand: JsonValue | undefined, targets: readonly string[]): string[] {
  if (typeof operand !== 'string' || operand === '' || text === '' || text === operand) return []
  const isAlike = text.trim().toLowerCase() === operand.trim().toLowerCase()
  if (isAlike) return targets.flatMap((each) => [each, each.toUpperCase()])
  if (text.includes(operand)) return targets.flatMap((each) => [text.replace(operand, () => each), each])
  const at = operand.indexOf(text)
  if (at < 0) return []
  const [before, after] = [operand.slice(0, at), operand.slice(at + text.length)]
  return targets.flatMap((each) =>
    each.startsWith(before) && each.endsWith(after)
      ? [each.slice(before.length, each.length - after.length)]
      : [each],
  )
}

/** The operand was read from the text: as a number, or as a date. */
function numbersAsText(text: string, operand: JsonValue | undefined, targets: readonly number[]): string[] {
  if (typeof operand !== 'number') return []
  if (Number(text) === operand || Number.parseFloat(text) === operand) return targets.map(String)
  if (Date.parse(text) !== operand) return []
  return targets.flatMap((each) => (Math.abs(each) <= 8.64e15 ? [new Date(each).toISOString()] : []))
}
