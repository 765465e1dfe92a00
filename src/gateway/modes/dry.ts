/**
 * `dry`: calls are answered as in a rehearsal, and plans are rehearsed. Servers are asked for their tools, and nothing here can call
 * them: what is imported has no way to.
 */
import { chainAnswerers, stubAnswerer, type ToolCall, traceAnswerer } from '../../call/index.js'
import { answerResponse } from '../../server/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { listingOptions } from '../opening/upstream-options.js'
import type { Requester } from '../requester.js'
import { traceExecution } from '../tracing/trace-execution.js'
import { createListings } from '../upstreams/create-listings.js'
import { callOfRequest, createCallCounter } from './call-of-request.js'
import type { ComposedMode } from './composed-mode.js'
import { dryChain } from './dry-chain.js'
import { createRehearsals } from './rehearsals.js'

export function composeDry(world: GatewayWorld): ComposedMode {
  const { options, clock } = world
  const upstreams = createListings(listingOptions(world))
  const rehearsals = createRehearsals(world, upstreams)
  const stubs = stubAnswerer(world.stubs, clock)
  const count = createCallCounter()

  async function call(asked: ToolCall, by: Requester) {
    const answer = dryChain(world, await upstreams.catalogue(), { principal: by.principal, stubs })
    const traced = traceExecution(options, { kind: 'call', principal: by.principal })
    const trace = traceAnswerer(traced.event, clock)
    return chainAnswerers([trace, { name: 'dry', answer }])(asked)
  }

  return {
    upstreams,
    plans: { rehearse: rehearsals.rehearse },
    call,
    async callUpstream(target, request, turn, requester) {
      const asked = callOfRequest(target, request, turn, count())
      return 'error' in asked ? asked : answerResponse(await call(asked, requester))
    },
    async [Symbol.asyncDispose]() {
      await upstreams.close()
    },
  }
}
