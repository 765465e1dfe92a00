/** What a server did that the protocol does not allow, told without ending the session. */
import type { JsonObject } from '../base/index.js'

/**
 * - `noise`: a line of the output, a body or an event that is no message
 * - `invalid-message`: JSON that is no message of the protocol
 * - `unmatched-response`: a response to a request that was never sent
 * - `duplicate-response`: a second response to one request
 * - `invalid-result`: a result that can be used, though it is not as the specification says
 * - `invalid-notification`: a notification that breaks its own rules
 * - `undeclared`: a capability that the handshake did not declare
 * - `ambiguous`: JSON that readers take for different values: a number that JavaScript cannot hold, a key twice in one object
 * - `misdelivered`: a message that came in a way its transport does not allow, such as a result with HTTP 202
 * - `lost`: a part of the connection was given up while the rest of it lives on
 */
export type ComplaintKind =
  | 'noise'
  | 'invalid-message'
  | 'unmatched-response'
  | 'duplicate-response'
  | 'invalid-result'
  | 'invalid-notification'
  | 'undeclared'
  | 'ambiguous'
  | 'misdelivered'
  | 'lost'

export interface Complaint {
  readonly kind: ComplaintKind
  /** A sentence; safe to print. */
  readonly message: string
}

/** What a session tells while it lives. None of them may throw. */
export interface SessionListeners {
  readonly complaint?: (complaint: Complaint) => void
  readonly notification?: (method: string, params: JsonObject) => void
  /** What the server asks of the client, by a request or within a result, before it is answered. */
  readonly asked?: (method: string, params: JsonObject) => void
  /** A line of the server's standard error; may hold control characters. */
  readonly stderr?: (line: string) => void
}
