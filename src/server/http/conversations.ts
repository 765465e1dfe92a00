/** Who talks with the clients that come over HTTP: HTTP itself knows only that somebody does. */
import type { JsonValue } from '../../base/index.js'
import type { ParamHeader, Revision } from '../../protocol/index.js'
import type { ServedClient } from '../client/create-served-client.js'
import type { HttpRequestFacts } from '../service.js'

/** Nothing throws. Whoever serves it closes it once, when no client is served any more, and then ends what was opened by its `end`. */
export interface Conversations {
  /** A client of the legacy era begins a session. */
  openSession(session: ClientSession): SessionClient
  /** One POST of a legacy client, where there are no sessions; absent where there always are. */
  openAlone?(assumed: Revision): SessionClient
  /** One request of the modern era. */
  openModern(facts: HttpRequestFacts): ServedClient
  /** A notification of the modern era, which is no part of any request. */
  heard(message: JsonValue, facts: HttpRequestFacts): void
  /** Which arguments of a tool travel as headers too. */
  headersOf(tool: string): readonly ParamHeader[]
  close(): void
}

/** A session, as whoever talks with its client sees it. */
export interface ClientSession {
  readonly id: string
  /** Whose it is, where clients are told apart. */
  readonly principal: string | undefined
  /** Tells the client what belongs to no request. */
  say(text: string): void
  /** Ends it from this side. `reason` is a clause. */
  over(reason: string): void
}

export interface SessionClient extends ServedClient {
  /** None before the handshake, and after one that failed; without a session, the one that is assumed. */
  readonly revision: string | undefined
}
