/** Who is told of executions and their calls as they happen. */
import type { TraceEvent } from '../../call/index.js'

/** No method throws. Whoever made it closes it, once the gateway is closed; what was told by then has left. */
export interface GatewayTracer extends AsyncDisposable {
  begin(execution: TracedExecution): ExecutionTrace
}

/** What the calls of one trace have in common. */
export interface TracedExecution {
  readonly kind: 'rehearsal' | 'run' | 'call'
  /** The id under which its report is kept; absent for a call by itself. */
  readonly run?: string
  readonly intent?: string
  readonly principal: string
  /** The W3C `traceparent` that the client sent along. */
  readonly parent?: string
}

export interface ExecutionTrace {
  event(event: TraceEvent): void
  /** How it ended: `completed`, or another word of a report's `ended`. Told nothing more afterwards. */
  end(ended: string): void
}
