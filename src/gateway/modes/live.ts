/** `live`: calls really happen, after the policy has been asked; plans are rehearsed, or run for real. */
import { type Answerer, chainAnswerers, type ToolCall } from '../../call/index.js'
import { createRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { answerResponse } from '../../server/index.js'
import { approvalsFor } from '../approvals/approver.js'
import { guardCalls } from '../approvals/guard-calls.js'
import { createGatewayCopies } from '../copies/gateway-copies.js'
import { createStarts } from '../copies/starts.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { receiptNeed } from '../receipts/receipt-gate.js'
import { createReceiptShelf } from '../receipts/receipt-shelf.js'
import type { Requester } from '../requester.js'
import { forwardCall } from '../service/index.js'
import type { Catalogue, LiveUpstreams } from '../upstreams/upstreams.js'
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
  const starts = createStarts()
  const open = openLive(world, world.store, starts)
  const { live } = open
  const copies = createGatewayCopies(world, starts, live)
  const shelf = createReceiptShelf()
  const rehearse = createRehearsals(world, live, { copies, shelf })
  const runs = createRuns(world, live, { copies, shelf })
  const count = createCallCounter()

  /** What stands before one call, and the servers to make it with. No other server is waited for. */
  async function prepare(
    asked: ToolCall,
    by: Requester,
  ): Promise<{ readonly guards: readonly Answerer[]; readonly servers: LiveUpstreams }> {
    const catalogue = await catalogueFor(live, asked, by)
    const guards = guardCalls(catalogue, {
      policy,
      effects: world.effects,
      receipt: receiptNeed(policy, { isSingle: true, isClient: by.isLibrary !== true }),
      ...approvalsFor(world, by, copies?.foreseer(by, catalogue.registry)),
    })
    return { guards, servers: copies?.forCall(live, asked, catalogue.registry) ?? live }
  }

  return {
    live,
    upstreams: live,
    ...(copies === undefined ? {} : { expect: (by) => copies.expect(by, 'soon') }),
    plans: {
      async rehearse(plan, choice, by) {
        // Who has just run something rehearses with what it said.
        await open.caughtUp(choice.signal ?? by.signal)
        return rehearse(plan, choice, by)
      },
      ...runs,
    },
    async call(asked, by) {
      const { guards, servers } = await prepare(asked, by)
      return tracedCall(world, asked, chainAnswerers([...guards, upstreamAnswerer(servers, by)]), by)
    },
    async callUpstream(target, request, turn, requester) {
      const asked = callOfRequest(target, request, turn, count())
      if ('error' in asked) return asked
      const { guards, servers } = await prepare(asked, requester)
      const last = forwardedCall(() => forwardCall(servers, target, request, turn, requester, timeoutMs))
      const answer = await tracedCall(world, asked, chainAnswerers([...guards, last]), requester)
      return last.wasForwarded ? last.response() : answerResponse(answer)
    },
    async [Symbol.asyncDispose]() {
      // At once: servers that do not want to end take their time on both sides.
      await Promise.all([copies?.[Symbol.asyncDispose](), open[Symbol.asyncDispose]()])
    },
  }
}

/** What is known of the server for everybody; where that has no such tool, what it has for this requester. */
async function catalogueFor(
  live: LiveUpstreams,
  { server, tool }: ToolCall,
  by: Requester,
): Promise<Catalogue> {
  const catalogue = await live.catalogue(server)
  const isListed = catalogue.registry.servers.some((each) => each.server === server)
  const isMissing = isListed && catalogue.registry.find(server, tool).kind === 'missing'
  if (!isMissing || Object.keys(by.capabilities).length === 0) return catalogue
  // Who cannot be asked for a list is called all the same, and says itself what it has not.
  const own = await live.use(server, by, (session) => session.listTools()).catch(() => undefined)
  if (own === undefined || !own.some(({ name }) => name === tool)) return catalogue
  const servers = catalogue.registry.servers.map((each) =>
    each.server === server ? { ...each, tools: own } : each,
  )
  return { ...catalogue, registry: createRegistry(servers, createSchemaCompiler()) }
}
