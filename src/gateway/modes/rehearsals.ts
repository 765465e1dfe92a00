/** Rehearsals as a gateway does them: with its servers' tools, its stubs, copies of its servers and its recordings. */
import { rehearse } from '../../dryrun/index.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import { recordingRules } from '../opening/recording-rules.js'
import type { Plans } from '../tools/plans.js'
import { withoutTexts } from '../tools/without-texts.js'
import type { Upstreams } from '../upstreams/upstreams.js'
import { keepExecution } from './kept-execution.js'

/** Without copies, whatever only a server could say is guessed. */
export function createRehearsals(
  world: GatewayWorld,
  upstreams: Upstreams,
  copies?: GatewayCopies,
): Plans['rehearse'] {
  const { store, policy, effects, stubs, settings, secrets, budgets, clock } = world
  return ({ text, fileName }, choice, by) =>
    keepExecution(world, 'rehearsal', { choice, by, shown: withoutTexts }, async ({ onTrace }) => {
      const { params, seed, runs, stale, now = clock.now(), signal = by.signal } = choice
      await using copied = await copies?.take(by, signal)
      const catalogue = await upstreams.catalogue()
      return await rehearse(text, {
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
        contacted: [
          ...catalogue.asked.map((server) => ({ server, for: 'tools/list' as const })),
          ...(copied?.contacted ?? []),
        ],
        ...(copied === undefined ? {} : { copies: copied.source(catalogue.registry) }),
        secrets: [...secrets, ...(settings.recordings.redact.values ?? [])],
      })
    })
}
