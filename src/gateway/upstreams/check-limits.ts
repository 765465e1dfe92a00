/** Limits are numbers that something can pass: with a concurrency of 0 every call would wait for ever. */
import { UsageError } from '../../base/index.js'
import type { UpstreamLimits } from './options.js'

/** The limits as they are. @throws UsageError USAGE */
export function checkLimits(server: string, limits: UpstreamLimits = {}): UpstreamLimits {
  const { concurrency, sessions, rate } = limits
  const counts = { concurrency, sessions, 'rate.calls': rate?.calls }
  for (const [name, count] of Object.entries(counts))
    if (count !== undefined && !(Number.isSafeInteger(count) && count > 0))
      throw refusedLimit(server, name, count, 'a whole number above 0')
  if (rate !== undefined && !(Number.isFinite(rate.perMs) && rate.perMs > 0))
    throw refusedLimit(server, 'rate.perMs', rate.perMs, 'milliseconds above 0')
  return limits
}

function refusedLimit(server: string, name: string, found: unknown, wanted: string): UsageError {
  return new UsageError(
    'USAGE',
    `Cannot limit the server "${server}" by ${name} ${String(found)}: it takes ${wanted}`,
  )
}
