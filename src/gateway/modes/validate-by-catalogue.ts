/** Holds a single call against what is known of its tool: whoever made it is told by the answer, and nobody else. */
import type { Answerer } from '../../call/index.js'
import { validateAnswerer } from '../../dryrun/index.js'
import type { Catalogue } from '../upstreams/upstreams.js'

export function validateByCatalogue({ registry, unavailable }: Catalogue): Answerer {
  const silent = new Set(unavailable.map(({ server }) => server))
  return validateAnswerer(registry, {
    isUnavailable: (server) => silent.has(server),
    onMissing: () => undefined,
    onIssues: () => undefined,
    onUnchecked: () => undefined,
  })
}
