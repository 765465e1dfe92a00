/** What differs between the eras for a server: one side each. */
import { defined } from '../../base/index.js'
import type { Era, Revision, RpcError, RpcRequest } from '../../protocol/index.js'
import type { AskingTurn, Question } from '../client/asking-turn.js'
import type { PendingRequest } from '../client/pending-request.js'
import type { ServedClientSelf, ServiceRequest, ServiceResponse } from '../service.js'

/** Reads what clients of its era ask, and writes what they understand. Nothing needs closing. No method throws. */
export interface EraSide {
  readonly era: Era
  /** Who answers a request of this principal. */
  admit(request: RpcRequest, principal?: string): Admission
  /** The response as clients of this era understand it. */
  adapt(request: ServiceRequest, response: ServiceResponse): ServiceResponse
  /** Asks the client as part of a turn; see `Turn.ask`. */
  ask(turn: AskingTurn, question: Question): void
}

export type Admission =
  /** The machine itself does. */
  | { readonly kind: 'answered'; readonly response: ServiceResponse }
  | { readonly kind: 'for-service'; readonly revision: Revision; readonly client: ServedClientSelf }
  /** It opens a stream, whose end is its answer. */
  | { readonly kind: 'stream'; readonly client: ServedClientSelf; open(pending: PendingRequest): AbortSignal }
  /** It goes on with a turn that asked the client. */
  | { readonly kind: 'retry'; resume(pending: PendingRequest): void }

export function refused(code: number, message: string, data?: RpcError['data']): Admission {
  const error = { code, message, ...defined({ data }) }
  return { kind: 'answered', response: { error } }
}
