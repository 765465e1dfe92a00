/** Binds a real run to a receipt: sees that it holds here and now, and lets it be spent. */
import { type Clock, type JsonValue, UsageError } from '../../base/index.js'
import { parseToolRef, type ToolRef, toolRef } from '../../call/index.js'
import { type EffectSource, effectsOfTools } from '../../effects/index.js'
import { type BoundCalls, createBoundCalls, movedFile } from '../../execution/index.js'
import type { RunJournal } from '../../journal/index.js'
import { identifyPlan, type KnownTool, type Receipt, receiptProblems } from '../../plan/index.js'
import { needsWayBack, type Policy } from '../../policy/index.js'
import { launchOf, type ToolRegistry } from '../../registry/index.js'

/** What a run is bound to. */
export interface RunBinding {
  readonly receipt: Receipt
  /** That may spend it. */
  readonly journal: Pick<RunJournal, 'id' | 'receiptKey'>
  /** On whose behalf it is run. */
  readonly principal: string
  /** Whether the plan has the clock and chance of its rehearsal. */
  readonly asRehearsed: boolean
  /** This very run has spent it before, and goes on: it is too late for nothing. */
  readonly isSpent: boolean
  /** By which other run it was spent: a sentence. Undefined where the journal has none. */
  readonly spentBefore: () => Promise<string | undefined>
  /**
   * Called once the receipt is known to hold. Asks whoever has to be asked, and spends the receipt by putting the run into the journal;
   * `stillHolds` throws when it holds no longer, since a person takes time. Resolves with why the run may not go on so far, a sentence.
   */
  readonly begin: (stillHolds: () => Promise<void>) => Promise<string | undefined>
}

export interface BoundPlan {
  readonly source: string
  readonly params: JsonValue
  readonly registry: ToolRegistry
  readonly policy?: Policy | undefined
  readonly effects?: readonly EffectSource[] | undefined
  readonly clock: Clock
}

/**
 * Nothing was called, and nothing is spent, when it rejects. `waits`: why the run may not go on so far.
 * @throws UsageError RECEIPT_REFUSED where the receipt does not hold; StoreError when nobody can tell whether it was spent
 */
export async function bindRun(
  { receipt, journal, principal, asRehearsed, isSpent, spentBefore, begin }: RunBinding,
  plan: BoundPlan,
): Promise<BoundCalls | { readonly waits: string }> {
  const { registry, policy, clock } = plan
  const { id, receiptKey: key } = journal
  const effects = effectsOfTools(registry, { policy, effects: plan.effects })
  // A person takes time, which counts against nothing.
  const nowMs = clock.now()
  const stillHolds = async (): Promise<void> => {
    const problems = receiptProblems(receipt, {
      ...{ journal: id, key, principal, policy, params: plan.params, nowMs, isSpent },
      // A foreign receipt may hold anything: its tools are read once its seal was.
      get planId() {
        return identifyPlan({ ...plan, calls: toolsOf(receipt) })
      },
      mustHaveWayBack: (effect) => needsWayBack(effect, policy),
      toolNow(tool): KnownTool | undefined {
        const named = parseToolRef(tool)
        if (named === undefined) return undefined
        const lookup = registry.find(named.server, named.tool)
        const contract = lookup.kind === 'found' ? lookup.tool.fingerprint : null
        const { effect } = effects.claimOf(named)
        return { contract, effect, launch: launchOf(registry, named.server) }
      },
    })
    if (problems.length > 0) throw receiptRefused(problems.join(' '))
    // Of a world that the run of it changed that would say what is true, and not why.
    const spent = isSpent ? undefined : await spentBefore()
    if (spent !== undefined) throw receiptRefused(spent)
    // What this run has changed itself is looked at again call by call.
    const moved = isSpent ? undefined : await movedFile(receipt.files, key)
    if (moved !== undefined) throw receiptRefused(`${moved.why}.`)
  }
  await stillHolds()
  const waits = await begin(stillHolds)
  if (waits !== undefined) return { waits }
  return createBoundCalls(receipt, {
    ...{ key, clock, isAsRehearsed: asRehearsed },
    isRead(call) {
      const { effect, certain, evidence } = effects.claimOf(call)
      const isRehearsed = Object.hasOwn(receipt.tools, toolRef(call))
      return effect === 'read' && certain && (evidence === 'statement' || !isRehearsed)
    },
  })
}

function toolsOf({ tools }: Receipt): readonly { readonly server: string; readonly tool: string }[] {
  return Object.keys(tools).flatMap((ref) => parseToolRef(ref as ToolRef) ?? [])
}

/** `why`: sentences. */
export function receiptRefused(why: string): UsageError {
  return new UsageError(
    'RECEIPT_REFUSED',
    `Cannot run the plan by this receipt: nothing was called. ${why}`,
    {
      hint: 'rehearse the plan again, look at what it gives, and run it by the new receipt',
    },
  )
}
