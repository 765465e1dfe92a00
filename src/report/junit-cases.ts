/** What a report says, as test cases. */
import type { Report, ReportedCall, SideEffect } from '../dryrun/index.js'
import { answeredFrom, isRefused } from './answered-from.js'
import { type CiOptions, isFailed, levelOf, refusedEffects } from './fail-on.js'
import { toldChanges } from './file-changes.js'
import { sentenceText } from './list-section.js'
import { safePlace } from './place.js'
import { type Problem, problemsOf } from './problems.js'
import { renderText } from './render-text.js'
import { safeText } from './safe-text.js'
import { sourceExcerpt, splitLines } from './source-excerpt.js'
import { styleFor } from './style.js'
import { verdictLine } from './summary.js'

export interface JunitCase {
  readonly name: string
  readonly ms: number
  /** Absent when it passed. */
  readonly result?: JunitResult
  /** What else there is to say. */
  readonly said?: string
}

interface JunitResult {
  readonly kind: 'failure' | 'skipped'
  /** A code of findings.md, `verdict`, `uncertain`, `side-effect`, `refused` or `not-reached`. */
  readonly type: string
  readonly message: string
  readonly details: string
}

/** The verdict first, then each error, each call and each call that was not reached. Names are unique, texts are safe for a log. */
export function junitCases(report: Report, options: CiOptions): JunitCase[] {
  return withUniqueNames([
    verdictCase(report, options),
    ...problemCases(report, options),
    ...callCases(report, options),
    ...report.unreached_calls.map(
      (call): JunitCase => ({
        name: `not reached: ${safeText(call.tool)} (${safePlace(options.fileName, call)})`,
        ms: 0,
        result: skipped('not-reached', 'The plan ended before this call, so nothing is known of it'),
      }),
    ),
  ])
}

function verdictCase(report: Report, options: CiOptions): JunitCase {
  const { failOn = 'fail' } = options
  const told = verdictLine(report, failOn)
  const failed = isFailed(report, failOn)
  const result = failed
    ? ({ kind: 'failure', type: 'verdict', message: told, details: told } as const)
    : report.verdict === 'uncertain'
      ? skipped('uncertain', told)
      : undefined
  return {
    name: 'verdict',
    ms: 0,
    said: renderText(report, options),
    ...(result === undefined ? {} : { result }),
  }
}

function problemCases(report: Report, options: CiOptions): JunitCase[] {
  const lines = splitLines(options.source)
  return problemsOf(report)
    .filter(
      (problem) => problem.severity === 'error' || levelOf(problem, options.failOn ?? 'fail') === 'error',
    )
    .map((problem) => problemCase(problem, lines, options))
}

function problemCase(
  problem: Problem,
  lines: readonly string[],
  { fileName, failOn = 'fail' }: CiOptions,
): JunitCase {
  const place = safePlace(fileName, problem)
  const message = safeText(problem.message, 400)
  const excerpt = sourceExcerpt(lines, problem.line, problem.column, styleFor({}))
  return {
    name: `${problem.code} (${place})`,
    ms: 0,
    result: {
      kind: levelOf(problem, failOn) === 'error' ? 'failure' : 'skipped',
      type: problem.code,
      message,
      details: [`${place}: ${message}`, ...excerpt].join('\n'),
    },
  }
}

function callCases(report: Report, { fileName, failOn = 'fail' }: CiOptions): JunitCase[] {
  const refused = new Map(refusedEffects(report, failOn).map((effect) => [effect.call, effect]))
  return report.calls.map((call) => {
    const result = callResult(call, refused.get(call.n))
    return {
      name: `call ${call.n}: ${safeText(call.tool)} (${safePlace(fileName, call)})`,
      ms: call.duration_ms?.p50 ?? 0,
      said: [`answer: ${answeredFrom(call, report)}`, ...changesOf(call, report)].join('\n'),
      ...(result === undefined ? {} : { result }),
    }
  })
}

/** What was seen to change by it, or by it and others together. */
function changesOf({ n }: ReportedCall, report: Report): readonly string[] {
  const own = (report.effects?.files ?? []).filter(
    ({ call, shared_with = [] }) => call === n || shared_with.includes(n),
  )
  const { shown, more } = toldChanges(own, report, { removed: 50, others: 20 })
  return [
    ...shown.map(({ change, sentence }) => `${change}: ${sentenceText(sentence)}`),
    ...(more === undefined ? [] : [more]),
  ]
}

/** A call fails when it does what `--fail-on` refuses; what is wrong with its arguments has a case of its own. */
function callResult(call: ReportedCall, refused: SideEffect | undefined): JunitResult | undefined {
  if (refused !== undefined) {
    const text = safeText(refused.text, 400)
    return { kind: 'failure', type: 'side-effect', message: text, details: text }
  }
  return isRefused(call)
    ? skipped('refused', 'The call could not succeed and was answered with an error')
    : undefined
}

function skipped(type: string, message: string): JunitResult {
  return { kind: 'skipped', type, message, details: message }
}

/** Viewers take two cases of one name for one case. */
function withUniqueNames(cases: readonly JunitCase[]): JunitCase[] {
  const seen = new Map<string, number>()
  return cases.map((each) => {
    const times = (seen.get(each.name) ?? 0) + 1
    seen.set(each.name, times)
    return times === 1 ? each : { ...each, name: `${each.name} #${times}` }
  })
}
