/** The receipt of a rehearsal, from what was seen of it. */
import { resolve } from 'node:path'
import { byText, type JsonValue, systemClock } from '../base/index.js'
import { type Effect, isGuess, type ToolRef, toldValue, toolRef, virtualDuration } from '../call/index.js'
import { fileDigest } from '../execution/index.js'
import {
  type KnownTool,
  keyedDigestOfBytes,
  makeReceipt,
  placesBefore,
  type Receipt,
  type ReceiptFile,
  type RehearsedCall,
  sealPath,
  type WrittenCall,
} from '../plan/index.js'
import type { Redactor } from '../recording/index.js'
import { launchOf } from '../registry/index.js'
import { type Sequence, stepOf, type WorldFact } from '../sequence/index.js'
import type { ObservedFiles } from './file-effects.js'
import type { LedgerEntry } from './ledger.js'
import { namedFiles } from './named-files.js'
import type { ReceiptOrder, RehearsalFacts, RehearsalSettings } from './options.js'
import type { PlacedChange } from './placed-changes.js'
import type { Report } from './report.js'
import { claimAfter } from './side-effects.js'
import type { Stage } from './stage.js'
import type { UsedReads } from './variants/used-reads.js'
import { waysBack, whyNoWayBack } from './way-back.js'

interface PlanText {
  /** Where the plan is one. */
  readonly sequence?: Sequence | undefined
  /** Where variants were played to find them. */
  readonly usedReads?: UsedReads | undefined
  readonly source: string
  readonly written: readonly WrittenCall[]
}

export function factsOf(
  stage: Stage,
  settings: RehearsalSettings,
  { source, written, usedReads, sequence }: PlanText,
  observed: ObservedFiles | undefined,
): RehearsalFacts {
  const calls = stage.ledger.entries().map((entry) => ({
    ...rehearsedCall(entry, stage, observed),
    noWayBack: noWayBackOf(entry, stage, settings, observed),
    used: usedReads?.get(entry.call.n),
    ...(sequence === undefined ? {} : { step: stepTemplate(sequence, entry.call.n) }),
  }))
  return {
    plan: {
      ...{ fileName: settings.fileName, source, params: settings.params },
      ...{ seed: stage.seed, startMs: stage.nowMs, policy: settings.policy, calls },
      tools: toolsOf(stage, calls, written),
    },
    changes: observed?.placed ?? [],
    late: stage.copyLog?.late ?? [],
    world: sequence?.world ?? [],
  }
}

function stepTemplate(sequence: Sequence, call: number): NonNullable<RehearsedCall['step']> {
  const { arguments: template } = stepOf(sequence, call)
  return template === undefined ? {} : { template }
}

/** Undefined when the verdict is `fail`: there is nothing to be bound to. */
export async function orderedReceipt(
  { plan, changes: placed, late, world }: RehearsalFacts,
  report: Report,
  order: ReceiptOrder,
  redactor: Redactor,
): Promise<Receipt | undefined> {
  const { verdict } = report
  if (verdict === 'fail') return undefined
  const { journal, principal = 'anonymous', validMs, madeMs = systemClock.now(), cwd } = order
  const { changes, noWayBack } =
    cwd === undefined || order.notKeepable === undefined
      ? NOTHING_KEPT
      : waysBack(plan.calls, placed, {
          ...{ cwd, key: journal.key, notKeepable: order.notKeepable, late },
          redact: (path) => redactor.text(path),
        })
  const reported = new Map(report.calls.map((each) => [each.n, each]))
  const calls = plan.calls.map((each) => {
    const { volatile = [], arguments_from: argumentsFrom = {} } = reported.get(each.call.n) ?? {}
    const why = noWayBack === undefined ? 'nothing is kept of before' : noWayBack.get(each.call.n)
    return { ...each, volatile, argumentsFrom, noWayBack: why }
  })
  const files =
    cwd === undefined
      ? []
      : [
          ...(await filesOf(calls, placed, journal.key, cwd)),
          ...world.flatMap((fact) => boundFact(fact, journal.key)),
        ].map((file) =>
          redactor.text(file.path) === file.path ? file : { ...file, path: sealPath(journal.key, file.path) },
        )
  return makeReceipt(
    { ...plan, planId: report.plan_id, verdict, calls, files, changes },
    {
      ...{ key: journal.key, journal: journal.id, principal, madeMs, validMs },
      redact: (value) => redactor.redact<JsonValue>(value),
    },
  )
}

const NOTHING_KEPT = { changes: [], noWayBack: undefined }

function noWayBackOf(
  { call, answer }: LedgerEntry,
  stage: Stage,
  { copied }: RehearsalSettings,
  observed: ObservedFiles | undefined,
): string | null {
  const changes = (observed?.placed ?? []).filter(
    (change) => change.call === call.n || change.sharedWith.includes(call.n),
  )
  return whyNoWayBack({
    answer: answer.provenance.source === 'copy' ? stage.copyLog?.answers.get(call.n) : undefined,
    facts: copied?.servers.get(call.server),
    isExternal: stage.effects.claimOf(call).effect === 'external',
    isError: answer.outcome.kind !== 'result',
    changes,
  })
}

function rehearsedCall(entry: LedgerEntry, stage: Stage, observed: ObservedFiles | undefined): RehearsedCall {
  const { call, before, answer } = entry
  const { effect, reversible, evidence } = claimAfter(stage.effects.claimOf(call), observed?.of(call.n) ?? [])
  const { reads, writes } = stage.effects.footprintOf(call)
  const { outcome } = answer
  return {
    ...{ call, before, effect, reversible, footprint: { reads, writes } },
    isReadByStatement: effect === 'read' && evidence === 'statement',
    outcome: outcome.kind,
    value: answer.unknown ? null : toldValue(outcome),
    isUnknown: answer.unknown === true,
    // What is stale or in doubt was said once: another answer now is what a receipt is there to notice.
    isInvented: isGuess(answer.provenance),
    source: answer.provenance.source,
    takesMs: virtualDuration(answer),
    volatile: [],
  }
}

function toolsOf(
  { registry, effects }: Stage,
  calls: readonly RehearsedCall[],
  written: PlanText['written'],
): Record<ToolRef, KnownTool> {
  const seen = new Map<ToolRef, Effect>()
  for (const { call, effect } of calls) {
    const known = seen.get(toolRef(call))
    if (known === undefined || known === 'read') seen.set(toolRef(call), effect)
  }
  const named = [...written, ...calls.map(({ call }) => call)]
  return Object.fromEntries(
    named.map((call): [ToolRef, KnownTool] => {
      const lookup = registry.find(call.server, call.tool)
      const contract = lookup.kind === 'found' ? lookup.tool.fingerprint : null
      const { server, tool } = call
      const made = seen.get(toolRef(call))
      // That these calls only read says nothing of others, where each does what its statement says.
      const effect = made === undefined || made === 'read' ? effects.claimOf({ server, tool }).effect : made
      return [toolRef(call), { contract, effect, launch: launchOf(registry, server) }]
    }),
  )
}

/** What a sequence rests on is bound as it was seen with the session. */
function boundFact({ path, kind, digest, call }: WorldFact, key: string): readonly ReceiptFile[] {
  if (digest === undefined || !path.isWellFormed()) return []
  return [{ path, kind, digest: digest === null ? null : keyedDigestOfBytes(key, digest), call }]
}

/** What a copy says that calls change, as it was before; then what their arguments name, unless a call before changed it. */
async function filesOf(
  calls: readonly RehearsedCall[],
  changes: readonly PlacedChange[],
  key: string,
  cwd: string,
): Promise<readonly ReceiptFile[]> {
  const files = new Map<string, ReceiptFile>()
  const bind = (path: string, call: number, digest: string | undefined): void => {
    if (!files.has(path))
      files.set(path, { path, call, digest: digest === undefined ? null : keyedDigestOfBytes(key, digest) })
  }
  for (const { path, change, call } of placesBefore(changes.toSorted((a, b) => a.call - b.call))) {
    const { before } = change
    if (before !== undefined && before.kind !== 'file') continue
    // What is made is nowhere before, also in a folder that was moved.
    if (change.change === 'made') bind(resolve(cwd, change.path), change.call, undefined)
    else bind(resolve(cwd, path), call, before?.digest)
  }
  for (const { call, effect } of calls) {
    if (effect === 'read') continue
    for (const path of namedFiles(call.arguments ?? {}, cwd)) {
      const digest = files.has(path) ? undefined : await fileDigest(path)
      if (digest !== undefined) bind(path, call.n, digest)
    }
  }
  return [...files.values()].filter(({ path }) => path.isWellFormed()).sort((a, b) => byText(a.path, b.path))
}
