/** What went wrong with an exchange over HTTP, as errors. */
import {
  codeOf,
  defined,
  type ErrorDetails,
  inOneLine,
  messageOf,
  printable,
  shorten,
  TransportError,
} from '../../base/index.js'
import { mediaType, withoutQuery } from './http-exchange.js'
import type { Reply } from './post.js'
import { readRetryAfter } from './retry-after.js'

export interface HttpFailure {
  readonly peer: string
  /** The last response that was no stream. */
  readonly reply: Reply | undefined
  /** Why the SDK gave up. */
  readonly cause?: unknown
  /** What came on the stream and belongs to no event. */
  readonly stray?: string
}

/** HTTP_FAILED, with `status` and `body` of the response in its data where one came. */
export function httpFailed({ peer, reply, cause, stray }: HttpFailure): TransportError {
  const { reason, hint } = reply === undefined ? withoutReply(cause) : describeReply(reply, peer, cause)
  const isTellable = cause !== undefined && !quotesHeader(rootOf(cause))
  return new TransportError('HTTP_FAILED', `Cannot send to "${peer}": ${reason}`, {
    evidence: [...bodyEvidence(reply?.body.text ?? ''), ...strayEvidence(stray)],
    ...defined({ hint: hint ?? (stray === undefined ? undefined : STRAY_HINT) }),
    ...(reply === undefined ? {} : { data: { status: reply.status, body: reply.body.text } }),
    ...(isTellable ? { cause } : {}),
  })
}

/** The stream of an answer broke and could not be read on. `reply` is the last refusal, where one came. */
export function cannotReadOn(peer: string, reply: Reply | undefined, attempts: number): TransportError {
  return notReadOn(peer, reply, `${attempts} attempts to read on in a row brought nothing`, {
    evidence: reply === undefined ? [] : [`The last was answered with ${statusOf(reply)}`],
  })
}

/** The stream of an answer broke, and the server refuses for good that it is read on. */
export function mayNotReadOn(peer: string, reply: Reply): TransportError {
  return notReadOn(peer, reply, `the GET that asks for the rest of it is answered ${statusOf(reply)}`, {
    evidence: bodyEvidence(reply.body.text),
    hint: 'a server that gives its events ids lets a stream be read on from them; or the connection broke, and the call may be done',
  })
}

function notReadOn(peer: string, reply: Reply | undefined, why: string, more: ErrorDetails): TransportError {
  return new TransportError(
    'HTTP_FAILED',
    `Cannot send to "${peer}": the stream ended without the answer, and ${why}`,
    { ...more, ...(reply === undefined ? {} : { data: { status: reply.status, body: reply.body.text } }) },
  )
}

/** The stream on which a server speaks unasked is asked for no more; as the end of a sentence. */
export function describeGivenUp(status: number | undefined, attempts: number): string {
  const why =
    status === undefined
      ? `${attempts} attempts to open it again in a row brought nothing`
      : `it answers HTTP ${status} where it is to be opened again`
  return `what the server says unasked is heard no more, ${why}`
}

export function tooLarge(peer: string, maxBytes: number): TransportError {
  return new TransportError(
    'MESSAGE_TOO_LARGE',
    `Cannot read from "${peer}": an answer is longer than the limit of ${maxBytes} bytes`,
    { hint: 'raise maxMessageBytes if such messages are meant' },
  )
}

/** The server answers that it knows the session no more (specification: basic/transports, session management). */
export function sessionGone(peer: string, reply: Reply): TransportError {
  return new TransportError('CONNECTION_CLOSED', `"${peer}" has ended the session: ${statusOf(reply)}`, {
    evidence: bodyEvidence(reply.body.text),
  })
}

interface Explained {
  readonly reason: string
  readonly hint?: string
}

function describeReply(reply: Reply, peer: string, cause: unknown): Explained {
  const { status, headers } = reply
  if (status >= 300 && status < 400) return describeRedirect(reply, peer)
  if (status >= 400) {
    const hint = waitWanted(headers) ?? HINTS[status]
    return (
      describeAuthorization(reply, cause) ?? {
        reason: statusOf(reply),
        ...defined({ hint }),
      }
    )
  }
  if (reply.body.text === '') return { reason: `${statusOf(reply)}, and no answer` }
  const type = mediaType(headers)
  return type === 'application/json'
    ? { reason: `${statusOf(reply)}, and its body does not answer the request` }
    : {
        reason: `${statusOf(reply)} with a body of the type "${printable(type, { oneLine: true })}"`,
        hint: 'an answer comes as application/json or text/event-stream; check the path of the URL',
      }
}

/** What came of an authorization that the server asked for; undefined when none was tried. */
function describeAuthorization(reply: Reply, cause: unknown): Explained | undefined {
  if ((reply.status !== 401 && reply.status !== 403) || !(cause instanceof Error)) return undefined
  if (cause.name === 'UnauthorizedError')
    return {
      reason: `${statusOf(reply)}, and nobody has authorized this client`,
      hint: 'give authorizationCode, which returns what the user comes back with, or a token that the server takes',
    }
  // The SDK's own errors say no more than the status does.
  if (cause.name.startsWith('Sdk')) return undefined
  return { reason: `${statusOf(reply)}, and authorization failed: ${shownMessage(cause)}` }
}

function describeRedirect(reply: Reply, peer: string): Explained {
  const location = reply.headers.get('location')
  const target =
    location !== null && URL.canParse(location, peer) ? withoutQuery(new URL(location, peer)) : undefined
  return {
    reason: `${statusOf(reply)}${target === undefined ? '' : ` to "${target}"`}, which is not followed`,
    hint: 'a redirect is followed within its origin, when it keeps the method; use its target as the URL if it is the server that is meant',
  }
}

function withoutReply(cause: unknown): Explained {
  if (cause === undefined) return { reason: 'the stream ended without the answer' }
  const root = rootOf(cause)
  if (quotesHeader(root))
    return {
      reason: 'HTTP does not allow the value of one of its headers',
      hint: 'look for line feeds in the token of the authProvider',
    }
  const isRefused = codeOf(root) === 'ECONNREFUSED'
  return { reason: shownMessage(root), ...(isRefused ? { hint: 'is the server running?' } : {}) }
}

/** The platform's error for such a header quotes its value, which may be a token. */
function quotesHeader(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('invalid header value')
}

function shownMessage(error: unknown): string {
  return inOneLine(messageOf(error), 500)
}

/** `fetch failed` says nothing; what lies below it does. Several addresses that fail alike are told by the first. */
function rootOf(cause: unknown): unknown {
  if (cause instanceof AggregateError && cause.errors.length > 0) return rootOf(cause.errors[0])
  return cause instanceof Error && cause.cause !== undefined ? rootOf(cause.cause) : cause
}

function strayEvidence(stray: string | undefined): string[] {
  return stray === undefined
    ? []
    : ['A line of the stream that belongs to no event:', `  ${inOneLine(stray, 500)}`]
}

const STRAY_HINT =
  'a message on a stream of events stands behind "data:" and ends with a blank line; a body of JSON alone is application/json'

/** How long the server wants to be left alone, as text for people. */
function waitWanted(headers: Headers): string | undefined {
  const after = readRetryAfter(headers)
  if (after === undefined) return undefined
  const said = inOneLine(headers.get('retry-after') ?? '', 100)
  if (after.kind === 'unreadable')
    return `its Retry-After is neither seconds nor a date: ${JSON.stringify(said)}`
  const wait = after.kind === 'seconds' ? `${said} s` : `until ${said}`
  return `the server asks to wait ${wait} before it is asked again (Retry-After)`
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'the server wants authorization: give an authProvider, or an Authorization header',
  403: 'the server forbids it: check the token and its scopes, and the Origin and Host headers',
  404: 'check the path of the URL; many servers listen at /mcp',
  405: 'nothing takes a POST there: check the path of the URL',
}

function statusOf({ status, statusText }: Reply): string {
  return `HTTP ${status} ${printable(statusText, { oneLine: true })}`.trimEnd()
}

function bodyEvidence(text: string): string[] {
  if (text === '') return []
  const lines = shorten(printable(text), 2000).split('\n').slice(0, 10)
  return ['Body of the response:', ...lines.map((line) => `  ${line}`)]
}
