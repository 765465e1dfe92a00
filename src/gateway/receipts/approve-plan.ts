/** One question for a whole plan, in the place of one for each of its calls. */
import { firstLine, type JsonObject, printable, SessionError } from '../../base/index.js'
import { parseToolRef, type ToolRef, toolRef } from '../../call/index.js'
import type { Effects } from '../../effects/index.js'
import { mustAsk } from '../../execution/index.js'
import { describeEffects, type Receipt } from '../../plan/index.js'
import type { Policy } from '../../policy/index.js'
import type { Approval, Approve } from '../approvals/approve.js'
import { approvalIn, canFillForms, NOBODY } from '../approvals/ask-client.js'
import type { Requester } from '../requester.js'

/** Puts the question and waits for the word, as `Approve` does for one call. */
export type ApprovePlan = (question: PlanQuestion) => Promise<Approval>

export interface PlanQuestion {
  /** The id of the receipt: what is approved is this, and nothing else. */
  readonly receipt: string
  readonly verdict: Receipt['verdict']
  /** Every effect with all of its arguments, one line each. */
  readonly effects: readonly string[]
  /** Tools of which the policy wants each call approved. */
  readonly asked: readonly ToolRef[]
  readonly signal: AbortSignal
}

/** Undefined when the policy wants nobody asked about any call of the receipt. */
export function planQuestion(
  receipt: Receipt,
  {
    policy,
    effects,
    signal,
    isAlways = false,
  }: {
    readonly policy: Policy | undefined
    readonly effects: Effects
    readonly signal: AbortSignal
    /** Somebody has to say yes to every plan that may change something, whatever the policy says. */
    readonly isAlways?: boolean
  },
): PlanQuestion | undefined {
  const tools = [...new Set([...receipt.reads, ...receipt.effects].map(({ tool }) => tool))]
  const asked = tools.filter((tool) => {
    const named = parseToolRef(tool)
    return named !== undefined && mustAsk(named, policy, effects)
  })
  if (asked.length === 0 && !(isAlways && receipt.effects.length > 0)) return undefined
  return { receipt: receipt.id, verdict: receipt.verdict, effects: describeEffects(receipt), asked, signal }
}

/** The question of a plan whose every effect somebody has to say yes to. */
export function everyEffect(receipt: Receipt, given: AbortSignal | undefined): PlanQuestion {
  const { signal } = given === undefined ? new AbortController() : { signal: given }
  const { id, verdict, effects } = receipt
  const asked = [...new Set(effects.map(({ tool }) => tool))]
  return { receipt: id, verdict, effects: describeEffects(receipt), asked, signal }
}

/** What was asked once is not asked again: calls of tools that the receipt has. All others are asked as ever. */
export function approvedByPlan(
  { reads, effects }: Receipt,
  isApproved: () => boolean,
  otherwise: Approve,
): Approve {
  return (question) => {
    const ref = toolRef(question.call)
    const isAsked = isApproved() && [...reads, ...effects].some(({ tool }) => tool === ref)
    return isAsked ? Promise.resolve({ approved: true }) : otherwise(question)
  }
}

/** Asks the person at the client, by elicitation. */
export function askClientForPlan(requester: Requester): ApprovePlan {
  return async (question) => {
    question.signal.throwIfAborted()
    if (!canFillForms(requester.capabilities)) return NOBODY
    try {
      return approvalIn(await requester.ask('elicitation/create', formFor(question)))
    } catch (failure) {
      question.signal.throwIfAborted()
      if (failure instanceof SessionError)
        return { approved: false, why: printable(firstLine(failure.message), { oneLine: true }) }
      throw failure
    }
  }
}

function formFor({ receipt, verdict, effects }: PlanQuestion): JsonObject {
  return {
    message: `May this plan be run? Its rehearsal was "${verdict}", and it may do nothing but this:\n${effects.join('\n')}\nReceipt: ${receipt}`,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: {
          type: 'boolean',
          title: 'Run it',
          description: 'Yes: these effects and no others, once',
          default: false,
        },
      },
      required: ['approve'],
    },
  }
}
