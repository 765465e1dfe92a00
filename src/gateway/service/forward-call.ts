/** The pass-through of one call of a tool. */
import type { ServiceRequest, ServiceResponse, Turn } from '../../server/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import { forward } from './forward.js'
import type { ToolTarget } from './gateway-parts.js'

/** Only the name of the tool is another one for the server. Rejects as `live.use` does. */
export function forwardCall(
  live: LiveUpstreams,
  { server, tool }: ToolTarget,
  request: ServiceRequest,
  turn: Turn,
  requester: Requester,
  timeoutMs?: number,
): Promise<ServiceResponse> {
  const { params } = request
  const own = params?.name === tool ? params : { ...params, name: tool }
  return live.use(server, requester, (session) =>
    forward(session, { request, turn, requester, params: own, timeoutMs }),
  )
}
