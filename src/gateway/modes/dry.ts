/**
 * `dry`: calls are answered as in a rehearsal, and plans are rehearsed. Servers that last are asked for their tools, and nothing here
 * can call them: what is imported has no way to. What plans call are servers in a throwaway copy of this machine, of which nothing lasts.
 */
import { type Answer, stubAnswerer, type ToolCall } from '../../call/index.js'
import { answerResponse } from '../../server/index.js'
import { createGatewayCopies } from '../copies/gateway-copies.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { listingOptions } from '../opening/upstream-options.js'
import type { Requester } from '../requester.js'
import { createListings } from '../upstreams/create-listings.js'
import { callOfRequest, createCallCounter } from './call-of-request.js'
import type { ComposedMode } from './composed-mode.js'
import { dryChain } from './dry-chain.js'
import { createRehearsals } from './rehearsals.js'
import { tracedCall } from './traced-call.js'

export function composeDry(world: GatewayWorld): ComposedMode {
  const { clock } = world
  const upstreams = createListings(listingOptions(world))
  const copies = createGatewayCopies(world)
  const rehearse = createRehearsals(world, upstreams, { copies })
  const stubs = stubAnswerer(world.stubs, clock)
  const count = createCallCounter()

  async function answer(asked: ToolCall, by: Requester): Promise<Answer> {
    const chain = dryChain(world, await upstreams.catalogue(asked.server), { principal: by.principal, stubs })
    return tracedCall(world, asked, chain, by)
  }

  return {
    upstreams,
    ...(copies === undefined ? {} : { expect: (by) => copies.expect(by) }),
    plans: { rehearse },
    call: answer,
    async callUpstream(target, request, turn, requester) {
      const asked = callOfRequest(target, request, turn, count())
      return 'error' in asked ? asked : answerResponse(await answer(asked, requester))
    },
    async [Symbol.asyncDispose]() {
      await copies?.[Symbol.asyncDispose]()
      await upstreams.close()
    },
  }
}
