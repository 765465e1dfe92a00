/** Who answers a call in a client's world: rules and stubs first, the server in the copy, and for servers without one what the settings allow. */
import {
  type Answer,
  type Answerer,
  type CallTool,
  chainAnswerers,
  stubAnswerer,
  type ToolCall,
  unknownAnswerer,
} from '../../call/index.js'
import {
  type ContactLink,
  type CopiedAnswer,
  type CopyLink,
  contactLink,
  type OpenContacts,
} from '../../dryrun/index.js'
import type { Effects } from '../../effects/index.js'
import { isDenied, knownContract, mustAsk, policyAnswerer } from '../../execution/index.js'
import { validateByCatalogue } from '../approvals/validate-by-catalogue.js'
import { recordingsFor } from '../modes/dry-chain.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Catalogue } from '../upstreams/upstreams.js'
import type { SeenCall } from './seen-call.js'
import { assumedAnswerer, forReads, refusingAnswerer } from './uncopied.js'

export interface StageCalls {
  readonly world: GatewayWorld
  readonly catalogue: Catalogue
  readonly effects: Effects
  readonly link: CopyLink
  readonly contacts: OpenContacts | undefined
  readonly principal: string
  readonly notCopied: readonly { readonly server: string; readonly why: string }[]
  readonly isAssumed: (call: ToolCall) => boolean
}

/** What the rules refuse has no number: it reaches no server, here or for real. */
export function stageCalls(means: StageCalls): (call: ToolCall) => Promise<SeenCall> {
  const { world, catalogue, effects, link } = means
  const { policy } = world
  const rest = answeringChain(means)
  const rules = [
    validateByCatalogue(catalogue, policy?.validation ?? 'lenient'),
    ...(policy === undefined ? [] : [policyAnswerer(policy, effects, () => undefined)]),
  ]
  let count = 0
  return async (asked) => {
    let call: ToolCall = { ...asked, n: 0 }
    const chain = chainAnswerers([
      ...rules,
      {
        name: 'number',
        answer(passed) {
          call = { ...passed, n: ++count }
          return rest(call)
        },
      },
    ])
    const answer = await chain(call).catch((failure: unknown) => {
      // A server that was asked may have done it all the same.
      if (asked.signal?.aborted && call.n > 0) return CANCELLED
      throw failure
    })
    const seen = link.log.answers.get(call.n)
    const isRead = effects.claimOf(call).effect === 'read'
    return answer === CANCELLED
      ? { call, answer, isRead, seen: NOT_HEARD }
      : { call, answer, isRead, ...(seen === undefined ? {} : { seen }) }
  }
}

const CANCELLED: Answer = {
  outcome: { kind: 'tool-error', content: [] },
  provenance: { source: 'unknown', note: 'the client cancelled it while it was under way' },
}
const NOT_HEARD: CopiedAnswer = {
  broke: 'the client cancelled it while it was under way',
  ...{ networkAttempts: 0, earlierAttempts: 0, tookMs: 0, isFull: false, changes: [] },
}

function answeringChain(means: StageCalls): CallTool {
  const { world, catalogue, effects, link, notCopied, isAssumed } = means
  const { registry } = catalogue
  /** Servers that were assumed to have done something: nobody knows what they would say now. */
  const supposed = new Set<string>()
  const contacts = contactsOf(means, supposed)
  const isRead = (call: ToolCall): boolean => effects.claimOf(call).effect === 'read'
  const reads: readonly Answerer[] = [
    ...(contacts === undefined ? [] : [contacts.reads]),
    ...recordingsFor(world, knownContract(registry, effects), means.principal),
  ]
  return chainAnswerers([
    stubAnswerer(world.stubs, world.clock),
    refusingAnswerer(isRead, (server) => notCopied.find((each) => each.server === server)?.why),
    ...(contacts === undefined ? [] : [contacts.standIns]),
    link.answerer,
    ...reads.map((each) => forReads(each, isRead)),
    assumedAnswerer(
      registry,
      (call) => isAssumed(call) && !isRead(call),
      ({ server }) => supposed.add(server),
    ),
    unknownAnswerer(),
  ])
}

function contactsOf(
  { world: { policy }, effects, contacts }: StageCalls,
  supposed: ReadonlySet<string>,
): ContactLink | undefined {
  if (contacts === undefined) return undefined
  return contactLink(contacts, {
    doubtSoFar: ({ server }) =>
      supposed.has(server) ? 'what was assumed of it before may change what it says' : undefined,
    onlyReads: (call) => effects.claimOf(call).effect === 'read',
    mustAsk: (call) => mustAsk(call, policy, effects),
    isDenied: (call) => isDenied(call, policy, effects),
    durationsOf: () => Promise.resolve(undefined),
  })
}
