/** What the project says about its recordings, for those who look for one or make one. */
import { toolRef } from '../../call/index.js'
import { ignoredOf, ttlOf } from '../../config/index.js'
import type { RehearseOptions } from '../../dryrun/index.js'
import { createRedactor, type Redactor } from '../../recording/redaction/index.js'
import type { GatewayWorld } from './gateway-world.js'

/** How rehearsals and single calls take recordings. `stale`: those that may be out of date answer too. */
export function recordingRules(
  { settings }: GatewayWorld,
  stale = true,
): Required<Pick<RehearseOptions, 'freshness' | 'ignoredArguments' | 'redaction'>> {
  const { values: _, ...redaction } = settings.recordings.redact
  return {
    freshness: { maxAgeMs: (call) => ttlOf(settings, toolRef(call)), whenStale: stale ? 'serve' : 'skip' },
    ignoredArguments: (call) => ignoredOf(settings, toolRef(call)),
    redaction,
  }
}

/** Hides what servers were given, and what the project wants hidden. */
export function gatewayRedactor({
  store,
  settings,
  secrets,
}: Pick<GatewayWorld, 'store' | 'settings' | 'secrets'>): Redactor {
  const { values = [], ...rules } = settings.recordings.redact
  return createRedactor({
    secrets: [...secrets, ...values],
    rules,
    ...(store === undefined ? {} : { salt: store.salt }),
  })
}
