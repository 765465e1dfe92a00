/** How a test says which promise it proves. */
import { REQUIREMENTS, type RequirementId } from './requirements.js'

/**
 * Cites promises. Call it with literal ids, at the top of a test file or inside a test:
 * the requirements gate reads the citations off the text.
 * @throws Error for an id that is no kept promise.
 */
export function verifies(...ids: readonly [RequirementId, ...RequirementId[]]): void {
  for (const id of ids)
    if (REQUIREMENTS[id]?.state !== 'kept') throw new Error(`A test cites "${id}", which is no kept promise`)
}
