/** Everybody who is told of calls: the caller, the options, and the exporter of spans. */
import type { TraceEvent } from '../../call/index.js'
import type { TracedExecution } from '../tracing/tracer.js'
import type { GatewayWorld } from './gateway-world.js'

export interface TracingOfExecution {
  onTrace(event: TraceEvent): void
  /** `completed`, or another word of a report's `ended`. */
  end(ended: string): void
}

export function traceExecution(
  { options: { onTrace, tracer } }: GatewayWorld,
  execution: TracedExecution,
  alsoTold?: (event: TraceEvent) => void,
): TracingOfExecution {
  const spans = tracer?.begin(execution)
  return {
    onTrace(event) {
      alsoTold?.(event)
      onTrace?.(event, execution)
      spans?.event(event)
    },
    end: (ended) => spans?.end(ended),
  }
}

/** Nobody listens: then single calls need no trace. */
export function isTraced({ options }: GatewayWorld): boolean {
  return options.onTrace !== undefined || options.tracer !== undefined
}
