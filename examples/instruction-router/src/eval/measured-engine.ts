/** What the measurement knows of an engine: its name, and the ids that it routes a message to. */
import type { Catalogue } from '../library/index.js'
import { createRouter, ENGINES, type RoutingContext } from '../routing/index.js'

export interface MeasuredEngine {
  readonly name: string
  /** At most `limit` ids, best first, cut off as a user gets them. */
  route(message: string, context: RoutingContext | undefined, limit: number): readonly string[]
}

/** Every engine there is, on one catalogue. */
export function measuredEngines(catalogue: Catalogue): readonly MeasuredEngine[] {
  return ENGINES.map((engine) => {
    const router = createRouter(engine, catalogue)
    return {
      name: engine.version,
      route: (message, context = {}, limit) =>
        router.route(message, { context, limit }).matches.map(({ instruction }) => instruction.id),
    }
  })
}
