/** Whether a receipt holds here and now: asked before a run begins. */
import { packageVersion } from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import type { Policy } from '../../policy/index.js'
import { withoutWayBack } from './describe-receipt.js'
import { keyedDigest } from './keyed-digest.js'
import { policyDigest } from './make-receipt.js'
import {
  isUnedited,
  type KnownTool,
  RECEIPT_FORMAT,
  type Receipt,
  type ReceiptEffect,
  type ReceiptTool,
} from './receipt.js'

/** What is to be run, by whom, and what the world is now. */
export interface ReceiptUse {
  readonly planId: string
  readonly params: Parameters<typeof keyedDigest>[1]
  readonly principal: string
  readonly journal: string
  readonly key: string
  readonly nowMs: number
  readonly policy: Policy | undefined
  /** The run that is bound to it has spent it before, and goes on: neither its time nor its journal is asked again. */
  readonly isSpent?: boolean
  /** Whether an effect is let happen only where it has a way back. Default: none has to have one. */
  mustHaveWayBack?(effect: ReceiptEffect['effect']): boolean
  /** The tool as it is now; undefined where it is not there any more. */
  toolNow(tool: ToolRef): KnownTool | undefined
}

/** Why it does not hold, each a sentence; empty when it does. */
export function receiptProblems(receipt: Receipt, use: ReceiptUse): readonly string[] {
  const { journal, key, principal, nowMs, isSpent = false } = use
  // Handed in by whoever has it, or kept by an earlier build: what it says may mean other calls here.
  if ((receipt.format as string) !== RECEIPT_FORMAT)
    return [`Its format is ${receipt.format}, and this build reads ${RECEIPT_FORMAT}.`]
  // Before anything of it is believed, whoever handed it in.
  if (!isUnedited(receipt)) return ['It was edited: its id is of another content.']
  if (receipt.journal !== journal && !isSpent)
    return [`It was made for the journal ${receipt.journal}, and this one is ${journal}.`]
  if (receipt.seal !== keyedDigest(key, receipt.id)) return ['It was not made here: its seal is another one.']
  return [
    ...unless(receipt.principal === principal, `It is ${receipt.principal}'s, and this is ${principal}.`),
    ...unless(
      isSpent ||
        (nowMs < Date.parse(receipt.expires_at) && nowMs >= Date.parse(receipt.made_at) - CLOCK_SKEW_MS),
      `It was valid from ${receipt.made_at} to ${receipt.expires_at}.`,
    ),
    ...unless(
      receipt.version === packageVersion(),
      `It was made by version ${receipt.version} of Understudy, and this is ${packageVersion()}.`,
    ),
    ...unless(receipt.policy === policyDigest(use.policy), 'The policy is another one.'),
    ...unless(
      receipt.plan.params === keyedDigest(key, use.params),
      'The parameters of the plan are other ones.',
    ),
    ...toolProblems(receipt, use),
    ...undoProblems(receipt, use),
    ...unless(receipt.plan.id === use.planId, 'The plan is another one: its text, or a tool that it names.'),
  ]
}

/** Two machines of one user may be a little apart. */
const CLOCK_SKEW_MS = 5 * 60_000

function unless(holds: boolean, problem: string): readonly string[] {
  return holds ? [] : [problem]
}

function undoProblems(receipt: Receipt, { mustHaveWayBack = () => false }: ReceiptUse): readonly string[] {
  const kinds = new Map(receipt.effects.map(({ call, effect }) => [call, effect]))
  return withoutWayBack(receipt).flatMap(({ call, tool, why }) => {
    const effect = kinds.get(call)
    return effect === undefined || !mustHaveWayBack(effect)
      ? []
      : [`The policy requires a way back, and call ${call} (${tool}, ${effect}) has none: ${why}.`]
  })
}

function toolProblems({ tools }: Receipt, { toolNow, key, isSpent }: ReceiptUse): readonly string[] {
  return Object.entries(tools).flatMap(([name, then]) => {
    // The keys are those of tools.
    const tool = name as ToolRef
    const now = toolNow(tool)
    if ((now?.contract ?? null) === null && then.contract !== null)
      return [`${tool} is not listed by its server now: it was when the plan was rehearsed.`]
    if (then.contract === null && (now?.contract ?? null) !== null)
      return [`${tool} was not listed when the plan was rehearsed, and is now.`]
    if (now?.contract !== then.contract) return [`The contract of ${tool} is another one.`]
    // A run that goes on may do so on another machine, whose servers stand elsewhere.
    if (isSpent !== true && now !== undefined && isElsewhere(then, now, key))
      return [`The server of ${tool} is another one: it is started or reached in another way.`]
    return now?.effect === then.effect || then.effect !== 'read'
      ? []
      : [`${tool} was taken to read, and is not any more.`]
  })
}

/** A server whose way is not known, such as one that was rehearsed from a list of its tools, may be any. */
function isElsewhere({ server }: ReceiptTool, { launch }: KnownTool, key: string): boolean {
  return server !== undefined && launch !== undefined && keyedDigest(key, launch) !== server
}
