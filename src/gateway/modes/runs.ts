/** Real runs as a gateway does them: along its policy to its servers. */
import { defined, UsageError } from '../../base/index.js'
import { chainAnswerers } from '../../call/index.js'
import { effectsOfTools } from '../../effects/index.js'
import type { Receipt } from '../../plan/index.js'
import { type Approvals, approvalsFor } from '../approvals/approver.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import { type BegunRun, createJournaledRuns } from '../journal/journaled-runs.js'
import { performJournaled } from '../journal/perform-journaled.js'
import { createRunsOf } from '../journal/runs-of.js'
import { settlingReads } from '../journal/settling-reads.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { approvedByPlan, askClientForPlan, planQuestion } from '../receipts/approve-plan.js'
import { receiptNeed } from '../receipts/receipt-gate.js'
import type { ReceiptShelf } from '../receipts/receipt-shelf.js'
import type { Requester } from '../requester.js'
import { type RunOptions, runPlan } from '../runs/run-plan.js'
import type { RunReport } from '../runs/run-report.js'
import type { BoundChoice, BoundPlan, Performed, Plan, PlanChoice, Plans } from '../tools/plans.js'
import type { Catalogue, LiveUpstreams } from '../upstreams/upstreams.js'
import { type Execution, keepExecution } from './kept-execution.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export interface RunMeans {
  readonly copies?: GatewayCopies | undefined
  readonly shelf: ReceiptShelf
}

export function createRuns(
  world: GatewayWorld,
  live: LiveUpstreams,
  { copies, shelf }: RunMeans,
): Pick<Plans, 'run' | 'runBound' | 'resume' | 'runs'> {
  const { policy, effects, budgets, clock, redactor, runJournal } = world
  return { runBound, ...(runJournal === undefined ? { run } : journaledRuns(runJournal)) }

  function run(plan: Plan, choice: PlanChoice, by: Requester): Promise<Performed<RunReport>> {
    return keepExecution(world, 'run', { choice, by }, async (execution) =>
      perform(plan, choice, await meansOf(execution, by), needOf(by)),
    )
  }

  async function runBound(
    bound: BoundPlan,
    choice: BoundChoice,
    by: Requester,
  ): Promise<Performed<RunReport>> {
    const { receipt, plan, params } = shelved(bound, choice, by)
    let isApproved = choice.isApproved === true
    const own = { ...choice, ...defined({ params }) }
    return keepExecution(world, 'run', { choice: own, by }, async (execution) => {
      const means = await meansOf(execution, by)
      return perform(plan, own, means, {
        binding: {
          ...{ receipt, journal: world.journal, principal: by.principal, asRehearsed: choice.asRehearsed },
          async confirm() {
            isApproved ||= await approved(receipt, choice, means)
          },
        },
        onStarted: choice.onStarted,
        approve: approvedByPlan(receipt, () => isApproved, means.approvals.approve),
      })
    })
  }

  function journaledRuns(
    journal: NonNullable<GatewayWorld['runJournal']>,
  ): Pick<Plans, 'run' | 'resume' | 'runs'> {
    const journaled = createJournaledRuns({ ...{ journal, world }, leaseMs: world.options.runLeaseMs })
    const resume: NonNullable<Plans['resume']> = async (id, { ofAnybody, ...choice }, by) => {
      const { signal = by.signal } = choice
      const catalogue = await live.catalogue()
      const principal = ofAnybody === true ? undefined : by.principal
      const resumed = await journaled.resume(id, { principal, effects: effectsIn(catalogue) }, signal)
      if (resumed.kind !== 'begun') return resumed
      const { params, intent } = resumed.settings
      const again = { ...choice, ...defined({ params, intent }) }
      return keepExecution(world, 'run', { choice: again, by, id }, async (execution) =>
        performIn(resumed, again, await meansOf(execution, by)),
      )
    }
    return {
      run: (plan, choice, by) =>
        keepExecution(world, 'run', { choice, by }, async (execution) => {
          const means = await meansOf(execution, by)
          const told = { principal: by.principal, effects: effectsIn(means.catalogue) }
          const begun = await journaled.begin(execution.id, plan, choice, told)
          choice.onListed?.(begun.id)
          return performIn(begun, choice, means)
        }),
      resume,
      runs: createRunsOf({
        ...{ journal, redactor },
        resume: (id, by) => resume(id, {}, by),
        approve: (by) => approvalsFor(world, by),
        reads: async (call) => {
          const catalogue = await live.catalogue()
          const { registry } = catalogue
          return settlingReads(call.tool, call.arguments, { registry, effects: effectsIn(catalogue) })
        },
      }),
    }
  }

  function performIn(begun: BegunRun, choice: PlanChoice, means: Means): Promise<RunReport> {
    const { approvals, by, catalogue } = means
    const told = { registry: catalogue.registry, effects: effectsIn(catalogue) }
    return performJournaled(
      begun,
      {
        approvals,
        by: `the client of ${by.principal}`,
        readsFor: ({ asked, call }) => settlingReads(asked.tool, call.arguments ?? {}, told),
      },
      (more) => perform(begun.plan, choice, means, { ...needOf(by), ...more }),
    )
  }

  async function perform(
    { text, fileName }: Plan,
    choice: PlanChoice,
    { by, execution, catalogue, approvals }: Means,
    more: Partial<RunOptions>,
  ): Promise<RunReport> {
    const { id, label, onTrace, onBroken } = execution
    const { params, signal = by.signal } = choice
    const { registry, unavailable } = catalogue
    const { approve, foresee } = approvals
    return runPlan(text, fileName, {
      ...{ registry, unavailable, budgets, redactor, signal, clock, onTrace, onBroken },
      ...label,
      ...(await world.place.for(fileName)),
      ...defined({ params, policy }),
      effects,
      runId: id,
      chain: chainAnswerers([
        {
          name: 'live',
          answer: (call, next) =>
            upstreamAnswerer(copies?.forCall(live, call, registry) ?? live, by).answer(call, next),
        },
      ]),
      ...{ approve, foresee },
      ...more,
    })
  }

  async function meansOf(execution: Execution<RunReport>, by: Requester): Promise<Means> {
    const catalogue = await live.catalogue()
    const approvals = approvalsFor(world, by, copies?.foreseer(by, catalogue.registry))
    return { by, execution, catalogue, approvals }
  }

  function needOf(by: Requester): Pick<RunOptions, 'receipt'> {
    return { receipt: receiptNeed(policy, { isSingle: false, isClient: by.isLibrary !== true }) }
  }

  function effectsIn({ registry }: Catalogue): ReturnType<typeof effectsOfTools> {
    return effectsOfTools(registry, { policy, effects })
  }

  function shelved(bound: BoundPlan, choice: BoundChoice, by: Requester): BoundRunOf {
    if ('receipt' in bound) return { ...bound, params: choice.params }
    const found = shelf.find(bound.id, by.principal)
    if (found !== undefined) return found
    throw new UsageError(
      'RECEIPT_REFUSED',
      `Cannot run a plan by the receipt ${JSON.stringify(bound.id)}: there is none of that id here`,
      {
        hint: 'a receipt is in the answer of a rehearsal of this gateway, for whoever rehearsed, until the gateway ends',
      },
    )
  }

  /** One question for the whole plan; false when there was none to ask. @throws UsageError RECEIPT_REFUSED when the answer is no */
  async function approved(
    receipt: Receipt,
    { signal }: BoundChoice,
    { by, catalogue }: Means,
  ): Promise<boolean> {
    const told = effectsIn(catalogue)
    const question = planQuestion(receipt, { policy, effects: told, signal: signal ?? by.signal })
    if (question === undefined) return false
    const { approvePlan = askClientForPlan(by) } = world.options
    const approval = await approvePlan({ ...question, effects: redactor.redact(question.effects) })
    if (approval.approved) return true
    throw new UsageError(
      'RECEIPT_REFUSED',
      `Cannot run the plan: nothing was called. It was not approved: ${approval.why}`,
      {
        hint: 'a person has to say yes to it, or the policy',
      },
    )
  }
}

/** What a run is performed with. */
interface Means {
  readonly by: Requester
  readonly execution: Execution<RunReport>
  readonly catalogue: Catalogue
  readonly approvals: Approvals
}

interface BoundRunOf {
  readonly receipt: Receipt
  readonly plan: Plan
  readonly params: PlanChoice['params'] | undefined
}
