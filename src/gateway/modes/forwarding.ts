/** Calls that go to their servers as they came, and answers that come back as they came. */
import { chainAnswerers, type ToolCall } from '../../call/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import { forwardCall } from '../service/index.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import { callOfRequest, createCallCounter } from './call-of-request.js'
import type { ComposedMode } from './composed-mode.js'
import { forwardedCall } from './forwarded-call.js'
import { isTraced, tracedCall } from './traced-call.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export type Forwarding = Pick<ComposedMode, 'upstreams' | 'live' | 'call' | 'callUpstream'>

/** The trace is all that stands between. */
export function forwarding(world: GatewayWorld, live: LiveUpstreams): Forwarding {
  const { timeoutMs } = world.options
  const count = createCallCounter()

  return {
    live,
    upstreams: live,
    call: (asked, by) => tracedCall(world, asked, chainAnswerers([upstreamAnswerer(live, by)]), by),
    callUpstream(target, request, turn, requester) {
      const forward = (): Promise<ServiceResponse> =>
        forwardCall(live, target, request, turn, requester, timeoutMs)
      if (!isTraced(world)) return forward()
      const asked = callOfRequest(target, request, turn, count())
      // What is no proper call is the server's to refuse.
      return 'error' in asked ? forward() : traced(forward, asked, requester)
    },
  }

  async function traced(
    forward: () => Promise<ServiceResponse>,
    asked: ToolCall,
    requester: Requester,
  ): Promise<ServiceResponse> {
    const last = forwardedCall(forward)
    await tracedCall(world, asked, chainAnswerers([last]), requester)
    return last.response()
  }
}
