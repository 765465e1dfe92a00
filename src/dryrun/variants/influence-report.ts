/** What the report says of guesses: what each of them was seen to do, what is assumed, and what was left open. */
import { counted, defined, type Finding, type JsonValue } from '../../base/index.js'
import { isInvented, siteKey, toolRef } from '../../call/index.js'
import type { Condition } from '../../program/index.js'
import type { LedgerEntry, SettledInfluence } from '../ledger.js'
import type { Assumption, DecidedPlace, ReportedCall, Exploration as ReportedExploration } from '../report.js'
import type { Difference } from './compare.js'
import type { FoundInfluence } from './find-influence.js'
import type { VariedAnswer } from './varied-answer.js'

export interface InfluenceReport {
  readonly assumptions: readonly Assumption[]
  readonly exploration: ReportedExploration
  readonly findings: readonly Finding[]
  ofCall(n: number): Pick<ReportedCall, 'influence' | 'decides' | 'arguments_from'>
  /** What the ledger may rest on; absent while a guess may decide something. */
  readonly settled?: SettledInfluence
}

/** Where calls stand that no run made. */
export interface UnreachedPlace {
  readonly server: string
  readonly tool: string
  readonly line: number
  readonly column: number
}

export function reportInfluence(
  found: FoundInfluence,
  conditions: readonly Condition[],
  unreached: readonly UnreachedPlace[],
): InfluenceReport {
  const open = [...found.open, ...found.world.open]
  const unexplained = unreached.filter((place) => !isExplained(place, found, conditions))
  const why = found.why ?? unreachedWhy(unexplained) ?? (found.world.open.length > 0 ? WORLD_OPEN : undefined)
  const findings = [...worldFindings(found, conditions), ...handlerFindings(found)]
  const isSettled =
    why === undefined && found.decides.size === 0 && open.length === 0 && findings.length === 0
  const varied = new Set(found.answers.map(({ call }) => call))
  const isVaried = (n: number): boolean => varied.has(leaderOf(n, found))
  // What a server said in a copy is no evidence, and says all the same that the call may go another way.
  const isHarmless = (n: number): boolean => {
    const name = found.nameOf(n)
    const entry = name === undefined ? undefined : found.entryOf(name)
    return isVaried(n) && entry?.answer.provenance.notFromCopy === undefined
  }
  return {
    assumptions: assumptionsOf(found),
    exploration: {
      variants: found.variants,
      settled: why === undefined && open.length === 0,
      open_conditions: toldOnce(open, conditions),
      ...defined({ unsettled_because: why }),
    },
    findings,
    ofCall: (n) => (found.nameOf(n) === undefined ? {} : callInfluence(n, found, conditions, isVaried(n))),
    ...(isSettled
      ? {
          settled: {
            isHarmless,
            isInShape: (n) => isInShape(n, found),
            passedInto: (n) => passedInto(n, found),
          },
        }
      : {}),
  }
}

/** What a server said to other arguments is no guess here, whatever other answers were tried in its place. */
function isInShape(n: number, { nameOf, leaderOf: leader, entryOf, answers }: FoundInfluence): boolean {
  const name = nameOf(n)
  const varied = name === undefined ? undefined : answers.find((each) => each.name === leader(name))
  return varied !== undefined && shapeAssumed(varied, entryOf) !== undefined
}

/** From how many answers the shape was learned that an answer is assumed to have; undefined where it is not, or nobody hears it. */
function shapeAssumed(
  { name, replies, isShapeLearned }: VariedAnswer,
  entryOf: FoundInfluence['entryOf'],
): number | undefined {
  return isShapeLearned && replies.length > 0 ? entryOf(name)?.answer.provenance.learnedFrom : undefined
}

const WORLD_OPEN = 'a condition that hangs on the clock or on chance never came out the other way'

function leaderOf(n: number, { nameOf, leaderOf: leader, entryOf }: FoundInfluence): number {
  const name = nameOf(n)
  return name === undefined ? n : (entryOf(leader(name))?.call.n ?? n)
}

function passedInto(n: number, { passed, nameOf, entryOf }: FoundInfluence): readonly number[] {
  const name = nameOf(n)
  return passed.flatMap(({ into, answer }) => (into === name ? (entryOf(answer)?.call.n ?? []) : []))
}

function callInfluence(
  n: number,
  found: FoundInfluence,
  conditions: readonly Condition[],
  isVaried: boolean,
): Pick<ReportedCall, 'influence' | 'decides' | 'arguments_from'> {
  const name = found.nameOf(n)
  const leader = name === undefined ? undefined : found.leaderOf(name)
  const decided = leader === undefined ? undefined : found.decides.get(leader)
  const isPassed = found.passed.some(({ answer }) => answer === leader)
  const from = found.passed.filter(({ into }) => into !== undefined && into === name)
  const sources = Object.fromEntries(
    from.map(({ to, answer, pointer }) => [to, { call: found.entryOf(answer)?.call.n ?? 0, pointer }]),
  )
  return {
    ...(isVaried ? { influence: decided !== undefined ? 'decides' : isPassed ? 'passed_on' : 'none' } : {}),
    ...(decided === undefined ? {} : { decides: [placeOf(decided, conditions)] }),
    ...(from.length === 0 ? {} : { arguments_from: sources }),
  }
}

function placeOf(
  { what, line, condition, values }: Difference,
  conditions: readonly Condition[],
): DecidedPlace {
  const at = condition === undefined ? undefined : conditions[condition]
  return { what, ...defined({ line: at?.line ?? line, text: at?.text }), values: values.map(shownOperand) }
}

/** As a person would write it: what JSON has no value for is told in a word. */
export function shownOperand(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || !('k' in value)) return value
  const { k } = value as { readonly k: JsonValue }
  return k === 'object' ? 'an object' : k === 'list' || k === 'set' ? 'a list' : `${String(k)}`
}

function assumptionsOf({ assumed, answers, entryOf }: FoundInfluence): Assumption[] {
  return answers.flatMap((answer): Assumption[] => {
    const { name, call } = answer
    const entry = entryOf(name)
    if (entry === undefined) return []
    const learnedFrom = shapeAssumed(answer, entryOf)
    const shape = learnedFrom === undefined ? undefined : shapeOf(learnedFrom)
    if (!assumed.has(name) && shape === undefined) return []
    const tool = toolRef(entry.call)
    const parts = [...(assumed.has(name) ? [successOf(entry)] : []), ...(shape === undefined ? [] : [shape])]
    return [
      {
        call,
        tool,
        ...defined({ line: entry.call.site?.line, learned_from: learnedFrom }),
        text: `${tool} ${parts.join(' and ')}`,
      },
    ]
  })
}

function successOf({ answer: { provenance } }: LedgerEntry): string {
  if (provenance.source === 'preview') return 'succeeds, as its own dry run did'
  return isInvented(provenance) ? 'succeeds' : 'succeeds with the values it will get'
}

function shapeOf(learnedFrom: number): string {
  return `answers in the shape of ${counted(learnedFrom, 'recorded answer')}`
}

function toldOnce(open: readonly { readonly id: number }[], conditions: readonly Condition[]) {
  const ids = [...new Set(open.map(({ id }) => id))]
  return ids.flatMap((id) => {
    const at = conditions[id]
    return at === undefined ? [] : [{ line: at.line, text: at.text }]
  })
}

/**
 * Why no run made a call: it stands behind a condition that hangs on known values alone, or in the handler of a call that is assumed
 * to succeed.
 */
function isExplained(
  { line, column, tool, server }: UnreachedPlace,
  { runs, failures, impossible }: FoundInfluence,
  conditions: readonly Condition[],
): boolean {
  const place = `${siteKey({ server, tool, site: { line, column } })}#0`
  if ([...runs, ...failures].some(({ trace }) => trace.calls.some(({ name }) => name === place))) return true
  return conditions.some((condition, id) => {
    if (condition.line > line || (condition.line === line && condition.column > column)) return false
    return impossible.has(id) || isOfParams(condition.text)
  })
}

/**
 * Whether a condition is written with parameters and literals alone. That its operands stood still in all variants is not enough: what
 * was computed from a guess may stand still for long, and what is first may hang on how long something takes.
 */
function isOfParams(text: string): boolean {
  if (text.includes('…') || text.includes('`')) return false
  const rest = text
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ' ')
    .replace(/\bparams(?:\??\.[A-Za-z_$][\w$]*|\[\s*(?:\d+\s*)?\])*/g, ' ')
    .replace(/\b(?:true|false|null|undefined|typeof|\d+(?:\.\d+)?)\b/g, ' ')
  return /\bparams\b|\b(?:true|false)\b/.test(text) && /^[\s()!=<>&|?:+\-.]*$/.test(rest)
}

function unreachedWhy([first]: readonly UnreachedPlace[]): string | undefined {
  return first && `no variant reached ${first.server}:${first.tool} in line ${first.line}`
}

/** Of a plan whose answers are all known: what it was seen to do otherwise at another time, and what it may. */
export function findingsOfWorld(
  world: FoundInfluence['world'],
  conditions: readonly Condition[],
): readonly Finding[] {
  const open = toldOnce(world.open, conditions).map(
    ({ line, text }): Finding => ({
      ...{ code: 'TIME_OR_CHANCE_DECIDES', severity: 'warning', certain: false, line },
      message: `"${text}" hangs on the clock or on chance, and never came out the other way: nobody saw what the program does then`,
    }),
  )
  return [...worldFindings({ world }, conditions), ...open]
}

function worldFindings(
  { world }: Pick<FoundInfluence, 'world'>,
  conditions: readonly Condition[],
): Finding[] {
  return world.decides.map(({ line, condition, values, isOfOrder = false, repeated, moving, anew }) => {
    const at = condition === undefined ? undefined : conditions[condition]
    const what = at === undefined ? 'What the program does' : `"${at.text}"`
    const [one, other] = values.map((each) => JSON.stringify(shownOperand(each)))
    const why = moving
      ? `what ${moving.tool} says (${moving.calls.length === 1 ? 'call' : 'calls'} ${moving.calls.join(', ')}): it was recorded to say ${moving.recorded} different things to this question, and no write in between that is known explains that`
      : repeated
        ? `whether ${repeated.tool} says the same again (calls ${repeated.calls.join(', ')}): it was recorded once`
        : anew
          ? `a time or an id that ${anew.tool} makes anew in each run (call ${anew.call}): ${one} here, ${other} with another one`
          : isOfOrder
            ? `which of several calls side by side is over first: ${one}, or ${other}`
            : `the clock or on chance: ${one} here, ${other} at another time`
    return {
      ...{ code: 'TIME_OR_CHANCE_DECIDES', severity: 'warning', certain: false },
      message: `${what} hangs on ${why}`,
      ...defined({ line: at?.line ?? line, column: at?.column }),
    }
  })
}

function handlerFindings({ brokenHandlers, entryOf }: FoundInfluence): Finding[] {
  return [...brokenHandlers].flatMap((name): Finding[] => {
    const entry = entryOf(name)
    if (entry === undefined) return []
    const message = `When ${toolRef(entry.call)} (call ${entry.call.n}) fails, the program goes on with a call whose arguments break the schema of its tool`
    return [
      {
        code: 'HANDLER_BREAKS_SCHEMA',
        severity: 'warning',
        certain: false,
        message,
        ...(entry.call.site ?? {}),
      },
    ]
  })
}
