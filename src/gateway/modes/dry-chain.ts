/** Who answers single calls where nothing is called: as a rehearsal would, but that what nobody knows is an error. */
import {
  type Answer,
  type Answerer,
  type CallTool,
  chainAnswerers,
  type StubAnswerer,
  type ToolCall,
  toolRef,
} from '../../call/index.js'
import { recordingRules } from '../../config/index.js'
import { schemaAnswerer } from '../../dryrun/index.js'
import { effectsOfTools } from '../../effects/index.js'
import { knownContract, policyAnswerer } from '../../execution/index.js'
import { replayAnswerer } from '../../recording/index.js'
import { validateByCatalogue } from '../approvals/validate-by-catalogue.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import type { Catalogue } from '../upstreams/upstreams.js'

/** The order of priority: the first that has an answer gives it. Nobody in this list can reach a server. */
export function dryChain(
  world: GatewayWorld,
  catalogue: Catalogue,
  { principal, stubs }: { readonly principal: string; readonly stubs: StubAnswerer },
): CallTool {
  const { policy } = world
  const { registry } = catalogue
  const effects = effectsOfTools(registry, world)
  return chainAnswerers([
    validateByCatalogue(catalogue, policy?.validation ?? 'lenient'),
    ...(policy === undefined ? [] : [policyAnswerer(policy, effects, () => undefined)]),
    stubs,
    ...recordingsFor(world, knownContract(registry, effects), principal),
    schemaAnswerer(registry, 1),
    refuseUnknown(),
  ])
}

/** None without a store. */
export function recordingsFor(
  world: GatewayWorld,
  contract: ReturnType<typeof knownContract>,
  principal: string,
): Answerer[] {
  const { store, clock } = world
  if (store === undefined) return []
  const { freshness, ignoredArguments } = recordingRules(world.settings, true)
  return [
    replayAnswerer({
      store,
      redactor: world.redactor,
      contract,
      principal: recordingPrincipal(world, store, principal),
      freshness: { ...freshness, clock },
      ignored: ignoredArguments,
    }),
  ]
}

function refuseUnknown(): Answerer {
  return {
    name: 'refuse',
    answer: (call) => Promise.resolve(unknownAnswer(call)),
  }
}

function unknownAnswer(call: ToolCall): Answer {
  const text = `Nobody knows what ${toolRef(call)} answers: there is no stub, no recording of this call and no usable output schema. This gateway is dry: nothing was called. Hint: give it a stub, or record the call.`
  return {
    outcome: { kind: 'tool-error', content: [{ type: 'text', text }] },
    provenance: { source: 'unknown' },
  }
}
