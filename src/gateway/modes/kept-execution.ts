/** A rehearsal or a run as a gateway has it: with a name, traced, and kept for whoever asks later. */
import { type JsonObject, printable, randomName, StoreError } from '../../base/index.js'
import type { TraceEvent } from '../../call/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { gatewayRedactor } from '../opening/recording-rules.js'
import { traceExecution } from '../opening/trace-execution.js'
import type { Requester } from '../requester.js'
import type { Performed, PlanChoice } from '../tools/plans.js'
import { runResource } from './run-resources.js'

export interface Execution {
  readonly id: string
  /** Redacted, where there is one. */
  readonly label: { readonly intent?: string }
  onTrace(event: TraceEvent): void
}

/** What was done cannot be undone: where it cannot be kept it is told all the same, with a warning. */
export async function keepExecution<R extends { readonly ended: string }>(
  world: GatewayWorld,
  kind: 'rehearsal' | 'run',
  { choice, by }: { readonly choice: PlanChoice; readonly by: Requester },
  perform: (execution: Execution) => Promise<R>,
): Promise<Performed<R>> {
  const { archive, clock, warn } = world
  const { intent, parent, onTrace } = choice
  const redactor = gatewayRedactor(world)
  const { principal } = by
  const id = randomName()
  const trace: TraceEvent[] = []
  const label = intent === undefined ? {} : { intent: redactor.text(intent) }
  const about = { kind, principal, run: id, ...label, ...(parent === undefined ? {} : { parent }) }
  const tracing = traceExecution(world, about, onTrace)
  const at = new Date(clock.now()).toISOString()
  const report = await perform({
    ...{ id, label },
    onTrace(event) {
      trace.push(event)
      tracing.onTrace(event)
    },
  }).catch((failure: unknown) => {
    tracing.end('failed')
    throw failure
  })
  tracing.end(report.ended)
  await archive
    .put({
      ...{ id, kind, at, principal },
      ...label,
      // A report is JSON; its type has no index.
      report: report as unknown as JsonObject,
      trace: redactor.redact(trace),
    })
    .catch((failure: unknown) => {
      if (!(failure instanceof StoreError)) throw failure
      warn(`The report of ${id} was not kept: ${printable(failure.message, { oneLine: true })}`)
    })
  return { report, resource: runResource(id) }
}
