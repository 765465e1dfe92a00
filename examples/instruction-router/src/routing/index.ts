import { BM25_ENGINE } from './bm25-engine.js'
import type { RoutingEngine } from './engine.js'
import { RULE_ENGINE } from './rule-engine.js'

/** The first is the one that routes until another is chosen. */
export const ENGINES: readonly [RoutingEngine, ...RoutingEngine[]] = [BM25_ENGINE, RULE_ENGINE]

export type { Match, RoutingContext, RoutingEngine } from './engine.js'
export { createRouter, type RouteOptions, type Router, type Routing } from './route.js'
export { stemsOf } from './words.js'
