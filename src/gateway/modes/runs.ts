/** Real runs as a gateway does them: along its policy to its servers. */
import { defined, messageOf, randomName } from '../../base/index.js'
import { chainAnswerers } from '../../call/index.js'
import { effectsOfTools } from '../../effects/index.js'
import { type Approvals, approvalsFor } from '../approvals/approver.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import { type BegunRun, createJournaledRuns } from '../journal/journaled-runs.js'
import { performJournaled } from '../journal/perform-journaled.js'
import { createRunsOf } from '../journal/runs-of.js'
import { settlingReads } from '../journal/settling-reads.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import { type RunOptions, runPlan } from '../runs/run-plan.js'
import type { RunReport } from '../runs/run-report.js'
import type { Plan, PlanChoice, Plans } from '../tools/plans.js'
import type { Catalogue, LiveUpstreams } from '../upstreams/upstreams.js'
import { type Execution, keepExecution } from './kept-execution.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export function createRuns(
  world: GatewayWorld,
  live: LiveUpstreams,
  copies?: GatewayCopies,
): Pick<Plans, 'run' | 'resume' | 'runs'> {
  const { policy, effects, budgets, clock, redactor, runJournal } = world
  const effectsIn = ({ registry }: Catalogue) => effectsOfTools(registry, { policy, effects })
  if (runJournal === undefined)
    return {
      run: (plan, choice, by) =>
        keepExecution(world, 'run', { choice, by }, async (execution) => {
          const catalogue = await live.catalogue()
          return perform(plan, choice, { by, execution, catalogue, approvals: approvalsIn(catalogue, by) })
        }),
    }
  const journal = runJournal
  const journaled = createJournaledRuns({
    ...{ journal, world },
    leaseMs: world.options.runLeaseMs,
  })
  const resume: NonNullable<Plans['resume']> = async (id, { ofAnybody, ...choice }, by) => {
    const { signal = by.signal } = choice
    const catalogue = await live.catalogue()
    const principal = ofAnybody === true ? undefined : by.principal
    const resumed = await journaled.resume(id, { principal, effects: effectsIn(catalogue) }, signal)
    if (resumed.kind !== 'begun') return resumed
    const { params, intent } = resumed.settings
    const again = { ...choice, ...defined({ params, intent }) }
    return told(
      id,
      keepExecution(world, 'run', { choice: again, by, id }, (execution) =>
        performIn(resumed, again, { by, execution, catalogue, approvals: approvalsIn(catalogue, by) }),
      ),
    )
  }
  return {
    run: (plan, choice, by) => {
      const id = randomName()
      return told(
        id,
        keepExecution(world, 'run', { choice, by, id }, async (execution) => {
          const catalogue = await live.catalogue()
          const { principal } = by
          const begun = await journaled.begin(execution.id, plan, choice, {
            principal,
            effects: effectsIn(catalogue),
          })
          choice.onListed?.(begun.id)
          return performIn(begun, choice, { by, execution, catalogue, approvals: approvalsIn(catalogue, by) })
        }),
      )
    },
    resume,
    runs: createRunsOf({
      ...{ journal, redactor },
      resume: (id, by) => resume(id, {}, by),
      approve: (by) => approvalsFor(world, by),
      reads: async (call) => {
        const catalogue = await live.catalogue()
        return settlingReads(call.tool, call.arguments, {
          registry: catalogue.registry,
          effects: effectsIn(catalogue),
        })
      },
    }),
  }

  /** Whoever has the report needs no raw answer any longer. A journal that cannot forget just now does so in 30 days at the latest. */
  async function told<R>(id: string, performed: Promise<R>): Promise<R> {
    const result = await performed
    await journal.decide(id, { kind: 'shown' }).catch((failure: unknown) => world.warn(messageOf(failure)))
    return result
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
      (more) => perform(begun.plan, choice, means, more),
    )
  }

  function approvalsIn({ registry }: Catalogue, by: Requester): Approvals {
    return approvalsFor(world, by, copies?.foreseer(by, registry))
  }

  async function perform(
    { text, fileName }: Plan,
    choice: PlanChoice,
    { by, execution, catalogue, approvals }: Means,
    more: Partial<RunOptions> = {},
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
}

/** What a run is performed with. */
interface Means {
  readonly by: Requester
  readonly execution: Execution<RunReport>
  readonly catalogue: Catalogue
  readonly approvals: Approvals
}
