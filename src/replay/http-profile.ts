/** How the recorded server used HTTP. */

import { defined } from '../base/index.js'
import { primesStreams } from '../protocol/index.js'
import type { Recording } from '../recording/index.js'
import type { HttpProfile } from '../server/index.js'

/** What was never seen over HTTP is left to the defaults. */
export function httpProfileOf(recordings: Iterable<Recording>): HttpProfile {
  const forms = new Set<string>()
  const sessions = new Set<boolean>()
  const eventIds = new Set<boolean>()
  const primes = new Set<boolean>()
  let retryMs: number | undefined
  for (const { http, method, response, revision } of recordings) {
    if (http === undefined || response === undefined || http.anomalies !== undefined) continue
    if (http.form !== undefined && 'result' in response) forms.add(http.form)
    if (method === 'initialize' && 'result' in response) sessions.add(http.issuesSession === true)
    if (http.form === 'sse') eventIds.add(http.eventIds === true)
    if (http.primes !== undefined && primesStreams(revision)) primes.add(http.primes)
    retryMs = http.retryMs ?? retryMs
  }
  return {
    form:
      forms.size === 1 && forms.has('json') ? 'json' : forms.size === 1 && forms.has('sse') ? 'sse' : 'auto',
    ...(sessions.size === 0 ? {} : { sessions: sessions.has(true) }),
    ...(eventIds.size === 0 ? {} : { eventIds: eventIds.has(true) }),
    ...(primes.size === 0 ? {} : { primes: primes.has(true) }),
    ...defined({ retryMs }),
  }
}
