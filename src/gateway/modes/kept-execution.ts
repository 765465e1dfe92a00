/** A rehearsal or a run as a gateway has it: with a name, traced, and kept for whoever asks later. */
import { type JsonObject, printable, randomName, StoreError } from '../../base/index.js'
import type { TraceEvent } from '../../call/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import type { Performed, PlanChoice } from '../tools/plans.js'
import { traceExecution } from '../tracing/trace-execution.js'
import { runResource } from './run-resources.js'

export interface Execution<R> {
  readonly id: string
  /** Redacted, where there is one. */
  readonly label: { readonly intent?: string }
  onTrace(event: TraceEvent): void
  /** Told what had been done when it cannot be brought to its end: that is kept, too. */
  onBroken(report: R): void
}

export interface KeptFor<R> {
  /** Of a run that goes on. Default: a name nobody can guess. */
  readonly id?: string | undefined
  readonly choice: PlanChoice
  readonly by: Requester
  /** What of the report whoever asks later may see. Default: all of it. */
  readonly shown?: (report: R) => R
}

/** What was done cannot be undone: where it cannot be kept it is told all the same, with a warning. */
export async function keepExecution<R extends { readonly ended: string }>(
  world: GatewayWorld,
  kind: 'rehearsal' | 'run',
  { choice, by, shown = asItIs, id = randomName() }: KeptFor<R>,
  perform: (execution: Execution<R>) => Promise<R>,
): Promise<Performed<R>> {
  const { options, archive, clock, redactor, warn } = world
  const { intent, onTrace } = choice
  const { principal, traceparent } = by
  const parent = traceparent === undefined ? {} : { traceparent }
  const trace: TraceEvent[] = []
  const label = intent === undefined ? {} : { intent: redactor.text(intent) }
  using traced = traceExecution(options, { kind, principal, run: id, ...label, ...parent })
  const at = new Date(clock.now()).toISOString()
  let broken: R | undefined
  const report = await perform({
    ...{ id, label },
    onTrace(event) {
      const told = redactor.redact(event)
      trace.push(told)
      onTrace?.(told)
      traced.event(told)
    },
    onBroken(report) {
      broken = report
    },
  }).catch(async (failure: unknown) => {
    if (broken !== undefined) await keep(broken)
    throw failure
  })
  await keep(report)
  return { report, resource: runResource(id) }

  async function keep(report: R): Promise<void> {
    traced.end(report.ended)
    // A report is JSON; its type has no index.
    const json = shown(report) as unknown as JsonObject
    await archive
      .put({ ...{ id, kind, at, principal, trace }, ...label, report: json })
      .catch((failure: unknown) => {
        if (!(failure instanceof StoreError)) throw failure
        warn(`The report of ${id} was not kept: ${printable(failure.message, { oneLine: true })}`)
      })
  }
}

function asItIs<R>(report: R): R {
  return report
}
