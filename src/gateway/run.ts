/** `run` of the library: a plan for real, as it was rehearsed. Loads a gateway only when it is called. */
import { defined, UsageError } from '../base/index.js'
import type { GatewayOptions } from './gateway-options.js'
import type { ApprovePlan } from './receipts/approve-plan.js'
import type { RehearsedRunOptions } from './rehearse-and-run.js'
import type { RunReport } from './runs/run-report.js'

export interface RealRunOptions
  extends Omit<RehearsedRunOptions, 'approve'>,
    Pick<
      GatewayOptions,
      | 'only'
      | 'inputs'
      | 'store'
      | 'policy'
      | 'stubs'
      | 'settings'
      | 'copy'
      | 'sandbox'
      | 'budgets'
      | 'timeoutMs'
      | 'journalKey'
      | 'verifyKey'
      | 'onWarning'
      | 'env'
      | 'cwd'
    > {
  /** The servers: the path of a file with `mcpServers` or `servers`, or what such a file holds. */
  readonly config: NonNullable<GatewayOptions['config']>
  /** Names the plan in messages; its ending decides how it is read, as in `rehearse`. Default `program.ts`. */
  readonly fileName?: string
  /**
   * Where the run is kept, and its receipt is spent: a path, a `postgres://` URL, or a journal, which stays open. Default: nowhere, and
   * what is killed is gone; a `receipt` of elsewhere needs the journal that it names.
   */
  readonly journal?: GatewayOptions['runJournal']
  /**
   * Asked once: about a plan that was rehearsed here and may change something, and about a receipt of which the policy wants calls
   * approved. Default: nobody is, and such a plan is refused, unless `verifyKey` says whose yes counts.
   */
  readonly approve?: ApprovePlan
}

/**
 * Rehearses a plan, has it approved, and runs it for real, bound to what was said yes to; or runs it by a `receipt`. Every call that may
 * change something has to be as it was rehearsed: what is not stops the run before it is made (`ended: 'deviated'`). Starts the servers, and
 * ends them with the run.
 * @throws UsageError RECEIPT_REFUSED when the rehearsal failed, the answer was no, or the receipt does not hold: nothing was called then; and
 *   as `createGateway`; the signal's reason when aborted
 */
export async function run(plan: string | Uint8Array, options: RealRunOptions): Promise<RunReport> {
  const { createGateway } = await import('./create-gateway.js')
  const { rehearseAndRun } = await import('./rehearse-and-run.js')
  const { receiptRefused } = await import('./runs/bind-run.js')
  const { fileName = 'program.ts', receipt, params, intent, seed, runs, asRehearsed, ...rest } = options
  const { approve, journal, onRehearsed, onListed, onTrace, signal, ...servers } = rest
  if (receipt !== undefined && journal === undefined)
    throw new UsageError('USAGE', 'Cannot run a plan by a receipt without a journal', {
      hint: 'name the one that may spend it: { journal: ".understudy/runs.db" }',
    })
  const text = typeof plan === 'string' ? plan : new TextDecoder().decode(plan)
  await using gateway = await createGateway({
    ...servers,
    ...defined({ runJournal: journal, approvePlan: approve }),
    spareCopies: 0,
  })
  const choice = { receipt, params, intent, seed, runs, asRehearsed, onRehearsed, onListed, onTrace, signal }
  const report = await rehearseAndRun(gateway, { text, fileName }, { ...defined(choice), ...asking() })
  if (report !== undefined) return report
  throw receiptRefused('Its rehearsal failed: something in it is provably wrong.')

  /** Where keys are named the question waits in the journal; nobody is no yes. */
  function asking(): { approve?: ApprovePlan } {
    if (options.verifyKey !== undefined) return {}
    return { approve: approve ?? (async () => ({ approved: false, why: 'nobody is asked: give approve' })) }
  }
}
