/** A single call with its trace. */
import { type Answer, type CallTool, chainAnswerers, type ToolCall, traceAnswerer } from '../../call/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import { traceExecution } from '../tracing/trace-execution.js'

/** Nobody listens: then single calls need no trace. */
export function isTraced({ options }: GatewayWorld): boolean {
  return options.onTrace !== undefined || options.tracer !== undefined
}

export async function tracedCall(
  world: GatewayWorld,
  call: ToolCall,
  chain: CallTool,
  { principal, traceparent }: Requester,
): Promise<Answer> {
  if (!isTraced(world)) return chain(call)
  const parent = traceparent === undefined ? {} : { traceparent }
  using traced = traceExecution(world.options, { kind: 'call', principal, ...parent })
  const trace = traceAnswerer((event) => traced.event(world.redactor.redact(event)), world.clock)
  const answer = await chainAnswerers([trace, { name: 'mode', answer: chain }])(call)
  traced.end('completed')
  return answer
}
