/** Rehearsals as a gateway does them: with its servers' tools, its stubs and its recordings, and kept for whoever asks later. */
import { type JsonObject, randomName } from '../../base/index.js'
import type { TraceEvent } from '../../call/index.js'
import { type Contact, rehearseSeeds } from '../../dryrun/index.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import { gatewayRedactor, recordingRules } from '../opening/recording-rules.js'
import type { Plans } from '../tools/plans.js'
import { traceExecution } from '../tracing/trace-execution.js'
import type { Catalogue, Upstreams } from '../upstreams/upstreams.js'
import { runResource } from './run-resources.js'

export interface Rehearsals {
  readonly rehearse: Plans['rehearse']
}

export function createRehearsals(world: GatewayWorld, upstreams: Upstreams): Rehearsals {
  const { options, store, policy, stubs, settings, secrets, budgets, archive, clock } = world
  const redactor = gatewayRedactor(world)

  return {
    async rehearse({ text, fileName }, choice, by) {
      const { intent, onTrace, signal = by.signal, ...given } = choice
      const id = randomName()
      const trace: TraceEvent[] = []
      const about = {
        run: id,
        kind: 'rehearsal' as const,
        principal: by.principal,
        ...(intent === undefined ? {} : { intent }),
      }
      using traced = traceExecution(options, about)
      const catalogue = await upstreams.catalogue()
      const at = new Date(clock.now()).toISOString()
      const report = await rehearseSeeds(text, {
        ...given,
        ...recordingRules(world),
        ...(await world.place.for(fileName)),
        ...(store === undefined ? {} : { store, principal: recordingPrincipal(world, store, by.principal) }),
        ...(policy === undefined ? {} : { policy }),
        now: choice.now ?? clock.now(),
        tools: catalogue.registry,
        unavailable: catalogue.unavailable,
        contacted: contacts(catalogue),
        secrets: [...secrets, ...(settings.recordings.redact.values ?? [])],
        ...{ fileName, stubs, budgets, signal },
        onTrace(event) {
          trace.push(event)
          onTrace?.(event)
          traced.event(event)
        },
      })
      traced.end(report.ended)
      await archive.put({
        ...{ id, kind: 'rehearsal', at, principal: by.principal },
        ...(intent === undefined ? {} : { intent: redactor.text(intent) }),
        // A report is JSON; its type has no index.
        report: report as unknown as JsonObject,
        trace: redactor.redact(trace),
      })
      return { report, resource: runResource(id) }
    },
  }
}

/** What a server declared is known only of those that were asked: a lock is read without asking anybody. */
function contacts({ registry }: Catalogue): Contact[] {
  return registry.servers.flatMap(({ server, launch }) =>
    launch === undefined ? [] : [{ server, for: 'tools/list' as const }],
  )
}
