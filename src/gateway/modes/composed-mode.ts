/** What a mode is: who answers calls, and what is offered. */
import type { Answer, ToolCall } from '../../call/index.js'
import type { Requester } from '../requester.js'
import type { GatewayParts } from '../service/gateway-parts.js'
import type { Plans } from '../tools/plans.js'

/** Whoever composed it closes it, after the service has been closed. */
export interface ComposedMode
  extends Pick<GatewayParts, 'upstreams' | 'live' | 'callUpstream' | 'expect'>,
    AsyncDisposable {
  /** Absent where plans are neither rehearsed nor run. */
  readonly plans?: Plans
  /** One call of the library. */
  call(call: ToolCall, by: Requester): Promise<Answer>
}
