/** One request of a client, sent to a server as it came; the answer comes back as it came. */
import { defined, isJsonObject, type JsonObject, type JsonValue, SessionError } from '../../base/index.js'
import { META_KEYS, RPC_CODES, type RpcError } from '../../protocol/index.js'
import { writtenResponse } from '../../recording/index.js'
import type { ServiceRequest, ServiceResponse, Turn } from '../../server/index.js'
import type { CallOptions, Session } from '../../session/index.js'
import type { Requester } from '../requester.js'
import { tellLogLevel } from './log-levels.js'

/** What the request is about: sent in place of the client's own params. */
export interface Forwarded {
  readonly request: ServiceRequest
  readonly turn: Turn
  readonly requester: Requester
  /** Default: the request's own. */
  readonly params?: JsonObject | undefined
  /** Milliseconds; default, and for who can be asked: as long as the client waits. */
  readonly timeoutMs?: number | undefined
}

/** An error of the server is a response; rejects with what else a session rejects with. */
export async function forward(session: Session, forwarded: Forwarded): Promise<ServiceResponse> {
  const { request, requester } = forwarded
  if (requester.logLevel !== undefined) await tellLogLevel(session, requester.logLevel)
  const params = paramsFor(session, forwarded)
  // An answer that goes to the era it came from needs no change: it goes out in the words in which it came.
  const isSameEra = session.era === request.era
  const heard: HeardAnswer = {}
  const options = isSameEra ? { ...optionsOf(forwarded), ...listenTo(heard) } : optionsOf(forwarded)
  try {
    const result = await session.request(request.method, params, options)
    return isSameEra ? { result, verbatim: true, ...writtenIn(heard) } : { result }
  } catch (failure) {
    const error = rpcErrorOf(failure)
    if (error === undefined) throw failure
    if (isHeaderMismatch(error, session, request))
      return forwardWithHeaders(session, request.method, params, options)
    return isSameEra ? { error, verbatim: true, ...writtenIn(heard) } : { error }
  }
}

/** The answer as its server wrote it. */
interface HeardAnswer {
  message?: JsonObject
  text?: string
}

function listenTo(heard: HeardAnswer): Pick<CallOptions, 'onResponse' | 'onWritten'> {
  return {
    onResponse(message) {
      heard.message = message
    },
    onWritten(text) {
      heard.text = text
    },
  }
}

function writtenIn({ message, text }: HeardAnswer): Pick<ServiceResponse, 'written'> {
  return message === undefined ? {} : defined({ written: writtenResponse(message, text) })
}

/** The JSON-RPC error that a session rejected with; undefined for any other failure. */
export function rpcErrorOf(failure: unknown): RpcError | undefined {
  if (!(failure instanceof SessionError) || failure.code !== 'RPC_ERROR') return undefined
  const { code, message, data } = failure.data
  if (typeof code !== 'number' || typeof message !== 'string') return undefined
  // Proof: what a session puts there came as JSON.
  return { code, message, ...(data === undefined ? {} : { data: data as JsonValue }) }
}

function optionsOf(forwarded: Forwarded): CallOptions {
  const { writtenParams } = forwarded.request
  const options = waitingOptions(forwarded)
  return writtenParams === undefined ? options : { ...options, writtenParams }
}

function waitingOptions({ request, turn, requester, timeoutMs: limitMs }: Forwarded): CallOptions {
  // Whoever is asked something may take its time.
  const canBeAsked = Object.keys(requester.capabilities).length > 0
  const timeoutMs = canBeAsked ? Number.POSITIVE_INFINITY : (limitMs ?? Number.POSITIVE_INFINITY)
  const onCancel: CallOptions['onCancel'] = (cancel) => turn.onCancel(cancel)
  if (metaOf(request.params)?.progressToken === undefined) return { timeoutMs, onCancel }
  return {
    ...{ timeoutMs, onCancel },
    resetTimeoutOnProgress: true,
    maxTotalMs: Number.POSITIVE_INFINITY,
    onProgress: (progress) => turn.notify('notifications/progress', { ...progress }),
  }
}

/** The envelope of the modern era belongs to one connection: of it, only what the client itself can do and wants goes on. */
function paramsFor(session: Session, forwarded: Forwarded): JsonObject | undefined {
  const { request, requester } = forwarded
  const { params = request.params } = forwarded
  if (session.era === 'legacy' && request.era === 'legacy') return params
  const meta = metaOf(params)
  const own = request.era === 'legacy' ? { ...meta } : withoutEnvelope(meta ?? {})
  if (session.era === 'modern') {
    own[META_KEYS.CLIENT_CAPABILITIES] = requester.capabilities
    if (requester.logLevel !== undefined) own[META_KEYS.LOG_LEVEL] = requester.logLevel
  }
  const { _meta, ...rest } = params ?? {}
  if (Object.keys(own).length > 0) return { ...rest, _meta: own }
  return params === undefined ? undefined : rest
}

function withoutEnvelope(meta: JsonObject): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !ENVELOPE.has(key)))
}

const ENVELOPE: ReadonlySet<string> = new Set([
  ...[META_KEYS.PROTOCOL_VERSION, META_KEYS.CLIENT_INFO, META_KEYS.CLIENT_CAPABILITIES, META_KEYS.LOG_LEVEL],
])

function metaOf(params: JsonObject | undefined): JsonObject | undefined {
  const meta = params?._meta
  return isJsonObject(meta) ? meta : undefined
}

/** A modern server over HTTP that got a call without the headers its tool declares: it has done nothing. */
function isHeaderMismatch({ code }: RpcError, session: Session, { method }: ServiceRequest): boolean {
  return code === RPC_CODES.HEADER_MISMATCH && session.era === 'modern' && method === 'tools/call'
}

/** Which arguments a tool wants as headers stands in the list of tools. */
async function forwardWithHeaders(
  session: Session,
  method: string,
  params: JsonObject | undefined,
  options: CallOptions,
): Promise<ServiceResponse> {
  await session.listTools(defined({ onCancel: options.onCancel }))
  try {
    return { result: await session.request(method, params, options) }
  } catch (failure) {
    const error = rpcErrorOf(failure)
    if (error === undefined) throw failure
    return { error }
  }
}
