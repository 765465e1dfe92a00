/** What `understudy run` and the library's `run` do alike: rehearse, ask once, and run what was said yes to. */
import { defined } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import type { Receipt } from '../plan/index.js'
import type { Approval } from './approvals/approve.js'
import type { Gateway } from './gateway.js'
import { everyEffect, type PlanQuestion } from './receipts/approve-plan.js'
import { receiptRefused } from './runs/bind-run.js'
import type { RunReport } from './runs/run-report.js'
import type { BoundChoice, Plan, RehearsalChoice } from './tools/plans.js'

export interface RehearsedRunOptions
  extends Pick<RehearsalChoice, 'seed' | 'runs'>,
    Omit<BoundChoice, 'isApproved'> {
  /** What it was rehearsed to do, elsewhere. Default: it is rehearsed now, and `approve` is asked. */
  readonly receipt?: Receipt | undefined
  /** Asked once about a plan that is rehearsed here and may change something. Default: whose yes counts is said in the journal. */
  readonly approve?: ((question: PlanQuestion, receipt: Receipt) => Promise<Approval>) | undefined
  /** Told what the rehearsal says, before anybody is asked. Must not throw. */
  readonly onRehearsed?: ((report: Report) => void) | undefined
}

/** Undefined where the rehearsal failed: nothing was run. @throws as `Gateway.run`; UsageError RECEIPT_REFUSED when the answer is no */
export async function rehearseAndRun(
  gateway: Gateway,
  plan: Plan,
  { receipt: given, approve, onRehearsed, seed, runs, ...choice }: RehearsedRunOptions,
): Promise<RunReport | undefined> {
  if (given !== undefined) return gateway.run({ receipt: given, plan }, choice)
  const receipts: Receipt[] = []
  const { params, signal } = choice
  const report = await gateway.executeCode(plan.text, {
    ...{ dry_run: true, fileName: plan.fileName, onReceipt: (made) => void receipts.push(made) },
    ...defined({ params, signal, seed, runs }),
  })
  onRehearsed?.(report)
  const [receipt] = receipts
  if (receipt === undefined) return undefined
  const mustAsk = approve !== undefined && receipt.effects.length > 0
  const approval = mustAsk ? await approve(everyEffect(receipt, signal), receipt) : undefined
  if (approval?.approved === false) throw receiptRefused(`It was not approved: ${approval.why}.`)
  return gateway.run({ receipt, plan }, { ...choice, isApproved: approval !== undefined })
}
