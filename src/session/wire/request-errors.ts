/** Why a request got no answer, as errors for people. `doing` completes "Cannot …": `call "echo"`. */
import { defined, inOneLine, SessionError, TransportError, UsageError } from '../../base/index.js'
import type { RpcError } from '../../protocol/index.js'
import { type ConnectionEnd, describeEnd, endData, stderrEvidence } from '../../transport/index.js'

export function timedOut(doing: string, ms: number, evidence: readonly string[]): SessionError {
  return new SessionError('REQUEST_TIMEOUT', `Cannot ${doing}: no answer within ${ms} ms`, {
    evidence,
    hint: 'raise the time limit, or look at the messages with a trace',
    data: { timeoutMs: ms },
  })
}

/** The line of evidence for what the server did wrong last. */
export function complaintEvidence(complaint: string | undefined): readonly string[] {
  return complaint === undefined ? [] : [`Last complaint about the server: ${complaint}`]
}

export function aborted(doing: string, reason: unknown): SessionError {
  return new SessionError('REQUEST_ABORTED', `Cannot ${doing}: the caller cancelled it`, { cause: reason })
}

export function unusable(doing: string, reason: string): SessionError {
  return new SessionError('RESPONSE_INVALID', `Cannot ${doing}: the answer cannot be used, ${reason}`)
}

export function refused(doing: string, error: RpcError): SessionError {
  return new SessionError('RPC_ERROR', `Cannot ${doing}: ${describeRpcError(error)}`, {
    data: {
      code: error.code,
      message: error.message,
      ...defined({ data: error.data }),
    },
  })
}

/** For requests that were waiting when the connection ended, and for those that come after. */
export function connectionEnded(doing: string, peer: string, end: ConnectionEnd): TransportError {
  return new TransportError(codeOf(end), `Cannot ${doing} of "${peer}": ${describeEnd(end)}`, {
    evidence: stderrEvidence(end.stderrTail),
    data: endData(end),
    ...(end.error === undefined ? {} : { cause: end.error, ...hintOf(end.error) }),
  })
}

export function alreadyClosed(doing: string, peer: string): UsageError {
  return new UsageError('ALREADY_CLOSED', `Cannot ${doing} of "${peer}": the session was closed`)
}

export function describeRpcError({ code, message }: RpcError): string {
  return `the server answered with error ${code}: ${quote(message)}`
}

function codeOf({ error }: ConnectionEnd): 'MESSAGE_TOO_LARGE' | 'WRITE_FAILED' | 'CONNECTION_CLOSED' {
  return error?.code === 'MESSAGE_TOO_LARGE' || error?.code === 'WRITE_FAILED'
    ? error.code
    : 'CONNECTION_CLOSED'
}

function hintOf({ hint }: TransportError): { readonly hint?: string } {
  return defined({ hint })
}

/** What a server said, in one line. */
export function quote(text: string): string {
  return `"${inOneLine(text, 500)}"`
}
