/** What a variant did otherwise than the rehearsal, and where values that only moved were passed on from. */
import { isSameJson, type JsonValue, valueAt } from '../../base/index.js'
import { replaceAt } from '../places.js'
import { valueIn } from './aim.js'
import { explain, type PassedOn } from './explain.js'
import type { CallName, Played, Trace, TracedCall } from './played.js'
import type { VariedAnswer } from './varied-answer.js'

/** Something that hangs on more than values that are handed on. */
export interface Difference {
  readonly what: 'branch' | 'argument' | 'result'
  readonly line?: number | undefined
  /** The condition that came out otherwise, where one was seen to. */
  readonly condition?: number | undefined
  /** In the rehearsal and in the variant. */
  readonly values: readonly [JsonValue, JsonValue]
}

/** Another call, another order, another end: what a branch makes. */
export function shapeDifference(base: Trace, variant: Trace): Difference | undefined {
  const at = base.calls.findIndex((call, i) => variant.calls[i]?.name !== call.name)
  const first = at < 0 && variant.calls.length > base.calls.length ? base.calls.length : at
  if (first >= 0) {
    const [was, is] = [base.calls[first], variant.calls[first]]
    return {
      what: 'branch',
      line: was?.line ?? is?.line,
      values: [describe(was, base), describe(is, variant)],
    }
  }
  if (base.ended === variant.ended && base.error === variant.error && isSameRefusal(base, variant))
    return undefined
  return {
    what: 'branch',
    line: lineOf(variant.error) ?? lineOf(base.error),
    values: [endOf(base), endOf(variant)],
  }
}

function isSameRefusal(base: Trace, variant: Trace): boolean {
  return variant.refused.every((name) => base.refused.includes(name))
}

function describe(call: TracedCall | undefined, trace: Trace): JsonValue {
  return call === undefined ? endOf(trace) : `calls ${call.tool}`
}

function endOf({ ended, error, refused }: Trace): string {
  if (refused.length > 0 && ended === 'completed') return 'arguments that break a schema'
  return error === undefined ? ended : `${ended}: ${error}`
}

function lineOf(error: string | undefined): number | undefined {
  const line = /line (\d+)$/.exec(error ?? '')?.[1]
  return line === undefined ? undefined : Number(line)
}

export interface ValueComparison {
  readonly passed: readonly Passed[]
  readonly computed: readonly Difference[]
}

export interface Passed extends PassedOn {
  /** The call whose argument it is; absent for the result. */
  readonly into?: CallName
}

/** Compares the arguments and the result of runs that made the same calls; the first is the rehearsal. */
export function compareValues(runs: readonly Played[], answers: readonly VariedAnswer[]): ValueComparison {
  const [base] = runs
  if (base === undefined) return { passed: [], computed: [] }
  const passed: Passed[] = []
  const computed: Difference[] = []
  const inRuns = new Map(
    answers.map(
      ({ name }, i) => [name, runs.map((run) => heardIn(run, answers[i] as VariedAnswer))] as const,
    ),
  )
  const order = new Map(base.trace.calls.map(({ name }, i) => [name, i]))
  for (const [i, call] of base.trace.calls.entries()) {
    const values = runs.map(({ trace }) => argumentsAt(trace, i))
    if (values.every((each) => isSameJson(each, values[0]))) continue
    const before = new Map([...inRuns].filter(([name]) => (order.get(name) ?? -1) < i))
    note(values, before, { into: call.name }, { what: 'argument', line: call.line })
  }
  note(
    runs.map(({ trace }) => marked(trace.result, trace.resultUnknownAt)),
    inRuns,
    {},
    { what: 'result' },
  )
  return { passed, computed }

  function note(
    values: readonly (JsonValue | undefined)[],
    known: ReadonlyMap<CallName, readonly (JsonValue | undefined)[]>,
    into: { readonly into?: CallName },
    about: Pick<Difference, 'what' | 'line'>,
  ): void {
    const explained = explain({ values, answers: known })
    if (explained.kind === 'passed') passed.push(...explained.from.map((each) => ({ ...each, ...into })))
    if (explained.kind !== 'computed') return
    const parts = values.map((each) => (each === undefined ? undefined : valueAt(each, explained.pointer)))
    const other = parts.find((each) => !isSameJson(each, parts[0]))
    computed.push({ ...about, values: [parts[0] ?? null, other ?? null] })
  }
}

function argumentsAt(trace: Trace, i: number): JsonValue | undefined {
  const call = trace.calls[i]
  return call && argumentsOf(call)
}

/** With UNHEARD wherever nobody knows what stands there. */
export function argumentsOf({ arguments: args, unknownAt }: TracedCall): JsonValue {
  return marked(args, unknownAt)
}

/** Unknown values are like no other value. */
function marked(value: JsonValue, unknownAt: readonly string[]): JsonValue {
  return unknownAt.reduce<JsonValue>((each, pointer) => replaceAt(each, pointer, UNHEARD), value)
}

/** What the plan heard: of an answer of which nothing is known, UNHEARD. */
export function heardIn(run: Pick<Played, 'assignment'>, answer: VariedAnswer): JsonValue | undefined {
  return run.assignment.has(answer.name) ? valueIn(run, answer) : (answer.base ?? UNHEARD)
}

/** Stands for what nobody knows; like no other value. */
export const UNHEARD: JsonValue = { 'known to nobody': true }

/** Whether two runs of the same assignment did the same. */
export function isSameTrace(a: Trace, b: Trace): boolean {
  return isSameJson(visible(a), visible(b))
}

function visible({ calls, ended, error, result, resultUnknownAt }: Trace): JsonValue {
  return {
    calls: calls.map((call) => [call.name, call.tool, call.arguments, [...call.unknownAt]]),
    end: [ended, error ?? null, result, [...resultUnknownAt]],
  }
}
