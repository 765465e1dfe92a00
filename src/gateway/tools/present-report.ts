/** Reports as a model gets them: a few words, then what fits, and where the rest is. */
import { counted, durationText, type JsonObject, type JsonValue, shorten } from '../../base/index.js'
import type { Report } from '../../dryrun/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { RunReport } from '../runs/run-report.js'
import { type Cut, fitJson } from './fit-json.js'
import { ownResult } from './own-result.js'
import { withoutTexts } from './without-texts.js'

/** What a rehearsal found. A verdict is no error of the tool: it did what it was asked. */
export function presentRehearsal(report: Report, resource: string): ServiceResponse {
  return present(withoutTexts(report), {
    resource,
    words: `Rehearsed${report.runs === undefined ? '' : ` with ${report.runs.seeds} seeds`}: ${touched(report)}. ${verdictOf(report)}${endOf(report)} ${counted(report.calls.length, 'call')}, ${counted(report.side_effects.length, 'side effect')}, ${counted(problems(report), 'thing')} to look at.${changedIn(report)}${receiptOf(report)}`,
  })
}

/** What a real run did. One that did not complete is an error of the tool. */
export function presentRun(report: RunReport, resource: string): ServiceResponse {
  const isDone = report.ended === 'completed'
  const how =
    report.ended === 'never_started'
      ? 'It was not started, and nothing was touched: what is wrong stands in findings.'
      : isDone
        ? 'It ran for real and completed.'
        : `It ran for real and did not complete:${endOf(report)}${deviationOf(report)} What was called before has happened, see calls; nothing is undone, and nothing is run again by itself.`
  return present(report, {
    resource,
    words: `${how} ${counted(report.calls.length, 'call')} in ${durationText(report.duration_ms)}.`,
    isError: !isDone,
  })
}

/** What a plan did in the rehearsal of its client. One that did not complete is an error of the tool. */
export function presentInRehearsal(report: RunReport): ServiceResponse {
  const isDone = report.ended === 'completed'
  const how =
    report.ended === 'never_started'
      ? 'It was not started: what is wrong stands in findings.'
      : `It ran in your rehearsal, of which nothing lasts, and ${isDone ? 'completed' : `did not complete:${endOf(report)} What was called before stays done there`}.`
  return present(report, {
    resource: 'nowhere else; shorten what the plan returns',
    words: `${how} ${counted(report.calls.length, 'call')}.`,
    isError: !isDone,
  })
}

/** What the settings allow to be asked for real is told before all else. */
function touched({ contacted }: Report): string {
  const asked = contacted.filter((each) => each.for !== 'tools/list')
  if (asked.length === 0) return 'nothing was touched'
  const calls = asked.reduce((sum, each) => sum + (each.calls ?? 0), 0)
  return `${counted(calls, 'call')} went to servers that the settings allow to ask, see contacted`
}

/** A pass that takes something for granted says so. */
function verdictOf({ verdict, assumptions = [], calls }: Report): string {
  if (verdict !== 'pass' || assumptions.length === 0) return VERDICTS[verdict]
  const alike = assumptions.some(({ call }) => calls.find(({ n }) => n === call)?.source === 'stand-in')
  const things = alike
    ? counted(assumptions.length, 'thing holds', 'things hold')
    : counted(assumptions.length, 'call succeeds', 'calls succeed')
  return `Verdict: pass, assuming that ${things} (see assumptions). Nothing is wrong, and no other value for what was guessed was seen to change anything.`
}

const VERDICTS: Readonly<Record<Report['verdict'], string>> = {
  pass: 'Verdict: pass. Nothing is wrong, and nothing hung on a guessed value.',
  uncertain:
    'Verdict: uncertain. Nothing is provably wrong, but some answers were guessed or in doubt, or some arguments may be refused.',
  fail: 'Verdict: fail. Something is provably wrong: mend it and rehearse again.',
}

interface Presentation {
  readonly words: string
  /** Where all of it is. */
  readonly resource: string
  readonly isError?: boolean
}

/** Structure and text together stay below 25,000 tokens, whatever is in them. */
const STRUCTURED_BYTES = 40_000
const TEXT_BYTES = 24_000
const MAX_CUTS_TOLD = 20

/** What a plan or a server fills, as it likes. */
const FREE_MEMBERS: ReadonlySet<string> = new Set(['simulated_result', 'result', 'value', 'arguments'])

function present(
  report: Report | RunReport,
  { words, resource, isError = false }: Presentation,
): ServiceResponse {
  // A report is JSON; its type has no index.
  const whole = report as unknown as JsonObject
  const { fitted: structured, isWhole } = fitReport(whole, STRUCTURED_BYTES, resource)
  const { fitted: shown } = fitReport(whole, TEXT_BYTES, resource)
  const rest = isWhole
    ? ''
    : ' It is too long to be shown whole: what was left out is told under "truncated".'
  return ownResult({ words: `${words}${rest} The whole report: ${resource}`, structured, shown, isError })
}

function fitReport(
  whole: JsonObject,
  maxBytes: number,
  resource: string,
): { readonly fitted: JsonObject; readonly isWhole: boolean } {
  const { value, cuts } = fitJson(whole, { maxBytes, freeMembers: FREE_MEMBERS })
  // What is fitted stays what it was, an object.
  const fitted = value as JsonObject
  if (cuts.length === 0) return { fitted, isWhole: true }
  return { fitted: { ...fitted, truncated: toldCuts(cuts, resource) }, isWhole: false }
}

function toldCuts(cuts: readonly Cut[], resource: string): JsonValue {
  const places = cuts.slice(0, MAX_CUTS_TOLD).map(({ at, left_out }) => ({ at: shorten(at, 200), left_out }))
  return { whole: resource, places, more_places: Math.max(0, cuts.length - MAX_CUTS_TOLD) }
}

function endOf({ ended }: Report | RunReport): string {
  return ended === 'completed' ? '' : ` It ended as ${ended}.`
}

function deviationOf({ deviation }: RunReport): string {
  return deviation === undefined
    ? ''
    : ` It was about to do what was not rehearsed, and was stopped before: ${deviation.why}. Rehearse it again.`
}

/** Only a copy shows it. */
function changedIn({ effects }: Report): string {
  if (effects === undefined) return ''
  const { files, late } = effects
  return ` In a copy of this machine, where its servers answered, ${counted(files.length + late.length, 'file')} changed.`
}

function receiptOf({ receipt }: Report): string {
  return receipt === undefined
    ? ''
    : ` To run the very plan, once and within the hour: run_plan with receipt ${receipt}.`
}

function problems({ validation }: Report): number {
  const { type_errors, missing_tools, findings } = validation
  return type_errors.length + missing_tools.length + findings.length
}
