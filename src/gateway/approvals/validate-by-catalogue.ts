/** Holds a call against what is known of its tool; of what is not known the server says itself what it thinks. */
import type { Answerer, ToolCall } from '../../call/index.js'
import { validateAnswerer } from '../../dryrun/index.js'
import type { Catalogue } from '../upstreams/upstreams.js'

export type CheckedCatalogue = Pick<Catalogue, 'registry' | 'unavailable'>

/** `onInvalid` is told of a call whose tool does not exist, or whose arguments are wrong: it goes no further. */
export function validateByCatalogue(
  { registry, unavailable }: CheckedCatalogue,
  onInvalid: (call: ToolCall) => void = ignore,
): Answerer {
  const silent = new Set(unavailable.map(({ server }) => server))
  return validateAnswerer(registry, {
    isUnavailable: (server) => silent.has(server),
    onMissing: onInvalid,
    onIssues: onInvalid,
    onUnchecked: ignore,
  })
}

function ignore(): void {
  // The answer says it, and nobody else wants to know.
}
