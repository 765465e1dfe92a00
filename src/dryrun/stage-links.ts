/** The links of a rehearsal's chain that stand on what the user gave: copies, servers that may be asked, recordings. */
import type { Clock } from '../base/index.js'
import { type Answerer, type Outcome, questionKey, type ToolCall } from '../call/index.js'
import { type Effects, mayChangeAnswer } from '../effects/index.js'
import { isDenied, knownContract, mustAsk } from '../execution/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { type ContactLink, contactLink } from './contact-answerer.js'
import { type CopyLink, type CopyLinkOptions, copyLink } from './copy-answerer.js'
import { earlierContracts } from './earlier-contracts.js'
import type { RehearsalSettings } from './options.js'
import type { AnswerShapes } from './shapes/answer-shape.js'
import { worldsOf } from './worlds.js'

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

/** What was recorded, as a link, and what may be asked of it beside that. */
export interface Recordings {
  readonly links: readonly Answerer[]
  /**
   * What the server of a recorded answer said otherwise to the same question, though nothing explains that: its answers move by
   * themselves. Rejects as a store does.
   */
  saidOtherwise(call: ToolCall): Promise<readonly Outcome[]>
}

export async function recordings(
  { registry, effects, options }: Omit<RehearsalWorld, 'shapes'>,
  clock: Clock,
): Promise<Recordings> {
  const { store, redactor, principal, freshness = {}, ignoredArguments } = options
  if (store === undefined) return { links: [], saidOtherwise: () => Promise.resolve([]) }
  const { replayAnswerer, saidOtherwise } = await import('../recording/index.js')
  const recorded = {
    ...{ store, redactor, principal, contract: knownContract(registry, effects) },
    earlier: earlierContracts(store, registry),
    ...(ignoredArguments === undefined ? {} : { ignored: ignoredArguments }),
  }
  const link = replayAnswerer({
    ...recorded,
    freshness: { whenStale: 'serve', ...freshness, clock },
    isElsewhere: (changed, read) => !mayChangeAnswer(effects.footprintOf(changed), effects.footprintOf(read)),
  })
  const shareWorld = worldsOf(registry)
  const sharesWorld = (server: string, other: string): boolean =>
    server === other || shareWorld(server, other)
  const asked = new Map<string, Promise<readonly Outcome[]>>()
  return {
    links: [link],
    saidOtherwise(call) {
      const question = questionKey(call)
      const said = asked.get(question) ?? saidOtherwise(call, { ...recorded, sharesWorld })
      asked.set(question, said)
      return said
    },
  }
}
