/** Who is told of executions and their calls as they happen. */
import type { TraceEvent } from '../../call/index.js'
import type { TracedExecution } from '../traced-execution.js'

/** No method throws. Whoever made it closes it, once the gateway is closed; what was told by then has left. */
export interface GatewayTracer extends AsyncDisposable {
  begin(execution: TracedExecution): ExecutionTrace
}

export interface ExecutionTrace {
  event(event: TraceEvent): void
  /** How it ended: `completed`, or another word of a report's `ended`. Told nothing more afterwards. */
  end(ended: string): void
}
