/** A run by a receipt: who is asked about it, how it is put into the journal, and how it goes on from there. */
import type { KeyObject } from 'node:crypto'
import type { Effects } from '../../effects/index.js'
import type { RunJournal } from '../../journal/index.js'
import { isApprovedBy, type Receipt } from '../../plan/index.js'
import type { Policy } from '../../policy/index.js'
import type { Approval } from '../approvals/approve.js'
import { canFillForms, NOBODY } from '../approvals/ask-client.js'
import type { BegunRun } from '../journal/journaled-runs.js'
import type { ShownPlan } from '../journal/runs-of.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import {
  approvedByPlan,
  askClientForPlan,
  type PlanQuestion,
  planQuestion,
} from '../receipts/approve-plan.js'
import type { Requester } from '../requester.js'
import { type RunBinding, receiptRefused } from '../runs/bind-run.js'
import type { RunOptions } from '../runs/run-plan.js'

export interface BoundRunMeans {
  readonly receipt: Receipt
  readonly asRehearsed: boolean
  /** Somebody said yes to all of it already. */
  readonly isApproved: boolean
  readonly world: Pick<
    GatewayWorld,
    'journal' | 'keepsRuns' | 'options' | 'redactor' | 'policy' | 'approvers'
  >
  readonly effects: Effects
  readonly by: Requester
  readonly signal: AbortSignal
}

export interface BoundRun {
  /** As long as it is not begun, its question is for whoever is here. */
  binding(begin: (isApproved: boolean) => Promise<BegunRun | 'spent'>): RunBinding
  /** Of one that the journal has. */
  bindingOf(begun: BegunRun): RunBinding
  /** Nobody is asked about a call of a plan that was approved as a whole. */
  approve(otherwise: NonNullable<RunOptions['approve']>): NonNullable<RunOptions['approve']>
}

export function createBoundRun(means: BoundRunMeans): BoundRun {
  const { receipt, asRehearsed, world, by } = means
  const { journal, options } = world
  const question = questionOf(means)
  let isApproved = world.approvers === undefined ? means.isApproved : isSigned(receipt, world.approvers)

  return {
    binding: (begin) => ({
      ...{ receipt, asRehearsed, journal, principal: by.principal, isSpent: false },
      spentBefore: () => spentBefore(journal, receipt),
      async begin(stillHolds) {
        const here = question === undefined || isApproved ? undefined : askHere(question)
        if (here !== undefined) refuseUnlessYes(await here)
        isApproved ||= here !== undefined
        if (here !== undefined) await stillHolds()
        const begun = await begin(isApproved)
        if (begun === 'spent')
          throw receiptRefused((await spentBefore(journal, receipt)) ?? 'It was spent before.')
        return askInJournal(begun)
      },
    }),
    bindingOf: (begun) => ({
      ...{ receipt, asRehearsed, journal, principal: begun.principal, isSpent: true },
      spentBefore: () => Promise.resolve(undefined),
      begin: () => askInJournal(begun),
    }),
    approve: (otherwise) => approvedByPlan(receipt, () => isApproved, otherwise),
  }

  /** Undefined where the question waits in the journal: nobody is here whose yes counts. */
  function askHere(asked: PlanQuestion): Promise<Approval> | undefined {
    if (world.approvers !== undefined) return undefined
    const { approvePlan = canFillForms(by.capabilities) ? askClientForPlan(by) : undefined } = options
    if (approvePlan !== undefined) return approvePlan(asked)
    return world.keepsRuns ? undefined : Promise.resolve(NOBODY)
  }

  /** Why it may not go on so far. */
  async function askInJournal({ held }: BegunRun): Promise<string | undefined> {
    if (question === undefined || isApproved) return undefined
    const { receipt: id, verdict, effects, asked } = question
    const shown: ShownPlan = { receipt: id, verdict, effects, tools: asked }
    const answer = await held.askFirst({ ...shown }, { by: by.principal })
    isApproved = answer.approved
    return answer.approved ? undefined : answer.why
  }
}

function isSigned({ id, approvals = [] }: Receipt, approvers: readonly KeyObject[]): boolean {
  return approvals.some(({ signature }) => isApprovedBy({ receipt: id }, signature, approvers))
}

/** One question for the whole plan; undefined where nobody has to be asked. */
function questionOf({ receipt, effects, world, signal }: BoundRunMeans): PlanQuestion | undefined {
  const policy: Policy | undefined = world.policy
  const isAlways = world.approvers !== undefined
  const question = planQuestion(receipt, { policy, effects, signal, isAlways })
  return question === undefined
    ? undefined
    : { ...question, effects: world.redactor.redact(question.effects) }
}

function refuseUnlessYes(approval: Approval): void {
  if (approval.approved) return
  throw receiptRefused(`It was not approved: ${approval.why}. A person has to say yes to it, or the policy.`)
}

async function spentBefore(journal: RunJournal, { id, principal }: Receipt): Promise<string | undefined> {
  const spender = (await journal.list(principal)).find(({ receipt }) => receipt === id)
  return (
    spender &&
    `It was spent before by the run ${spender.id} (${spender.state}): a receipt is for one run. understudy runs show ${spender.id} tells what became of it.`
  )
}
