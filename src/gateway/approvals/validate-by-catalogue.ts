/** Holds a call against what is known of its tool; of what is not known the server says itself what it thinks. */
import type { Answerer } from '../../call/index.js'
import { type ValidationListener, validateAnswerer } from '../../execution/index.js'
import type { ValidationMode } from '../../policy/index.js'
import type { Catalogue } from '../upstreams/upstreams.js'

export type CheckedCatalogue = Pick<Catalogue, 'registry' | 'unavailable'>

/** Hears of calls of tools that do not exist, and of arguments that break a schema. Must not throw. */
export type CheckListener = Partial<Pick<ValidationListener, 'onMissing' | 'onIssues'>>

/** A call whose tool does not exist goes no further, nor does one with arguments that no server takes, or where `strict`, that break the schema. */
export function validateByCatalogue(
  { registry, unavailable }: CheckedCatalogue,
  validation: ValidationMode,
  { onMissing = ignore, onIssues = ignore }: CheckListener = {},
): Answerer {
  const silent = new Set(unavailable.map(({ server }) => server))
  return validateAnswerer(
    registry,
    {
      isUnavailable: (server) => silent.has(server),
      onMissing,
      onIssues,
      onUnchecked: ignore,
    },
    validation,
  )
}

function ignore(): void {
  // The answer says it, and nobody else wants to know.
}
