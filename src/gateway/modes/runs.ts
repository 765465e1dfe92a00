/** Real runs as a gateway does them: along its policy to its servers. */
import { chainAnswerers } from '../../call/index.js'
import { approvalsFor } from '../approvals/approver.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { runPlan } from '../runs/run-plan.js'
import type { Plans } from '../tools/plans.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import { keepExecution } from './kept-execution.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export function createRuns(
  world: GatewayWorld,
  live: LiveUpstreams,
  copies?: GatewayCopies,
): NonNullable<Plans['run']> {
  const { policy, effects, budgets, clock, redactor } = world
  return ({ text, fileName }, choice, by) =>
    keepExecution(world, 'run', { choice, by }, async ({ id, label, onTrace, onBroken }) => {
      const { params, signal = by.signal } = choice
      const { registry, unavailable } = await live.catalogue()
      return runPlan(text, fileName, {
        ...{ registry, unavailable, budgets, redactor, signal, clock, onTrace, onBroken },
        ...label,
        ...(await world.place.for(fileName)),
        ...(params === undefined ? {} : { params }),
        ...(policy === undefined ? {} : { policy }),
        effects,
        runId: id,
        chain: chainAnswerers([
          {
            name: 'live',
            answer: (call, next) =>
              upstreamAnswerer(copies?.forCall(live, call, registry) ?? live, by).answer(call, next),
          },
        ]),
        ...approvalsFor(world, by, copies?.foreseer(by, registry)),
      })
    })
}
