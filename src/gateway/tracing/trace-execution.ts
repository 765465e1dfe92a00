/** Tells everyone who wants to hear of one execution. */
import type { GatewayOptions } from '../gateway-options.js'
import type { TracedExecution } from '../traced-execution.js'
import type { ExecutionTrace } from './tracer.js'

/** Ends as `failed` when it is disposed before its end was told. */
export function traceExecution(
  { onTrace, tracer }: Pick<GatewayOptions, 'onTrace' | 'tracer'>,
  of: TracedExecution,
): ExecutionTrace & Disposable {
  const trace = tracer?.begin(of)
  let isOver = false
  const end = (ended: string): void => {
    if (!isOver) trace?.end(ended)
    isOver = true
  }
  return {
    event(event) {
      onTrace?.(event, of)
      trace?.event(event)
    },
    end,
    [Symbol.dispose]: () => end('failed'),
  }
}
