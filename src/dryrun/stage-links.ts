/** The links of a rehearsal's chain that stand on what the user gave: copies, servers that may be asked, recordings. */
import type { Clock } from '../base/index.js'
import type { Answerer, ToolCall } from '../call/index.js'
import { type Effects, mayChangeAnswer } from '../effects/index.js'
import { isDenied, knownContract, mustAsk } from '../execution/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { type ContactLink, contactLink } from './contact-answerer.js'
import { type CopyLink, type CopyLinkOptions, copyLink } from './copy-answerer.js'
import { earlierContracts } from './earlier-contracts.js'
import type { RehearsalSettings } from './options.js'
import type { AnswerShapes } from './shapes/answer-shape.js'

export interface RehearsalWorld {
  readonly registry: ToolRegistry
  readonly effects: Effects
  readonly shapes: AnswerShapes
  readonly options: RehearsalSettings
}

export function copiesOf({ effects, options, ...world }: RehearsalWorld): CopyLink | undefined {
  const { copied } = options
  return copied && copyLink(copied, { effects, durationsOf: durationsIn({ ...world, effects, options }) })
}

export function contactsOf(
  world: RehearsalWorld,
  doubtSoFar: (call: ToolCall) => string | undefined,
): ContactLink | undefined {
  const { effects, options } = world
  const { contactable, policy } = options
  if (contactable === undefined) return undefined
  return contactLink(contactable, {
    doubtSoFar,
    durationsOf: durationsIn(world),
    onlyReads: (call) => effects.claimOf(call).effect === 'read',
    mustAsk: (call) => mustAsk(call, policy, effects),
    isDenied: (call) => isDenied(call, policy, effects),
  })
}

function durationsIn({ registry, effects, options }: RehearsalWorld): CopyLinkOptions['durationsOf'] {
  const { store, redactor, principal } = options
  if (store === undefined) return () => Promise.resolve(undefined)
  const recorded = { store, redactor, principal, contract: knownContract(registry, effects) }
  return async (call) => (await import('../recording/index.js')).recordedDurations(call, recorded)
}

export async function recordings(
  { registry, effects, options }: Omit<RehearsalWorld, 'shapes'>,
  clock: Clock,
): Promise<Answerer[]> {
  const { store, redactor, principal, freshness = {}, ignoredArguments } = options
  if (store === undefined) return []
  const { replayAnswerer } = await import('../recording/index.js')
  return [
    replayAnswerer({
      store,
      redactor,
      contract: knownContract(registry, effects),
      earlier: earlierContracts(store, registry),
      principal,
      freshness: { whenStale: 'serve', ...freshness, clock },
      isElsewhere: (changed, read) =>
        !mayChangeAnswer(effects.footprintOf(changed), effects.footprintOf(read)),
      ...(ignoredArguments === undefined ? {} : { ignored: ignoredArguments }),
    }),
  ]
}
