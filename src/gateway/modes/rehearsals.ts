/** Rehearsals as a gateway does them: with its servers' tools, its stubs and its recordings. */
import { rehearse } from '../../dryrun/index.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import { recordingRules } from '../opening/recording-rules.js'
import type { Plans } from '../tools/plans.js'
import type { Upstreams } from '../upstreams/upstreams.js'
import { keepExecution } from './kept-execution.js'

export function createRehearsals(world: GatewayWorld, upstreams: Upstreams): Plans['rehearse'] {
  const { store, policy, effects, stubs, settings, secrets, budgets, clock } = world
  return ({ text, fileName }, choice, by) =>
    keepExecution(world, 'rehearsal', { choice, by }, async ({ onTrace }) => {
      const { params, seed, runs, stale, now = clock.now(), signal = by.signal } = choice
      const catalogue = await upstreams.catalogue()
      return rehearse(text, {
        ...{ fileName, effects, stubs, stubsAreShared: true, budgets, signal, now, onTrace },
        ...recordingRules(world, stale),
        ...(await world.place.for(fileName)),
        ...(params === undefined ? {} : { params }),
        ...(seed === undefined ? {} : { seed }),
        ...(runs === undefined ? {} : { runs }),
        ...(store === undefined ? {} : { store, principal: recordingPrincipal(world, store, by.principal) }),
        ...(policy === undefined ? {} : { policy }),
        tools: catalogue.registry,
        unavailable: catalogue.unavailable,
        contacted: catalogue.asked.map((server) => ({ server, for: 'tools/list' as const })),
        secrets: [...secrets, ...(settings.recordings.redact.values ?? [])],
      })
    })
}
