/** Real runs as a gateway does them: along its policy to its servers. */
import { defined, messageOf, randomName } from '../../base/index.js'
import { chainAnswerers } from '../../call/index.js'
import { effectsOfTools } from '../../effects/index.js'
import { isApprovedBy } from '../../plan/index.js'
import { type Approvals, approvalsFor } from '../approvals/approver.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import { type BegunRun, createJournaledRuns } from '../journal/journaled-runs.js'
import { performJournaled } from '../journal/perform-journaled.js'
import { freshSettings, type RunSettings } from '../journal/run-settings.js'
import { createRunsOf } from '../journal/runs-of.js'
import { settlingReads } from '../journal/settling-reads.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { askClientForPlan } from '../receipts/approve-plan.js'
import { receiptNeed } from '../receipts/receipt-gate.js'
import { type ReceiptShelf, shelvedPlan } from '../receipts/receipt-shelf.js'
import type { Requester } from '../requester.js'
import { type RunOptions, runPlan } from '../runs/run-plan.js'
import type { RunReport } from '../runs/run-report.js'
import type { Performed, Plan, PlanChoice, Plans } from '../tools/plans.js'
import { keepFormerBytes } from '../undo/keep-former-bytes.js'
import { catalogueOfPlan } from '../upstreams/catalogue-of-plan.js'
import type { Catalogue, LiveUpstreams } from '../upstreams/upstreams.js'
import { type BoundRun, createBoundRun } from './bound-run.js'
import { type Execution, keepExecution } from './kept-execution.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export interface RunMeans {
  readonly copies?: GatewayCopies | undefined
  readonly shelf: ReceiptShelf
}

/** Runs by a receipt are in a journal in any case: the receipt is spent there. Without one that lasts, no other run is. */
export function createRuns(
  world: GatewayWorld,
  live: LiveUpstreams,
  { copies, shelf }: RunMeans,
): Pick<Plans, 'run' | 'runBound' | 'resume' | 'runs'> {
  const { policy, effects, budgets, clock, redactor, journal } = world
  const { approvers } = world
  const journaled = createJournaledRuns({
    ...{ journal, world, leaseMs: world.options.runLeaseMs },
    counts:
      approvers === undefined
        ? undefined
        : (run, { question, signature = '' }) => isApprovedBy({ run, question }, signature, approvers),
  })
  if (!world.keepsRuns) return { run, runBound }
  return {
    ...{ run: runKept, runBound, resume },
    runs: createRunsOf({
      ...{ journal, redactor },
      resume: (id, by) => resume(id, {}, by),
      approve: (by) => approvalsIn(by),
      approvePlan: (by) => world.options.approvePlan ?? askClientForPlan(by),
      reads: async (call) => {
        const catalogue = await live.catalogue()
        const { registry } = catalogue
        return settlingReads(call.tool, call.arguments, { registry, effects: effectsIn(catalogue) })
      },
    }),
  }

  function run(plan: Plan, choice: PlanChoice, by: Requester): Promise<Performed<RunReport>> {
    return keepExecution(world, 'run', { choice, by }, async (execution) =>
      perform(plan, choice, await meansOf(execution, by, plan.text), needOf(by)),
    )
  }

  function runKept(plan: Plan, choice: PlanChoice, by: Requester): Promise<Performed<RunReport>> {
    return inJournal({ id: randomName(), plan }, choice, by, async (means) => {
      const settings = freshSettings(plan.fileName, choice, clock.now())
      const begun = await begin(means, { plan, settings, choice })
      if (begun === 'spent') throw new Error('a run without a receipt spends none')
      return performKept({ plan, settings, begun: () => begun }, choice, means)
    })
  }

  async function runBound(
    ...[named, choice, by]: Parameters<NonNullable<Plans['runBound']>>
  ): Promise<Performed<RunReport>> {
    const { receipt, plan, params } = shelvedPlan(named, choice.params, { shelf, by })
    const own = { ...choice, ...defined({ params }) }
    return inJournal({ id: randomName(), plan }, own, by, async (means) => {
      const { asRehearsed = true, isApproved = false } = choice
      const settings = freshSettings(plan.fileName, own, clock.now(), { receipt, asRehearsed })
      const bound = boundRun(settings, { ...own, isApproved }, means)
      let begun: BegunRun | undefined
      const binding = bound?.binding(async (isApproved) => {
        const found = await begin(means, { plan, settings: { ...settings, isApproved }, choice })
        if (found !== 'spent') begun = found
        return found
      })
      return performKept({ plan, settings, begun: () => begun, bound, binding }, own, means)
    })
  }

  async function resume(
    ...[id, { ofAnybody, ...choice }, by]: Parameters<NonNullable<Plans['resume']>>
  ): ReturnType<NonNullable<Plans['resume']>> {
    const { signal = by.signal } = choice
    const catalogue = await live.catalogue()
    const principal = ofAnybody === true ? undefined : by.principal
    const resumed = await journaled.resume(id, { principal, effects: effectsIn(catalogue) }, signal)
    if (resumed.kind !== 'begun') return resumed
    const { plan, settings } = resumed
    const { params, intent } = settings
    const again = { ...choice, ...defined({ params, intent }) }
    return inJournal({ id, plan }, again, by, async (means) => {
      const bound = boundRun(settings, { ...again, isApproved: settings.isApproved === true }, means)
      const binding = bound?.bindingOf(resumed)
      return performKept({ plan, settings, begun: () => resumed, bound, binding }, again, means)
    })
  }

  function begin(
    { execution, by, catalogue }: Means,
    run: { readonly plan: Plan; readonly settings: RunSettings; readonly choice: PlanChoice },
  ): Promise<BegunRun | 'spent'> {
    const { plan, settings, choice } = run
    const told = { principal: by.principal, effects: effectsIn(catalogue) }
    return journaled.begin(execution.id, plan, settings, told).then((begun) => {
      if (begun !== 'spent') choice.onListed?.(begun.id)
      return begun
    })
  }

  /** Whoever has the report needs no raw answer any longer. A journal that cannot forget just now does so in 30 days at the latest. */
  async function inJournal(
    { id, plan }: { readonly id: string; readonly plan: Plan },
    choice: PlanChoice,
    by: Requester,
    work: (means: Means) => Promise<RunReport>,
  ): Promise<Performed<RunReport>> {
    const performed = await keepExecution<RunReport>(world, 'run', { choice, by, id }, async (execution) =>
      work(await meansOf(execution, by, plan.text)),
    )
    await journal.decide(id, { kind: 'shown' }).catch((failure: unknown) => world.warn(messageOf(failure)))
    return performed
  }

  function boundRun(
    { receipt, asRehearsed = true }: RunSettings,
    { isApproved, signal }: PlanChoice & { readonly isApproved: boolean },
    { by, catalogue }: Means,
  ): BoundRun | undefined {
    if (receipt === undefined) return undefined
    const told = { effects: effectsIn(catalogue), by, signal: signal ?? by.signal }
    return createBoundRun({ ...{ receipt, asRehearsed, isApproved, world }, ...told })
  }

  /** Of what lasts: a run that is in no journal is asked for by nobody afterwards. */
  function undoOf({ receipt }: RunSettings, { execution, catalogue }: Means): RunOptions['undo'] {
    if (receipt === undefined || !world.keepsRuns) return undefined
    return keepFormerBytes({ run: execution.id, receipt, world, journal, effects: effectsIn(catalogue) })
  }

  function performKept(
    { plan, settings, begun, bound, binding }: KeptRun,
    choice: PlanChoice,
    means: Means,
  ): Promise<RunReport> {
    const { approvals, by, catalogue } = means
    const told = { registry: catalogue.registry, effects: effectsIn(catalogue) }
    return performJournaled(
      {
        ...{ settings, begun },
        approvals,
        by: `the client of ${by.principal}`,
        readsFor: ({ asked, call }) => settlingReads(asked.tool, call.arguments ?? {}, told),
      },
      ({ approve, ...more }) =>
        perform(plan, choice, means, {
          ...more,
          ...(bound === undefined ? needOf(by) : { binding, undo: undoOf(settings, means) }),
          ...defined({ approve: approve && bound ? bound.approve(approve) : approve }),
        }),
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

  async function meansOf(execution: Execution<RunReport>, by: Requester, text: string): Promise<Means> {
    const catalogue = await catalogueOfPlan(live, text)
    const approvals = approvalsIn(by, copies?.foreseer(by, catalogue.registry))
    return { by, execution, catalogue, approvals }
  }

  /** Where keys are named nobody here says yes to a run. */
  function approvalsIn(by: Requester, foresee?: Approvals['foresee']): Approvals {
    const approvals = approvalsFor(world, by, foresee)
    return approvers !== undefined ? { ...approvals, canAsk: false } : approvals
  }

  function needOf(by: Requester): Pick<RunOptions, 'receipt'> {
    return { receipt: receiptNeed(policy, { isSingle: false, isClient: by.isLibrary !== true }) }
  }

  function effectsIn({ registry }: Catalogue): ReturnType<typeof effectsOfTools> {
    return effectsOfTools(registry, { policy, effects })
  }
}

/** What a run is performed with. */
interface Means {
  readonly by: Requester
  readonly execution: Execution<RunReport>
  readonly catalogue: Catalogue
  readonly approvals: Approvals
}

interface KeptRun {
  readonly plan: Plan
  readonly settings: RunSettings
  /** Undefined until it is in the journal. */
  readonly begun: () => BegunRun | undefined
  readonly bound?: BoundRun | undefined
  readonly binding?: RunOptions['binding']
}
