/** A run with a journal, from its first call to its end or to where it waits. */
import { type Finding, messageOf } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import type { Doubt, SettlingRead } from '../../journal/index.js'
import { howItWent, writeWent } from '../../plan/index.js'
import type { Approve } from '../approvals/approve.js'
import type { Approvals } from '../approvals/approver.js'
import type { RunOptions } from '../runs/run-plan.js'
import type { CallInDoubt, RunReport } from '../runs/run-report.js'
import type { BegunRun } from './journaled-runs.js'
import { type RunSettings, worldOf } from './run-settings.js'

export interface JournaledMeans {
  readonly settings: RunSettings
  /** Undefined until it is in the journal. */
  readonly begun: () => BegunRun | undefined
  readonly approvals: Approvals
  /** Whose yes it is, when the person at the client says it. */
  readonly by: string
  readonly readsFor: (doubt: Doubt) => readonly SettlingRead[]
}

/** Rejects as `run` does; the run can go on then. */
export async function performJournaled(
  means: JournaledMeans,
  run: (more: Pick<RunOptions, 'world' | 'journal' | 'approve'>) => Promise<RunReport>,
): Promise<RunReport> {
  const { settings, begun } = means
  const report = await run({
    world: worldOf(settings),
    journal: (onStopped) => heldIn(begun()).links(onStopped),
    approve: askedOnce(means),
  }).catch(async (failure: unknown) => {
    await begun()?.held.pause()
    throw failure
  })
  const held = begun()?.held
  // What is wrong in its text is never begun.
  if (held === undefined) return report
  const doubts = held.doubts()
  const isAnother = doubts.length === 0 && held.unasked() > 0 && hasRun(report)
  const { ended, result } = report
  const state =
    isAnother || ended === 'refused' || ended === 'deviated'
      ? 'stopped'
      : ended === 'completed'
        ? 'done'
        : 'failed'
  await held.end(state, JSON.stringify({ ended, result }), wentOf(settings, report))
  return {
    ...report,
    ...(isAnother ? { findings: [...report.findings, otherWay(held.unasked())] } : {}),
    ...(doubts.length === 0
      ? {}
      : { in_doubt: doubts.map((doubt) => inDoubt(doubt, means.readsFor(doubt))) }),
  }
}

/** Of a run by a receipt that was let go its way: what was said of it, and what it came to. */
function wentOf({ receipt }: RunSettings, report: RunReport): string | undefined {
  const { ended, calls, not_made: notMade = [] } = report
  if (receipt === undefined || ended === 'refused' || ended === 'cancelled') return undefined
  const compared = calls.flatMap(({ tool, predicted }) => {
    // What was said is of the attempt that was the last one.
    if (predicted?.source === undefined || predicted.made_again !== undefined) return []
    const { source, as_said: same = { outcome: false } } = predicted
    return [{ tool, source, same }]
  })
  return writeWent(howItWent(receipt.verdict, ended === 'completed' && notMade.length === 0, compared))
}

/** A person's yes is a row of the journal, so that it holds for whoever goes on. */
function askedOnce({ begun, approvals: { approve, canAsk }, by }: JournaledMeans): Approve {
  return (question) => {
    const { call, tool, arguments: args, effect, why } = question
    const shown = { tool, arguments: args, effect, why, call: call.n, ...(call.site ?? {}) }
    const here = { by, ...(canAsk ? { ask: () => approve(question) } : {}) }
    return heldIn(begun()).ask(call, shown, here)
  }
}

function heldIn(begun: BegunRun | undefined): BegunRun['held'] {
  if (begun === undefined) throw new Error('a run is in the journal before its first call')
  return begun.held
}

function hasRun({ ended }: RunReport): boolean {
  return ended === 'completed' || ended === 'threw'
}

function otherWay(unasked: number): Finding {
  const message = `It went another way than before: ${unasked} of the calls that it made then it did not make now`
  return { code: 'RUN_STOPPED', severity: 'error', certain: true, message }
}

function inDoubt({ call, why }: Doubt, reads: readonly SettlingRead[]): CallInDoubt {
  const { n, site, arguments: args = {} } = call
  return { call: n, tool: toolRef(call), arguments: args, ...(site ?? {}), why: messageOf(why), reads }
}
