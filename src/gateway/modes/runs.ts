/** Real runs as a gateway does them: along its policy to its servers. */
import { defined, messageOf, randomName } from '../../base/index.js'
import { chainAnswerers } from '../../call/index.js'
import { effectsOfTools } from '../../effects/index.js'
import { isApprovedBy } from '../../plan/index.js'
import { type Approvals, approvalsFor } from '../approvals/approver.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import { type BegunRun, createJournaledRuns, type JournaledRuns } from '../journal/journaled-runs.js'
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
  runMeans: RunMeans,
): Pick<Plans, 'run' | 'runBound' | 'resume' | 'runs'> {
  return new RunsOfGateway(world, live, runMeans).plans()
}

class RunsOfGateway {
  readonly #world: GatewayWorld
  readonly #live: LiveUpstreams
  readonly #copies: GatewayCopies | undefined
  readonly #shelf: ReceiptShelf
  readonly #journaled: JournaledRuns

  constructor(world: GatewayWorld, live: LiveUpstreams, { copies, shelf }: RunMeans) {
    this.#world = world
    this.#live = live
    this.#copies = copies
    this.#shelf = shelf
    const { journal, approvers } = world
    this.#journaled = createJournaledRuns({
      ...{ journal, world, leaseMs: world.options.runLeaseMs },
      counts:
        approvers === undefined
          ? undefined
          : (run, { question, signature = '' }) => isApprovedBy({ run, question }, signature, approvers),
    })
  }

  plans(): Pick<Plans, 'run' | 'runBound' | 'resume' | 'runs'> {
    if (!this.#world.keepsRuns) return { run: this.#run, runBound: this.#runBound }
    return {
      ...{ run: this.#runKept, runBound: this.#runBound, resume: this.#resume },
      runs: createRunsOf({
        ...{ journal: this.#world.journal, redactor: this.#world.redactor },
        resume: (id, by) => this.#resume(id, {}, by),
        approve: (by) => this.#approvalsIn(by),
        approvePlan: (by) => this.#world.options.approvePlan ?? askClientForPlan(by),
        reads: async (call) => {
          const catalogue = await this.#live.catalogue()
          const { registry } = catalogue
          return settlingReads(call.tool, call.arguments, { registry, effects: this.#effectsIn(catalogue) })
        },
      }),
    }
  }

  readonly #run = (plan: Plan, choice: PlanChoice, by: Requester): Promise<Performed<RunReport>> => {
    return keepExecution(this.#world, 'run', { choice, by }, async (execution) =>
      this.#perform(plan, choice, await this.#meansOf(execution, by, plan.text), this.#needOf(by)),
    )
  }

  readonly #runKept = (plan: Plan, choice: PlanChoice, by: Requester): Promise<Performed<RunReport>> => {
    return this.#inJournal({ id: randomName(), plan }, choice, by, async (means) => {
      const settings = freshSettings(plan.fileName, choice, this.#world.clock.now())
      const begun = await this.#begin(means, { plan, settings, choice })
      if (begun === 'spent') throw new Error('a run without a receipt spends none')
      return this.#performKept({ plan, settings, begun: () => begun }, choice, means)
    })
  }

  readonly #runBound = async (
    ...[named, choice, by]: Parameters<NonNullable<Plans['runBound']>>
  ): Promise<Performed<RunReport>> => {
    const { receipt, plan, params } = shelvedPlan(named, choice.params, { shelf: this.#shelf, by })
    const own = { ...choice, ...defined({ params }) }
    return this.#inJournal({ id: randomName(), plan }, own, by, async (means) => {
      const { asRehearsed = true, isApproved = false } = choice
      const settings = freshSettings(plan.fileName, own, this.#world.clock.now(), { receipt, asRehearsed })
      const bound = this.#boundRun(settings, { ...own, isApproved }, means)
      let begun: BegunRun | undefined
      const binding = bound?.binding(async (isApproved) => {
        const found = await this.#begin(means, { plan, settings: { ...settings, isApproved }, choice })
        if (found !== 'spent') begun = found
        return found
      })
      return this.#performKept({ plan, settings, begun: () => begun, bound, binding }, own, means)
    })
  }

  readonly #resume = async (
    ...[id, { ofAnybody, ...choice }, by]: Parameters<NonNullable<Plans['resume']>>
  ): ReturnType<NonNullable<Plans['resume']>> => {
    const { signal = by.signal } = choice
    const catalogue = await this.#live.catalogue()
    const principal = ofAnybody === true ? undefined : by.principal
    const resumed = await this.#journaled.resume(
      id,
      { principal, effects: this.#effectsIn(catalogue) },
      signal,
    )
    if (resumed.kind !== 'begun') return resumed
    const { plan, settings } = resumed
    const { params, intent } = settings
    const again = { ...choice, ...defined({ params, intent }) }
    return this.#inJournal({ id, plan }, again, by, async (means) => {
      const bound = this.#boundRun(settings, { ...again, isApproved: settings.isApproved === true }, means)
      const binding = bound?.bindingOf(resumed)
      return this.#performKept({ plan, settings, begun: () => resumed, bound, binding }, again, means)
    })
  }

  #begin(
    { execution, by, catalogue }: Means,
    run: { readonly plan: Plan; readonly settings: RunSettings; readonly choice: PlanChoice },
  ): Promise<BegunRun | 'spent'> {
    const { plan, settings, choice } = run
    const told = { principal: by.principal, effects: this.#effectsIn(catalogue) }
    return this.#journaled.begin(execution.id, plan, settings, told).then((begun) => {
      if (begun !== 'spent') choice.onListed?.(begun.id)
      return begun
    })
  }

  /** Whoever has the report needs no raw answer any longer. A journal that cannot forget just now does so in 30 days at the latest. */
  async #inJournal(
    { id, plan }: { readonly id: string; readonly plan: Plan },
    choice: PlanChoice,
    by: Requester,
    work: (means: Means) => Promise<RunReport>,
  ): Promise<Performed<RunReport>> {
    const performed = await keepExecution<RunReport>(
      this.#world,
      'run',
      { choice, by, id },
      async (execution) => work(await this.#meansOf(execution, by, plan.text)),
    )
    await this.#world.journal
      .decide(id, { kind: 'shown' })
      .catch((failure: unknown) => this.#world.warn(messageOf(failure)))
    return performed
  }

  #boundRun(
    { receipt, asRehearsed = true }: RunSettings,
    { isApproved, signal }: PlanChoice & { readonly isApproved: boolean },
    { by, catalogue }: Means,
  ): BoundRun | undefined {
    if (receipt === undefined) return undefined
    const told = { effects: this.#effectsIn(catalogue), by, signal: signal ?? by.signal }
    return createBoundRun({ ...{ receipt, asRehearsed, isApproved, world: this.#world }, ...told })
  }

  /** Of what lasts: a run that is in no journal is asked for by nobody afterwards. */
  #undoOf({ receipt }: RunSettings, { execution, catalogue }: Means): RunOptions['undo'] {
    if (receipt === undefined || !this.#world.keepsRuns) return undefined
    return keepFormerBytes({
      run: execution.id,
      receipt,
      world: this.#world,
      journal: this.#world.journal,
      effects: this.#effectsIn(catalogue),
    })
  }

  #performKept(
    { plan, settings, begun, bound, binding }: KeptRun,
    choice: PlanChoice,
    means: Means,
  ): Promise<RunReport> {
    const { approvals, by, catalogue } = means
    const told = { registry: catalogue.registry, effects: this.#effectsIn(catalogue) }
    return performJournaled(
      {
        ...{ settings, begun },
        approvals,
        by: `the client of ${by.principal}`,
        readsFor: ({ asked, call }) => settlingReads(asked.tool, call.arguments ?? {}, told),
      },
      ({ approve, ...more }) =>
        this.#perform(plan, choice, means, {
          ...more,
          ...(bound === undefined ? this.#needOf(by) : { binding, undo: this.#undoOf(settings, means) }),
          ...defined({ approve: approve && bound ? bound.approve(approve) : approve }),
        }),
    )
  }

  async #perform(
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
      ...{
        registry,
        unavailable,
        budgets: this.#world.budgets,
        redactor: this.#world.redactor,
        signal,
        clock: this.#world.clock,
        onTrace,
        onBroken,
      },
      ...label,
      ...(await this.#world.place.for(fileName)),
      ...defined({ params, policy: this.#world.policy }),
      effects: this.#world.effects,
      runId: id,
      chain: chainAnswerers([
        {
          name: 'live',
          answer: (call, next) =>
            upstreamAnswerer(this.#copies?.forCall(this.#live, call, registry) ?? this.#live, by).answer(
              call,
              next,
            ),
        },
      ]),
      ...{ approve, foresee },
      ...more,
    })
  }

  async #meansOf(execution: Execution<RunReport>, by: Requester, text: string): Promise<Means> {
    const catalogue = await catalogueOfPlan(this.#live, text)
    const approvals = this.#approvalsIn(by, this.#copies?.foreseer(by, catalogue.registry))
    return { by, execution, catalogue, approvals }
  }

  /** Where keys are named nobody here says yes to a run. */
  #approvalsIn(by: Requester, foresee?: Approvals['foresee']): Approvals {
    const approvals = approvalsFor(this.#world, by, foresee)
    return this.#world.approvers !== undefined ? { ...approvals, canAsk: false } : approvals
  }

  #needOf(by: Requester): Pick<RunOptions, 'receipt'> {
    return { receipt: receiptNeed(this.#world.policy, { isSingle: false, isClient: by.isLibrary !== true }) }
  }

  #effectsIn({ registry }: Catalogue): ReturnType<typeof effectsOfTools> {
    return effectsOfTools(registry, { policy: this.#world.policy, effects: this.#world.effects })
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
