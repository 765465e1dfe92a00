/** The question that a rehearsal asks of a recording before it answers with it, asked of each recording of a store. */
import { defined } from '../../base/index.js'
import type { ToolCall } from '../../call/index.js'
import { createEffects, type EffectCall, mayChangeAnswer } from '../../effects/index.js'
import { argumentsOf, type Recording, type RecordingStore, stalenessOf } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { readSettings, rehearsalSettings } from '../settings.js'
import type { StoreRequest } from './store-request.js'

/** Why the recording is stale, in a sentence; undefined while it is fresh. */
export type AskStaleness = (recording: Recording) => Promise<string | undefined>

/**
 * By the age that the settings allow, the data of its server and what the settings say of its calls, and its tool's contract, which is the one that the store knows last.
 * Each server is looked up once.
 */
export async function askStaleness(
  store: RecordingStore,
  { settings }: StoreRequest,
  io: DiscreetIo,
): Promise<AskStaleness> {
  const { freshness, effects: stated = [] } = await rehearsalSettings(await readSettings(settings, io), false)
  const effects = createEffects(stated)
  const { contractChanges } = await import('../../dryrun/index.js')
  const changeOf = contractChanges(store)
  const generations = new Map<string, Promise<number>>()
  const surroundings = {
    store: { generations: { of: generationOf }, list: store.list },
    freshness: { clock: io.clock, ...freshness },
    isElsewhere: (changed: EffectCall, read: EffectCall) =>
      !mayChangeAnswer(effects.footprintOf(changed), effects.footprintOf(read)),
  }
  return async (recording) => {
    const { server, tool } = recording
    const contractChange = tool === undefined ? undefined : await changeOf(server, tool)
    const found = { recording, ...defined({ contractChange }) }
    return stalenessOf(callOf(recording), found, surroundings)
  }

  function generationOf(server: string): Promise<number> {
    const known = generations.get(server) ?? store.generations.of(server)
    generations.set(server, known)
    return known
  }
}

function callOf(recording: Recording): ToolCall {
  const { server, tool, method } = recording
  const args = argumentsOf(recording)
  return { n: 1, server, tool: tool?.name ?? method, ...defined({ arguments: args }) }
}
