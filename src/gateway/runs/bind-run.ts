/** Binds a real run to a receipt: sees that it holds here and now, and spends it. */
import { type Clock, type JsonValue, UsageError } from '../../base/index.js'
import { parseToolRef, type ToolRef } from '../../call/index.js'
import { type EffectSource, effectsOfTools } from '../../effects/index.js'
import { type BoundCalls, createBoundCalls, movedFile } from '../../execution/index.js'
import { identifyPlan, type Receipt, type ReceiptTool, receiptProblems } from '../../plan/index.js'
import type { Policy } from '../../policy/index.js'
import type { SpendingRecord } from '../../recording/spending-record.js'
import type { ToolRegistry } from '../../registry/index.js'

/** What a run is bound to. */
export interface RunBinding {
  readonly receipt: Receipt
  /** That may spend it. */
  readonly journal: SpendingRecord
  /** On whose behalf it is run. */
  readonly principal: string
  /** Asks whoever has to be asked, once the receipt is known to hold; what it throws ends all. Default: nobody. */
  readonly confirm?: () => Promise<void>
  /** Whether the plan has the clock and chance of its rehearsal, too. Default true. */
  readonly asRehearsed?: boolean | undefined
}

export interface BoundPlan {
  readonly source: string
  readonly params: JsonValue
  readonly registry: ToolRegistry
  readonly policy?: Policy | undefined
  readonly effects?: readonly EffectSource[] | undefined
  readonly clock: Clock
  readonly runId: string
}

/**
 * Nothing was called, and nothing is spent, unless it resolves.
 * @throws UsageError RECEIPT_REFUSED where the receipt does not hold; StoreError when nobody can tell whether it was spent
 */
export async function bindRun(
  { receipt, journal, principal, confirm }: RunBinding,
  plan: BoundPlan,
): Promise<BoundCalls> {
  const { registry, policy, clock } = plan
  const { key } = journal
  const effects = effectsOfTools(registry, { policy, effects: plan.effects })
  const problems = (): readonly string[] =>
    receiptProblems(receipt, {
      ...{ journal: journal.id, key, principal, policy, params: plan.params },
      nowMs: clock.now(),
      // A foreign receipt may hold anything: its tools are read once its seal was.
      get planId() {
        return identifyPlan({ ...plan, calls: toolsOf(receipt) })
      },
      toolNow(tool): ReceiptTool | undefined {
        const named = parseToolRef(tool)
        if (named === undefined) return undefined
        const lookup = registry.find(named.server, named.tool)
        const contract = lookup.kind === 'found' ? lookup.tool.fingerprint : null
        return { contract, effect: effects.claimOf(named).effect }
      },
    })
  refuseFor(problems())
  await confirm?.()
  // A person takes time, in which all may change.
  refuseFor(problems())
  const moved = await movedFile(receipt.files, key)
  if (moved !== undefined) throw refused(`${moved.why}.`)
  if (!(await journal.spend(receipt.id, plan.runId)))
    throw refused('It was spent before: a receipt is for one run.')
  return createBoundCalls(receipt, {
    ...{ key, clock },
    isRead(call) {
      const { effect, certain } = effects.claimOf(call)
      return effect === 'read' && certain
    },
  })
}

function toolsOf({ tools }: Receipt): readonly { readonly server: string; readonly tool: string }[] {
  return Object.keys(tools).flatMap((ref) => parseToolRef(ref as ToolRef) ?? [])
}

function refuseFor(problems: readonly string[]): void {
  if (problems.length > 0) throw refused(problems.join(' '))
}

function refused(why: string): UsageError {
  return new UsageError(
    'RECEIPT_REFUSED',
    `Cannot run the plan by this receipt: nothing was called. ${why}`,
    {
      hint: 'rehearse the plan again, look at what it gives, and run it by the new receipt',
    },
  )
}
