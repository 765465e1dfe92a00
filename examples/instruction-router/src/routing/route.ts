/** From a message to the few instructions that apply. */
import type { Catalogue } from '../library/index.js'
import type { Match, RoutingContext, RoutingEngine } from './engine.js'
import { type Message, readMessage } from './message.js'

export interface Routing {
  /** Best first, cut off where a match is not worth showing. */
  readonly matches: readonly Match[]
  readonly message: Message
  /** How many had anything to do with the message. */
  readonly considered: number
  /** Why there is nothing. */
  readonly reason?: 'approval' | 'small-talk' | 'no-match' | 'unknown-command'
}

export interface Router {
  route(message: string, options?: RouteOptions): Routing
  /** Whatever has anything to do with the words, best first: "yes" is a word here, and nothing is cut off but by `limit`. */
  search(query: string, limit: number): readonly Match[]
}

export interface RouteOptions {
  readonly context?: RoutingContext
  /** Default 5. */
  readonly limit?: number
}

/** Prepares an engine for a catalogue. */
export function createRouter(engine: RoutingEngine, catalogue: Catalogue): Router {
  const prepared = engine.prepare(catalogue)
  return {
    route(text, { context = {}, limit = 5 } = {}) {
      const message = readMessage(text)
      if (message.kind !== 'request') return { matches: [], message, considered: 0, reason: message.kind }
      const found = prepared.match(message, context)
      const [best] = found
      const least = best === undefined ? 0 : prepared.least(message, best)
      const matches = found.filter(({ score }) => score >= least).slice(0, limit)
      if (matches.length > 0) return { matches, message, considered: found.length }
      const reason = message.isCommand ? 'unknown-command' : 'no-match'
      return { matches, message, considered: found.length, reason }
    },
    search: (query, limit) => prepared.match(readMessage(query), {}).slice(0, limit),
  }
}
