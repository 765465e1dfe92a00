import type { RoutingEngine } from './engine.js'
import { RULE_ENGINE } from './rule-engine.js'
import { WEIGHTED_ENGINE } from './weighted-engine.js'

/** The first one routes where nobody chose another. */
export const ENGINES: readonly [RoutingEngine, ...RoutingEngine[]] = [WEIGHTED_ENGINE, RULE_ENGINE]

export {
  createRouter,
  type Match,
  type Router,
  type Routing,
  type RoutingContext,
  type RoutingEngine,
} from './engine.js'
export { createWeightedEngine, WEIGHTS, type Weights } from './weighted-engine.js'
export { stemOf, wordsOf } from './words.js'
