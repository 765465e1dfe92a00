/**
 * `dry`: all calls of one client go to one copied world, which is its rehearsal, and plans are rehearsed. Servers that last are asked for
 * their tools, and nothing here can call them: what is imported has no way to. What is called are servers in a throwaway copy of this
 * machine, of which nothing lasts. A client that nobody can tell from others has each call answered by itself.
 */
import { type Answer, stubAnswerer, type ToolCall } from '../../call/index.js'
import { answerResponse } from '../../server/index.js'
import { createGatewayCopies, type GatewayCopies } from '../copies/gateway-copies.js'
import { createStarts } from '../copies/starts.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { listingOptions } from '../opening/upstream-options.js'
import type { Requester } from '../requester.js'
import { createListings } from '../upstreams/create-listings.js'
import type { Upstreams } from '../upstreams/upstreams.js'
import { callOfRequest, createCallCounter } from './call-of-request.js'
import { createClientRehearsals } from './client-rehearsals.js'
import type { ComposedMode } from './composed-mode.js'
import { dryChain } from './dry-chain.js'
import { createRehearsals } from './rehearsals.js'
import { tracedCall } from './traced-call.js'

export interface DryMeans {
  readonly upstreams: Upstreams
  readonly copies: GatewayCopies | undefined
}

/** Closes what it is given. */
export function composeDry(
  world: GatewayWorld,
  { upstreams, copies }: DryMeans = meansOf(world),
): ComposedMode {
  const { clock } = world
  const rehearse = createRehearsals(world, upstreams, { copies })
  const rehearsals = createClientRehearsals(world, upstreams, copies)
  const stubs = stubAnswerer(world.stubs, clock)
  const count = createCallCounter()

  async function answer(asked: ToolCall, by: Requester): Promise<Answer> {
    const { client } = by
    if (rehearsals !== undefined && client !== undefined)
      return tracedCall(world, asked, (call) => rehearsals.call(client, call, by), by)
    const chain = dryChain(world, await upstreams.catalogue(asked.server), { principal: by.principal, stubs })
    return tracedCall(world, asked, chain, by)
  }

  return {
    upstreams,
    ...(copies === undefined ? {} : { expect: (by) => copies.expect(by, 'next') }),
    plans: {
      rehearse,
      ...(rehearsals === undefined
        ? {}
        : { inRehearsal: rehearsals.perform, finish: rehearsals.finish, showRehearsal: rehearsals.show }),
    },
    call: answer,
    async callUpstream(target, request, turn, requester) {
      const asked = callOfRequest(target, request, turn, count())
      return 'error' in asked ? asked : answerResponse(await answer(asked, requester))
    },
    async [Symbol.asyncDispose]() {
      await rehearsals?.[Symbol.asyncDispose]()
      // At once: who waits for a list of a copy that ends asks nobody else for it then.
      await Promise.all([upstreams.close(), copies?.[Symbol.asyncDispose]()])
    },
  }
}

function meansOf(world: GatewayWorld): DryMeans {
  const starts = createStarts()
  return {
    upstreams: createListings(listingOptions(world, starts)),
    copies: createGatewayCopies(world, starts),
  }
}
