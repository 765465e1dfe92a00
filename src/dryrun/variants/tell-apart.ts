/**
 * Where arguments come from that hang on answers which decide. Such an answer is varied no more once it was seen to decide, so that
 * what else is done with it takes runs of its own: with values that differ at every place, and that nothing made of them is like.
 */
import {
  isJsonArray,
  isJsonObject,
  isSameJson,
  type JsonValue,
  toPointer,
  valueAt,
} from '../../base/index.js'
import { placesOfKept, rebuild, replaceAt } from '../places.js'
import { argumentsOf, heardIn, type Passed, UNHEARD } from './compare.js'
import type { Lab } from './lab.js'
import type { CallName, Played, TracedCall } from './played.js'
import type { VariedAnswer } from './varied-answer.js'

/**
 * Plays no more than the budget has left. What it tells says where the value comes from whenever the call is made; whether it is made hangs
 * on the answer as before. Rejects as playing does.
 */
export async function tellApart(answers: readonly VariedAnswer[], lab: Lab): Promise<readonly Passed[]> {
  const deciding = answers.filter((answer) => lab.decides.has(answer.name) && isWanted(answer, lab.base))
  const told: Passed[] = []
  for (const answer of deciding.slice(0, MOST_TOLD_APART)) told.push(...(await tellOne(answer, lab)))
  return told
}

const MOST_TOLD_APART = 4

/** Whether a later call was given something that nobody knows, or what this answer said somewhere. */
function isWanted({ name, base }: VariedAnswer, { trace }: Played): boolean {
  const said = base === undefined ? [] : placesOfKept(base).map(({ value }) => value)
  return callsAfter(name, trace.calls).some(
    ({ unknownAt, arguments: args }) =>
      unknownAt.length > 0 ||
      placesOfKept(args).some(({ value }) => said.some((each) => isSameJson(each, value))),
  )
}

function callsAfter(name: CallName, calls: readonly TracedCall[]): readonly TracedCall[] {
  return calls.slice(calls.findIndex((each) => each.name === name) + 1)
}

async function tellOne(answer: VariedAnswer, lab: Lab): Promise<readonly Passed[]> {
  const own: Played[] = []
  for (const values of answer.tellingValues()) {
    for (const value of values) await play(value)
    const found = findPassed(answer, [...own, ...lab.runs])
    const [whole] = values
    if (found.length === 0 || whole === undefined) continue
    for (const value of [without(found, whole), alone(found, whole)])
      if (!isSameJson(value, whole) && answer.allows(value)) await play(value)
    return findPassed(answer, [...own, ...lab.runs])
  }
  return []

  async function play(value: JsonValue): Promise<void> {
    const run = await lab.playAside(new Map([[answer.name, { kind: 'value', value }]]))
    if (run !== undefined) own.push(run)
  }
}

type Found = readonly Pick<Passed, 'pointer'>[]

/** What is taken from elsewhere where nothing stands there comes from more than one place. */
function without(found: Found, whole: JsonValue): JsonValue {
  return found.reduce<JsonValue>((each, { pointer }) => replaceAt(each, pointer, undefined), whole)
}

/** And what comes from there only where something else stands beside it comes from one of several. */
function alone(found: Found, whole: JsonValue): JsonValue {
  const kept = found.map(({ pointer }) => pointer)
  const isKept = (at: string): boolean =>
    kept.some((each) => each.startsWith(at) || at.startsWith(`${each}/`))
  return rebuild(whole, ({ pointer, value }) => (isKept(pointer) ? value : undefined)) ?? whole
}

/** Of every call that comes later in the rehearsal, by all runs that made it. */
function findPassed(answer: VariedAnswer, runs: readonly Played[]): readonly Passed[] {
  const base = runs.find(({ assignment }) => assignment.size === 0)
  return callsAfter(answer.name, base?.trace.calls ?? []).flatMap(({ name: into }) => {
    const made = runs.flatMap(({ trace, ...run }) => {
      const call = trace.calls.find(({ name }) => name === into)
      return call === undefined ? [] : [{ heard: heardIn(run, answer), given: argumentsOf(call) }]
    })
    // What was heard at the first of them is looked for in the others.
    const known = made.filter(({ heard }) => heard !== UNHEARD)
    return passedWithin([...known, ...made.filter((each) => !known.includes(each))], '').map((each) => ({
      ...each,
      answer: answer.name,
      into,
    }))
  })
}

interface Made {
  readonly heard: JsonValue | undefined
  /** A part of the arguments. */
  readonly given: JsonValue | undefined
}

/** The largest parts that are, in every run, what stands at one place of the answer. */
function passedWithin(made: readonly Made[], to: string): readonly Pick<Passed, 'to' | 'pointer'>[] {
  const [first, ...others] = made
  if (first?.given === undefined || first.heard === undefined) return []
  // Of what nobody knows there are no parts that could be looked for.
  if (first.given === UNHEARD) return []
  if (others.every(({ given }) => isSameJson(given, first.given))) return []
  const place = placesOfKept(first.heard).find(
    ({ pointer, value }) =>
      isSameJson(value, first.given) &&
      others.every(({ heard, given }) => isGiven(at(heard, pointer), given)),
  )
  if (place !== undefined) return [{ to, pointer: place.pointer }]
  const steps = isJsonArray(first.given) || isJsonObject(first.given) ? Object.keys(first.given) : []
  return steps.flatMap((step) => {
    const pointer = toPointer([step])
    return passedWithin(
      made.map(({ heard, given }) => ({ heard, given: at(given, pointer) })),
      to + pointer,
    )
  })
}

/** In a list nothing is handed on as null. */
function isGiven(value: JsonValue | undefined, given: JsonValue | undefined): boolean {
  return isSameJson(value, given) || (value === undefined && given === null)
}

/** Of what nobody knows every part is as unknown. */
function at(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  return value === undefined || value === UNHEARD ? value : valueAt(value, pointer)
}
