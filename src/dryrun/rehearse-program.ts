/** Rehearses a program: checks its text, runs it in the sandbox, answers its calls from the stage. */
import { systemClock } from '../base/index.js'
import {
  type Answer,
  type CallSite,
  outcomeText,
  outcomeValue,
  type ToolCall,
  toolRef,
} from '../call/index.js'
import { type Preparation, type Program, prepareProgram } from '../program/index.js'
import type { ToolRegistry } from '../registry/index.js'
import {
  createDenoSandbox,
  DEFAULT_BUDGETS,
  type GuestCall,
  type GuestReply,
  type GuestRun,
  type Sandbox,
} from '../sandbox/index.js'
import { assembleReport } from './assemble-report.js'
import type { RehearsalSettings } from './options.js'
import { checkPlan, type WrittenCall } from './plan-check.js'
import type { Report } from './report.js'
import { runFindings } from './run-findings.js'
import { type Stage, setStage } from './stage.js'

export async function rehearseProgram(
  plan: string | Uint8Array,
  registry: ToolRegistry,
  settings: RehearsalSettings,
): Promise<Report> {
  const preparation = await prepareProgram(plan, {
    fileName: settings.fileName,
    ...(settings.stripper === undefined ? {} : { stripper: settings.stripper }),
  })
  const stage = setStage(registry, settings)
  if (preparation.kind === 'invalid') return neverStarted(plan, preparation, stage, settings)

  const { program, findings } = preparation
  await using place = await openSandbox(settings.sandbox)
  const run = await runProgram(program, place.sandbox, stage, settings)
  await settle(run, stage, settings)
  return assembleReport(stage, settings, {
    source: program.source,
    syntaxValid: true,
    written: program.calls,
    check: checkPlan(program.calls, registry, settings.unavailable),
    findings: [...findings, ...runFindings(run, stage.ledger)],
    ended: run.ended,
    ...(run.why === undefined ? {} : { endedBecause: run.why }),
    result: run.result,
    resultUnknownAt: run.resultUnknownAt,
    sandbox: { layers: place.sandbox.layers, capability_attempts: run.attempts },
    console: run.console,
    unreached: unreachedCalls(program, stage),
  })
}

/**
 * A program may end without awaiting all its calls: the real run would make them all the same. Waits for them as long as the
 * program might have, since the caller may have brought who answers.
 */
async function settle(
  { ended }: GuestRun,
  { ledger }: Stage,
  { budgets, signal }: RehearsalSettings,
): Promise<void> {
  const over = new AbortController()
  const wallMs = budgets?.wallMs ?? DEFAULT_BUDGETS.wallMs
  const timeUp = systemClock.sleep(
    ended === 'timed_out' ? 0 : wallMs,
    signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]),
  )
  try {
    await Promise.race([ledger.settle(), timeUp])
  } finally {
    over.abort()
  }
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

/** The caller's sandbox stays open; one that was made for this rehearsal is closed with it. */
async function openSandbox(
  given: Sandbox | undefined,
): Promise<{ readonly sandbox: Sandbox } & AsyncDisposable> {
  const sandbox = given ?? (await createDenoSandbox({ poolSize: 0 }))
  return {
    sandbox,
    [Symbol.asyncDispose]: async () => {
      if (given === undefined) await sandbox[Symbol.asyncDispose]()
    },
  }
}

function runProgram(
  program: Program,
  sandbox: Sandbox,
  stage: Stage,
  settings: RehearsalSettings,
): Promise<GuestRun> {
  return sandbox.run({
    code: program.code,
    fileName: program.fileName,
    params: settings.params,
    seed: settings.seed,
    nowMs: settings.nowMs,
    ...(settings.budgets === undefined ? {} : { budgets: settings.budgets }),
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
    answer: async (guestCall) => {
      const call = toToolCall(guestCall, program, stage, settings.signal)
      return toGuestReply(call, await stage.ledger.call(call, { kind: 'all', upTo: guestCall.after }))
    },
  })
}

/** The guest's word on where it stands may be forged; where the text has just one such call in that line, the text is believed. */
function toToolCall(
  guestCall: GuestCall,
  program: Program,
  stage: Stage,
  signal: AbortSignal | undefined,
): ToolCall {
  const { site } = guestCall
  const written = program.calls.filter(
    (each) => each.line === site?.line && toolRef(each) === toolRef(guestCall),
  )
  const [only, ...others] = written
  const place = only !== undefined && others.length === 0 ? { line: only.line, column: only.column } : site
  return {
    n: guestCall.n,
    server: guestCall.server,
    tool: guestCall.tool,
    // A call without an argument is a call with no arguments: many servers refuse a missing `arguments` member.
    arguments: guestCall.arguments ?? {},
    unknownAt: knownUnknowns(guestCall, stage),
    ...(place === undefined ? {} : { site: place }),
    ...(signal === undefined ? {} : { signal }),
  }
}

/** A guest that was given no unknown value has none: what it calls unknown would go unchecked. */
function knownUnknowns({ unknownAt, after }: GuestCall, { ledger }: Stage): readonly string[] {
  const wasGivenOne = (): boolean =>
    ledger.entries().some(({ call, answer }) => call.n <= after && answer.unknown === true)
  return unknownAt.length === 0 || wasGivenOne() ? unknownAt : []
}

function toGuestReply(call: ToolCall, answer: Answer): GuestReply {
  const elapsedMs = answer.durations?.p50 ?? 0
  const { outcome } = answer
  if (answer.unknown) return { kind: 'unknown', label: toolRef(call), elapsedMs }
  if (outcome.kind === 'result') return { kind: 'value', value: outcomeValue(outcome), elapsedMs }
  const error =
    outcome.kind === 'rpc-error'
      ? { layer: 'protocol' as const, code: outcome.code, content: outcome.data ?? null }
      : { layer: 'tool' as const, code: null, content: outcomeValue(outcome) }
  return { kind: 'error', error: { tool: toolRef(call), message: outcomeText(outcome), ...error }, elapsedMs }
}

/** Calls in the text that no call of the run stands for. A call whose column is nowhere in its line stands for all of the line. */
function unreachedCalls(program: Program, stage: Stage): readonly WrittenCall[] {
  const written = new Set(program.calls.map((call) => siteKey(toolRef(call), call)))
  const reached = new Set(
    stage.ledger.entries().map(({ call: { server, tool, site } }) => {
      const key = siteKey(toolRef({ server, tool }), site)
      return written.has(key) ? key : lineKey(toolRef({ server, tool }), site)
    }),
  )
  return program.calls.filter(
    (call) => !reached.has(siteKey(toolRef(call), call)) && !reached.has(lineKey(toolRef(call), call)),
  )
}

function siteKey(tool: string, site: CallSite | undefined): string {
  return `${site?.line ?? '?'}:${site?.column ?? '?'} ${tool}`
}

function lineKey(tool: string, site: CallSite | undefined): string {
  return `${site?.line ?? '?'} ${tool}`
}
