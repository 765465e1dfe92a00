/** `live`: calls really happen, after the policy has been asked; plans are rehearsed, or run for real. */
import { type Answerer, type CallTool, chainAnswerers } from '../../call/index.js'
import { answerResponse } from '../../server/index.js'
import { approverFor } from '../approvals/approver.js'
import { guardCalls } from '../approvals/guard-calls.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import { forwardCall } from '../service/index.js'
import { callOfRequest, createCallCounter } from './call-of-request.js'
import type { ComposedMode } from './composed-mode.js'
import { forwardedCall } from './forwarded-call.js'
import { openLive } from './open-live.js'
import { createRehearsals } from './rehearsals.js'
import { createRuns } from './runs.js'
import { tracedCall } from './traced-call.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export function composeLive(world: GatewayWorld): ComposedMode {
  const { options, policy } = world
  const { timeoutMs } = options
  const open = openLive(world, world.store)
  const { live } = open
  const rehearse = createRehearsals(world, live)
  const run = createRuns(world, live)
  const count = createCallCounter()

  /** One call: whoever is last in the chain makes it. No other server is waited for. */
  async function callBy(by: Requester, server: string, last: Answerer): Promise<CallTool> {
    const guards = guardCalls(await live.catalogue(server), {
      policy,
      effects: world.effects,
      approve: approverFor(world, by),
    })
    return chainAnswerers([...guards, last])
  }

  return {
    live,
    upstreams: live,
    plans: {
      async rehearse(plan, choice, by) {
        // Who has just run something rehearses with what it said.
        await open.caughtUp(choice.signal ?? by.signal)
        return rehearse(plan, choice, by)
      },
      run,
    },
    async call(asked, by) {
      const chain = await callBy(by, asked.server, upstreamAnswerer(live, by))
      return tracedCall(world, asked, chain, by)
    },
    async callUpstream(target, request, turn, requester) {
      const asked = callOfRequest(target, request, turn, count())
      if ('error' in asked) return asked
      const last = forwardedCall(() => forwardCall(live, target, request, turn, requester, timeoutMs))
      const chain = await callBy(requester, asked.server, last)
      const answer = await tracedCall(world, asked, chain, requester)
      return last.wasForwarded ? last.response() : answerResponse(answer)
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
