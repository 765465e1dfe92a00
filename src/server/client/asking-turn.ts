/** A turn, as those see it who ask the client on its behalf. */
import type { JsonObject } from '../../base/index.js'
import type { ServiceRequest, ServiceResponse } from '../service.js'
import type { PendingRequest, RequestHandler } from './pending-request.js'

export interface AskingTurn extends RequestHandler {
  readonly request: ServiceRequest
  readonly isOver: boolean
  /** It waits for a retry: nobody is there who could be told anything. */
  readonly awaitsInput: boolean
  /** Says what belongs to the request, as long as there is a stream for it. */
  say(text: string): void
  /** Calls back once when the turn ends, unless it is forgotten before: call what it returns. */
  onEnd(callback: (wasCancelled: boolean) => void): () => void
  /** Answers the request and not the turn: a retry will come. */
  awaitInput(result: JsonObject): void
  /** Goes on as another request: the retry. */
  moveTo(pending: PendingRequest): void
}

/** What a turn asks the client. */
export interface Question {
  readonly method: string
  readonly params: JsonObject | undefined
  settle(response: ServiceResponse): void
}
