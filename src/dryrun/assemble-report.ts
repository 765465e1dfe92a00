/** Puts the report together from what the stage saw and how the plan ended. */
import { assertNever, counted, defined, type Finding } from '../base/index.js'
import { type Durations, isInvented, type ToolCall, toldValue, toolRef } from '../call/index.js'
import { mustAsk } from '../execution/index.js'
import { identifyPlan, mergeArgumentErrors, mergeMissingTools, type WrittenCall } from '../plan/index.js'
import { allFindings } from './all-findings.js'
import { estimateDuration } from './estimate.js'
import { type FileSecrecy, type ObservedFiles, observedFiles } from './file-effects.js'
import { isServersOwn, type LedgerEntry } from './ledger.js'
import { namesServer } from './named-servers.js'
import { observationsOf } from './observed-places.js'
import type { RehearsalSettings } from './options.js'
import type { Ending } from './plan-ending.js'
import { factsOf } from './rehearsed-receipt.js'
import { REPORT_FORMAT, type Report, type ReportedCall, type UnreachedCall } from './report.js'
import { reportContacts } from './report-contacts.js'
import { reportCopies } from './report-copies.js'
import { heardBy } from './run-findings.js'
import { approvalsFor, claimAfter, isReversible, sideEffectOf } from './side-effects.js'
import type { Stage } from './stage.js'
import { withSuppositions } from './suppositions.js'
import type { InfluenceReport } from './variants/influence-report.js'
import { hangsOnOrder, judge } from './verdict.js'

export function assembleReport(stage: Stage, settings: RehearsalSettings, ending: Ending): Report {
  const entries = stage.ledger.entries()
  const taken = takenInCopy(entries, ending.sequence !== undefined)
  const typeErrors = mergeArgumentErrors(ending.check.argumentErrors, stage.argumentErrors, taken)
  const observed = stage.copyLog && observedFiles(stage.copyLog, entries, stage.effects, secrecyOf(settings))
  if (observed !== undefined) settings.onObserved?.(observationsOf(entries, observed, stage.registry))
  settings.onFacts?.(factsOf(stage, settings, ending, observed))
  const provedWrong = new Set(typeErrors.flatMap(({ certain, call }) => (certain ? [call] : [])))
  const isProvedWrong = (call: ToolCall): boolean => provedWrong.has(call.n)
  const effects = sideEffects(stage, observed, isProvedWrong)
  const calls = entries.map(({ call }) => call)
  const missingTools = mergeMissingTools(ending.check.missingTools, stage.missingTools)
  const { registry } = stage
  const known = [...ending.written, ...calls]
  const isNamed = namesServer({ ...ending, calls })
  const findings = allFindings(stage, settings, ending, { entries, calls, observed })
  const estimate = estimateDuration(entries, durationsOf)
  const assumptions = withSuppositions(ending.influence?.assumptions ?? [], entries, stage.effects)
  return {
    format: REPORT_FORMAT,
    dry_run: true,
    verdict: judge({
      ended: ending.ended,
      missingTools: missingTools.length,
      argumentErrors: typeErrors,
      findings,
      ...heardWith(stage, settings, ending, findings),
      uncheckedCalls: stage.unchecked.length,
    }),
    ...(ending.influence === undefined && assumptions.length === 0 ? {} : { assumptions }),
    ended: ending.ended,
    ...(ending.endedBecause === undefined ? {} : { ended_because: ending.endedBecause }),
    plan_id: identifyPlan({ source: ending.source, params: settings.params, registry, calls: known }),
    validation: {
      syntax_valid: ending.syntaxValid,
      type_errors: typeErrors,
      missing_tools: missingTools,
      ...answeredFrom(entries),
      findings,
    },
    simulated_result: ending.result,
    result_unknown_at: ending.resultUnknownAt,
    tools_called: [...new Set(entries.map(({ call }) => toolRef(call)))],
    calls: entries.map((entry) => reportedCall(entry, ending.influence)),
    ...(ending.tasks === undefined ? {} : { tasks: ending.tasks }),
    unreached_calls: ending.unreached.map((written) => unreachedCall(written, stage)),
    side_effects: effects,
    reversible: isReversible(effects),
    estimated_duration_ms: estimate?.p50 ?? null,
    estimate,
    approvals_needed: approvalsNeeded(stage, settings, effects, isProvedWrong),
    sandbox: ending.sandbox,
    ...(ending.influence === undefined ? {} : { exploration: ending.influence.exploration }),
    ...defined({ branches: ending.branches, faults: ending.faults }),
    ...withExplorationTime(reportCopies(stage, settings, { observed, isNamed }), ending.explorationMs),
    contacted: [
      ...(settings.contacted ?? []),
      ...reportContacts(stage.contacted, settings.contacts?.standIns ?? []),
    ],
    console: ending.console,
    seed: stage.seed,
    now: new Date(stage.nowMs).toISOString(),
  }
}

function answeredFrom(
  entries: readonly LedgerEntry[],
): Pick<Report['validation'], 'cache_hits' | 'cache_misses' | 'warnings'> {
  return {
    cache_hits: entries.filter(({ answer }) => answer.provenance.source === 'recording').length,
    cache_misses: entries.filter(({ answer }) => isInvented(answer.provenance)).length,
    warnings: entries.flatMap(warningFor),
  }
}

function sideEffects(
  { ledger, effects }: Stage,
  observed: ObservedFiles | undefined,
  isProvedWrong: (call: ToolCall) => boolean,
): Report['side_effects'] {
  return ledger.entries().flatMap((entry) => {
    if (isProvedWrong(entry.call)) return []
    const seen = observed?.of(entry.call.n) ?? []
    return sideEffectOf(entry, claimAfter(effects.claimOf(entry.call), seen), seen)
  })
}

function approvalsNeeded(
  { ledger, effects }: Stage,
  { policy }: RehearsalSettings,
  sideEffects: Report['side_effects'],
  isProvedWrong: (call: ToolCall) => boolean,
): Report['approvals_needed'] {
  const calls = ledger.entries().map(({ call }) => call)
  const asked = calls.filter((call) => !isProvedWrong(call) && mustAsk(call, policy, effects))
  const mayBeWorse = calls.filter((call) => effects.claimOf(call).alsoPossible?.includes('unknown'))
  return approvalsFor(
    sideEffects,
    asked.map((call) => ({ call: call.n, tool: toolRef(call) })),
    new Set(mayBeWorse.map(({ n }) => n)),
  )
}

function heardWith(
  stage: Stage,
  settings: RehearsalSettings,
  ending: Ending,
  findings: readonly Finding[],
): ReturnType<typeof heardBy> {
  return heardBy(stage, settings, {
    attempts: ending.sandbox?.capability_attempts ?? [],
    hangsOnWorld: (ending.worldFindings ?? []).length > 0 || hangsOnOrder(findings),
  })
}

function withExplorationTime(
  copies: Pick<Report, 'effects' | 'copies' | 'timing'>,
  explorationMs: number | undefined,
): Pick<Report, 'effects' | 'copies' | 'timing'> {
  if (explorationMs === undefined) return copies
  return { ...copies, timing: { ...copies.timing, exploration_ms: Math.round(explorationMs) } }
}

function secrecyOf({ redactor, store }: RehearsalSettings): FileSecrecy {
  return { redactor, ...(store === undefined ? {} : { salt: store.salt }) }
}

/** Calls that the real server took, there or in a copy, whatever its schema says. */
function takenInCopy(entries: readonly LedgerEntry[], isPromised: boolean): readonly ToolCall[] {
  const isTaken = (entry: LedgerEntry): boolean =>
    isServersOwn(entry) && (isPromised || entry.answer.outcome.kind === 'result')
  return entries.filter(isTaken).map(({ call }) => call)
}

/** What recordings say of a call that would take place; a refused one takes no time. */
function durationsOf({ answer }: LedgerEntry): Durations | undefined {
  return answer.outcome.kind === 'result' ? answer.durations : undefined
}

function warningFor({ call, answer, doubt }: LedgerEntry): string[] {
  const { source, note, stale, passedOver, learnedFrom = 0 } = answer.provenance
  const answers = counted(learnedFrom, 'recorded answer')
  const what = `${toolRef(call)} (call ${call.n})`
  const lack = passedOver === undefined ? 'no recorded result' : `only a stale recording (${passedOver})`
  switch (source) {
    case 'stub':
    case 'overlay':
      return []
    case 'live':
      return doubt === undefined ? [] : [`${what} was asked for real, and ${doubt}`]
    case 'stand-in':
      return [`${what} was answered by a stand-in${doubt === undefined ? '' : `, and ${doubt}`}`]
    case 'preview':
      return [`${what} was answered by its own dry run${doubt === undefined ? '' : `, and ${doubt}`}`]
    case 'copy':
      return doubt === undefined ? [] : [`${what} was answered in a copy, and ${doubt}`]
    case 'recording':
      if (stale === true) return [`${what} was answered by a stale recording: ${note ?? 'of unknown age'}`]
      return doubt === undefined ? [] : [`${what} was answered by a recording, and ${doubt}`]
    case 'unknown':
      return [`${what} has ${lack} and no output schema, its answer is unknown`]
    case 'schema':
      return [
        note === undefined ? `${what} has ${lack}, answered from its schema` : `${what} was refused: ${note}`,
      ]
    case 'nearest':
      return [`${what} has ${lack}, answered in the shape of the nearest: ${answers}`]
    case 'learned':
      return [`${what} has ${lack}, answered in the shape of others: ${answers}`]
    default:
      return assertNever(source)
  }
}

function reportedCall(entry: LedgerEntry, influence: InfluenceReport | undefined): ReportedCall {
  const { call, answer, doubt, dependsOnInvented } = entry
  const durations = durationsOf(entry)
  const { outcome, provenance } = answer
  return {
    n: call.n,
    tool: toolRef(call),
    arguments: call.arguments ?? null,
    unknown_at: call.unknownAt ?? [],
    outcome: outcome.kind,
    value: answer.unknown ? null : toldValue(outcome),
    source: provenance.source,
    ...defined({ recorded_at: provenance.recordedAt, learned_from: provenance.learnedFrom }),
    stale: provenance.stale ?? false,
    invented: isInvented(provenance),
    ...defined({ doubt, not_asked: provenance.notAsked, not_from_copy: provenance.notFromCopy }),
    depends_on_invented: dependsOnInvented,
    ...(influence?.ofCall(call.n) ?? {}),
    ...(call.site ?? {}),
    ...(durations === undefined ? {} : { duration_ms: durations }),
  }
}

function unreachedCall(written: WrittenCall, { effects }: Stage): UnreachedCall {
  const { line, column } = written
  return {
    tool: toolRef(written),
    line,
    column,
    effect: effects.claimOf({ server: written.server, tool: written.tool }).effect,
  }
}
