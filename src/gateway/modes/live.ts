/** `live`: calls really happen, after the policy and the tools' own schemas have been asked; plans are rehearsed, or run for real. */
import { type Answerer, type CallTool, chainAnswerers, traceAnswerer } from '../../call/index.js'
import { claimOf, validateAnswerer } from '../../dryrun/index.js'
import { answerResponse } from '../../server/index.js'
import { policyGate } from '../approvals/policy-gate.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import { forwardCall } from '../service/index.js'
import { traceExecution } from '../tracing/trace-execution.js'
import { approvalBy } from './approval-by.js'
import { callOfRequest, createCallCounter } from './call-of-request.js'
import type { ComposedMode } from './composed-mode.js'
import { forwardedCall } from './forwarding.js'
import { openLive } from './open-live.js'
import { createRehearsals } from './rehearsals.js'
import { createRuns } from './runs.js'
import { upstreamAnswerer } from './upstream-answerer.js'

export function composeLive(world: GatewayWorld): ComposedMode {
  const { options, clock, policy } = world
  const { timeoutMs } = options
  const open = openLive(world, world.store)
  const { live } = open
  const rehearsals = createRehearsals(world, live)
  const runs = createRuns(world, live)
  const count = createCallCounter()

  /** One call: whoever is last in the chain makes it. */
  async function callBy(by: Requester, last: Answerer): Promise<CallTool> {
    const { registry, unavailable } = await live.catalogue()
    const cannotBeAsked = new Set(unavailable.map(({ server }) => server))
    const gate =
      policy === undefined
        ? []
        : [
            policyGate(policy, {
              claim: (call) => claimOf(registry, policy, call),
              approve: approvalBy(by, options.approve),
              onRefused: () => undefined,
            }),
          ]
    return chainAnswerers([
      traceAnswerer(traceExecution(options, { kind: 'call', principal: by.principal }).event, clock),
      ...gate,
      validateAnswerer(registry, { ...NOBODY, isUnavailable: (server) => cannotBeAsked.has(server) }),
      last,
    ])
  }

  return {
    live,
    upstreams: live,
    plans: { rehearse: rehearsals.rehearse, run: runs.run },
    async call(asked, by) {
      const chain = await callBy(by, upstreamAnswerer(live, by))
      return chain(asked)
    },
    async callUpstream(target, request, turn, requester) {
      const asked = callOfRequest(target, request, turn, count())
      if ('error' in asked) return asked
      const last = forwardedCall(() => forwardCall(live, target, request, turn, requester, timeoutMs))
      const chain = await callBy(requester, last)
      const answer = await chain(asked)
      return last.wasForwarded ? last.response() : answerResponse(answer)
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

const NOBODY = { onMissing: () => undefined, onIssues: () => undefined, onUnchecked: () => undefined }
