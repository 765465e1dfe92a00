/** A single call with its trace. */
import { type Answer, type CallTool, chainAnswerers, type ToolCall, traceAnswerer } from '../../call/index.js'
import type { ServiceRequest } from '../../server/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { isTraced, traceExecution } from '../opening/trace-execution.js'
import type { Requester } from '../requester.js'
import { parentOf } from '../tracing/parent-of.js'

export interface CallTracing {
  readonly by: Requester
  /** The client's, where it came by one. */
  readonly request?: ServiceRequest
}

export async function tracedCall(
  world: GatewayWorld,
  call: ToolCall,
  chain: CallTool,
  { by, request }: CallTracing,
): Promise<Answer> {
  if (!isTraced(world)) return chain(call)
  const execution = { kind: 'call' as const, principal: by.principal, ...parentOf(request) }
  const tracing = traceExecution(world, execution)
  const trace = traceAnswerer((event) => tracing.onTrace(event), world.clock)
  try {
    const answer = await chainAnswerers([trace, { name: 'mode', answer: chain }])(call)
    tracing.end('completed')
    return answer
  } catch (failure) {
    tracing.end('threw')
    throw failure
  }
}
