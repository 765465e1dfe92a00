/** Rehearsals as a gateway does them: with its servers' tools, its stubs, copies of its servers and its recordings. */
import { defined } from '../../base/index.js'
import { recordingRules } from '../../config/index.js'
import { rehearse } from '../../dryrun/index.js'
import type { FormerPlace, Receipt } from '../../plan/index.js'
import { notKeepable } from '../../undo/index.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import { keepSeen } from '../copies/keep-seen.js'
import { takeBeside } from '../copies/take-beside.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import type { ReceiptShelf } from '../receipts/receipt-shelf.js'
import type { Plans } from '../tools/plans.js'
import { withoutTexts } from '../tools/without-texts.js'
import { catalogueOfPlan } from '../upstreams/catalogue-of-plan.js'
import type { Upstreams } from '../upstreams/upstreams.js'
import { keepExecution } from './kept-execution.js'

export interface RehearsalMeans {
  readonly copies?: GatewayCopies | undefined
  /** Where receipts go. Default: none are made. */
  readonly shelf?: ReceiptShelf
}

/** Without copies, and without what the settings allow to ask, whatever only a server could say is guessed. */
export function createRehearsals(
  world: GatewayWorld,
  upstreams: Upstreams,
  { copies, shelf }: RehearsalMeans = {},
): Plans['rehearse'] {
  const { store, policy, effects, stubs, settings, secrets, budgets, clock, journal, cwd } = world
  return ({ text, fileName }, choice, by) =>
    keepExecution(world, 'rehearsal', { choice, by, shown: withoutTexts }, async ({ onTrace }) => {
      const { params, seed, runs, faults, stale, now = clock.now(), signal = by.signal } = choice
      const onReceipt = (receipt: Receipt): void => {
        shelf?.put({ receipt, plan: { text, fileName }, params })
        choice.onReceipt?.(receipt)
      }
      const { catalogue, taken } = await takeBeside(catalogueOfPlan(upstreams, text), () =>
        Promise.resolve(copies?.take(by, signal)),
      )
      await using copied = taken
      await using contacts = world.contacts?.(catalogue.registry, by, signal)
      return await keepSeen(world, async (onObserved) =>
        rehearse(text, {
          onObserved,
          ...(shelf === undefined
            ? {}
            : {
                receipt: {
                  ...{ journal: { id: journal.id, key: journal.receiptKey }, cwd },
                  // What is kept nowhere is not put back.
                  ...(world.keepsRuns
                    ? {
                        notKeepable: (places: readonly FormerPlace[]) =>
                          notKeepable(places, world.undo, { env: world.env, nowMs: clock.now() }),
                      }
                    : {}),
                  ...{ principal: by.principal, madeMs: clock.now(), onReceipt },
                },
              }),
          ...{
            fileName,
            effects,
            ...contacts?.options,
            stubs,
            stubsAreShared: true,
            budgets,
            signal,
            now,
            onTrace,
          },
          ...recordingRules(world.settings, stale ?? true),
          ...(await world.place.for(fileName)),
          ...defined({ params, seed, runs, faults }),
          ...(store === undefined
            ? {}
            : { store, principal: recordingPrincipal(world, store, by.principal) }),
          ...(policy === undefined ? {} : { policy }),
          tools: catalogue.registry,
          unavailable: catalogue.unavailable,
          contacted: [
            ...catalogue.asked.map((server) => ({ server, for: 'tools/list' as const })),
            ...(copied?.contacted ?? []),
          ],
          ...(copied === undefined ? {} : { copies: copied.source(catalogue.registry) }),
          secrets: [...secrets, ...(contacts?.secrets ?? []), ...(settings.recordings.redact.values ?? [])],
        }),
      )
    })
}
