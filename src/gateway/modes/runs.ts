/** Real runs as a gateway does them: along its policy to its servers, and kept for whoever asks later. */
import { type JsonObject, randomName } from '../../base/index.js'
import { chainAnswerers, type TraceEvent } from '../../call/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { gatewayRedactor } from '../opening/recording-rules.js'
import { runPlan } from '../runs/run-plan.js'
import type { Plans } from '../tools/plans.js'
import { traceExecution } from '../tracing/trace-execution.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import { approvalBy } from './approval-by.js'
import { runResource } from './run-resources.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export interface Runs {
  readonly run: NonNullable<Plans['run']>
}

export function createRuns(world: GatewayWorld, live: LiveUpstreams): Runs {
  const { options, policy, budgets, archive, clock } = world
  const redactor = gatewayRedactor(world)

  return {
    async run({ text, fileName }, { intent, params, onTrace, signal: given }, by) {
      const signal = given ?? by.signal
      const runId = randomName()
      const trace: TraceEvent[] = []
      const label = intent === undefined ? {} : { intent: redactor.text(intent) }
      const about = { run: runId, kind: 'run' as const, principal: by.principal, ...label }
      using traced = traceExecution(options, about)
      const { registry, unavailable } = await live.catalogue()
      const report = await runPlan(text, fileName, {
        ...{ registry, unavailable, budgets, redactor, signal, runId, clock },
        ...label,
        ...(await world.place.for(fileName)),
        ...(params === undefined ? {} : { params }),
        ...(policy === undefined ? {} : { policy }),
        chain: chainAnswerers([upstreamAnswerer(live, by)]),
        approve: approvalBy(by, options.approve),
        onTrace(event) {
          trace.push(event)
          onTrace?.(event)
          traced.event(event)
        },
      })
      traced.end(report.ended)
      await archive.put({
        ...{ id: runId, kind: 'run', at: report.started_at, principal: by.principal, ...label, trace },
        // A report is JSON; its type has no index.
        report: report as unknown as JsonObject,
      })
      return { report, resource: runResource(runId) }
    },
  }
}
