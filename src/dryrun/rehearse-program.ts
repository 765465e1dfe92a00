/** Rehearses a program: checks its text, runs it in the sandbox, answers its calls from the stage. */

import { defined, type Finding } from '../base/index.js'
import { type CallSite, siteKey, toolRef } from '../call/index.js'
import {
  type BorrowedSandbox,
  borrowSandbox,
  executeProgram,
  inOneGuest,
  type ProgramRun,
} from '../execution/index.js'
import { checkPlan, type WrittenCall } from '../plan/index.js'
import { type Preparation, type Program, prepareProgram } from '../program/index.js'
import type { ToolRegistry } from '../registry/index.js'
import type { Sandbox } from '../sandbox/index.js'
import { assembleReport } from './assemble-report.js'
import { programBranches } from './branches/plan-branches.js'
import { changesAlone } from './changes-alone.js'
import { isDiscardedAt } from './discarded-calls.js'
import { endLoops } from './endless-loops.js'
import { programFaults } from './faults/program-faults.js'
import { missingMemberFindings, type TextPlace, type WrittenRead } from './missing-members.js'
import { findMistakes } from './mistakes/find-mistakes.js'
import { nameFindings } from './mistakes/names/name-findings.js'
import { findUndeclared, undeclaredFindings } from './mistakes/undeclared-arguments.js'
import type { RehearsalSettings } from './options.js'
import { recordedMemberFindings } from './recorded-members.js'
import type { Report } from './report.js'
import { runFindings } from './run-findings.js'
import { planTextOf } from './shapes/plan-text.js'
import { type Stage, setStage } from './stage.js'
import { typeAdvice } from './type-advice.js'
import { exploreProgram, luckyCallsOfProgram } from './variants/explore-program.js'
import { influenceOn } from './variants/influence-on.js'
import { hangsOnOrder } from './verdict.js'

export async function rehearseProgram(
  plan: string | Uint8Array,
  registry: ToolRegistry,
  settings: RehearsalSettings,
): Promise<Report> {
  const { fileName, stripper, unavailable, policy } = settings
  const preparation = await prepareProgram(plan, { fileName, ...defined({ stripper }) })
  const text = preparation.kind === 'invalid' ? undefined : planTextOf(preparation.program)
  const stage = await setStage(registry, settings, text)
  if (preparation.kind === 'invalid') return neverStarted(plan, preparation, stage, settings)

  const { program, findings } = preparation
  const advice = typeAdvice(program, registry, settings)
  await using place = await guestsFor(program, settings.sandbox)
  const run = await runProgram(program, place.sandbox, stage, settings)
  const undeclared = await findUndeclared(stage, settings)
  await stage.end()
  const rehearsed = { program, run, sandbox: place.sandbox, stage, settings }
  const alone = await changesAlone(rehearsed)
  if (alone !== undefined) stage.tellApart(alone)
  const unreached = unreachedCalls(program, stage)
  const answered = { registry, entries: stage.ledger.entries(), hasFailed: failedIn(run) }
  const missing = missingMemberFindings(program.reads, answered)
  const found = await influenceOn(stage, settings, {
    explore: () => exploreProgram(rehearsed),
    lucky: () => luckyCallsOfProgram(rehearsed),
    conditions: () => program.watched().conditions,
    ...{ unreached, ended: run.ended, isMemberMissing: missing.length > 0 },
  })
  const branches = await programBranches(rehearsed, found.found)
  const mistakes = await findMistakes(rehearsed)
  const unheard = await recordedMemberFindings(program.reads, {
    ...answered,
    ...{ entries: stage.ledger.entries(), recorded: settings.recorded },
  })
  const names = await nameFindings({
    ...{ stage, found: found.found, recorded: settings.recorded },
    isCaught: ({ site }) => site !== undefined && isCaughtAt(program, site),
  })
  const faults = await programFaults(rehearsed)
  const check = checkPlan(program.calls, registry, { unavailable, validation: policy?.validation })
  const seen = [
    ...findings.filter((each) => !isToldOf(each, mistakes)),
    ...runFindings(run, stage, settings, (found.worldFindings ?? []).length > 0 || hangsOnOrder(mistakes)),
    ...missing,
    ...unheard,
    ...mistakes,
    ...names,
    ...undeclaredFindings(undeclared, program.calls, stage),
  ]
  const argumentErrors = [...check.argumentErrors, ...stage.argumentErrors]
  const told = [...seen, ...check.missingTools, ...argumentErrors.map(({ error }) => error)]
  const types = await advice.types(told)
  return assembleReport(stage, settings, {
    source: program.source,
    syntaxValid: true,
    written: program.calls,
    check,
    findings: [...seen, ...advice.params(told), ...types],
    ended: run.ended,
    ...(run.why === undefined ? {} : { endedBecause: run.why }),
    result: run.result,
    resultUnknownAt: run.resultUnknownAt,
    sandbox: { layers: place.sandbox.layers, capability_attempts: run.attempts },
    console: run.console,
    unreached,
    ...found,
    ...{ faults, branches },
  })
}

function failedIn({ failedRead, error }: ProgramRun): (read: WrittenRead, place: TextPlace) => boolean {
  return (read, place) => read === failedRead?.read && place.line === error?.site?.line
}

/**
 * A program that leaves nothing behind is played again in the guest that it was rehearsed in. Any other one is so in a guest in which nothing
 * has run: what a run has left there, such as a member of `globalThis`, may decide what the next one asks. And of what a program tried on the
 * machine the kernel tells when its guest has ended: such a text tries nothing.
 */
async function guestsFor(program: Program, given: Sandbox | undefined): Promise<BorrowedSandbox> {
  const place = await borrowSandbox(given)
  if (program.leaves() !== 'nothing') return place
  const { sandbox, ...guest } = inOneGuest(place.sandbox)
  return {
    sandbox,
    async [Symbol.asyncDispose]() {
      await guest[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

async function runProgram(
  program: Program,
  sandbox: Sandbox,
  stage: Stage,
  settings: RehearsalSettings,
): Promise<ProgramRun> {
  const loops = endLoops(stage.ledger.call, ({ site }) => isDiscardedAt(program, site))
  const executed = await executeProgram(program, {
    sandbox,
    world: { kind: 'virtual', seed: settings.seed, startMs: settings.nowMs },
    params: settings.params,
    ...defined({ budgets: settings.budgets, signal: settings.signal }),
    call: loops.call,
  })
  const why = loops.why()
  return why === undefined ? executed : { ...executed, ended: 'call_limit', why }
}

/** What the text alone made doubtful, and the run has shown. */
function isToldOf({ code, line }: Finding, mistakes: readonly Finding[]): boolean {
  return mistakes.some((each) => each.code === code && each.line === line)
}

function isCaughtAt(program: Program, site: CallSite): boolean {
  const uncaught = program.uncaught()(site)
  return uncaught === undefined || uncaught.line !== site.line || uncaught.column !== site.column
}

function neverStarted(
  plan: string | Uint8Array,
  preparation: Extract<Preparation, { kind: 'invalid' }>,
  stage: Stage,
  settings: RehearsalSettings,
): Report {
  return assembleReport(stage, settings, {
    source: typeof plan === 'string' ? plan : Buffer.from(plan).toString('latin1'),
    syntaxValid: false,
    written: [],
    check: { argumentErrors: [], missingTools: [] },
    findings: preparation.findings,
    ended: 'never_started',
    endedBecause: 'the program cannot be run as it stands',
    result: null,
    resultUnknownAt: [],
    sandbox: { layers: [], capability_attempts: [] },
    console: [],
    unreached: [],
  })
}

/** Calls in the text that no call of the run stands for. A call whose column is nowhere in its line stands for all of the line. */
function unreachedCalls(program: Program, stage: Stage): readonly WrittenCall[] {
  const written = new Set(program.calls.map((call) => siteKey(ofText(call))))
  const reached = new Set(
    stage.ledger.entries().map(({ call: { server, tool, site } }) => {
      const key = siteKey({ server, tool, ...defined({ site }) })
      return written.has(key) ? key : lineKey(toolRef({ server, tool }), site)
    }),
  )
  return program.calls.filter(
    (call) => !reached.has(siteKey(ofText(call))) && !reached.has(lineKey(toolRef(call), call)),
  )
}

function ofText({ server, tool, line, column }: WrittenCall): Parameters<typeof siteKey>[0] {
  return { server, tool, site: { line, column } }
}

function lineKey(tool: string, site: CallSite | undefined): string {
  return `${site?.line ?? '?'} ${tool}`
}
