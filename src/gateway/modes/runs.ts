/** Real runs as a gateway does them: along its policy to its servers. */
import { defined, UsageError } from '../../base/index.js'
import { chainAnswerers } from '../../call/index.js'
import { effectsOfTools } from '../../effects/index.js'
import type { Receipt } from '../../plan/index.js'
import { type Approvals, approvalsFor } from '../approvals/approver.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { approvedByPlan, askClientForPlan, planQuestion } from '../receipts/approve-plan.js'
import { receiptNeed } from '../receipts/receipt-gate.js'
import type { ReceiptShelf } from '../receipts/receipt-shelf.js'
import type { Requester } from '../requester.js'
import { type RunOptions, runPlan } from '../runs/run-plan.js'
import type { RunReport } from '../runs/run-report.js'
import type { BoundChoice, BoundPlan, Performed, Plan, PlanChoice, Plans } from '../tools/plans.js'
import type { Catalogue, LiveUpstreams } from '../upstreams/upstreams.js'
import { keepExecution } from './kept-execution.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export interface RunMeans {
  readonly copies?: GatewayCopies | undefined
  readonly shelf: ReceiptShelf
}

export function createRuns(
  world: GatewayWorld,
  live: LiveUpstreams,
  { copies, shelf }: RunMeans,
): Required<Pick<Plans, 'run' | 'runBound'>> {
  const { policy, effects, budgets, clock, redactor, journal } = world
  return {
    run: (plan, choice, by) =>
      perform(plan, choice, by, () => ({
        receipt: receiptNeed(policy, { isSingle: false, isClient: by.isLibrary !== true }),
      })),
    async runBound(bound, choice, by) {
      const { receipt, plan, params } = shelved(bound, choice, by)
      let isApproved = choice.isApproved === true
      return perform(plan, { ...choice, ...defined({ params }) }, by, (catalogue, { approve }) => ({
        binding: {
          ...{ receipt, journal, principal: by.principal, asRehearsed: choice.asRehearsed },
          async confirm() {
            isApproved ||= await approved(receipt, choice, by, catalogue)
          },
        },
        onStarted: choice.onStarted,
        approve: approvedByPlan(receipt, () => isApproved, approve),
      }))
    },
  }

  function perform(
    { text, fileName }: Plan,
    choice: PlanChoice,
    by: Requester,
    more: (catalogue: Catalogue, approvals: Approvals) => Partial<RunOptions>,
  ): Promise<Performed<RunReport>> {
    return keepExecution(world, 'run', { choice, by }, async ({ id, label, onTrace, onBroken }) => {
      const { params, signal = by.signal } = choice
      const catalogue = await live.catalogue()
      const { registry, unavailable } = catalogue
      const approvals = approvalsFor(world, by, copies?.foreseer(by, registry))
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
        ...approvals,
        ...more(catalogue, approvals),
      })
    })
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
    by: Requester,
    { registry }: Catalogue,
  ): Promise<boolean> {
    const told = effectsOfTools(registry, { policy, effects })
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

interface BoundRunOf {
  readonly receipt: Receipt
  readonly plan: Plan
  readonly params: PlanChoice['params'] | undefined
}
