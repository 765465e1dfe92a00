/** What is wrong with the headers of a request that came over HTTP (specification: basic/transports, Streamable HTTP). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { textOfHeader } from './header-value.js'
import { type ParamHeader, paramHeaders } from './param-headers.js'
import { isRevision, NEWEST_REVISION } from './revision.js'

/** A request as it came. */
export interface HttpRequest {
  /** POST, GET, DELETE. */
  readonly verb: string
  /** Names in lower case, as Node gives them. */
  readonly headers: HttpHeaders
  /** Absent when there is none, or it is not JSON. */
  readonly body?: JsonValue
}

export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** What the receiver knows and the request does not say. */
export interface HttpKnowledge {
  /** Names, without their ports, under which the receiver may be reached beside those of this machine. */
  readonly ownHosts?: readonly string[]
  /** A session of the legacy era by its id; undefined for one that was never issued. */
  readonly session?: (id: string) => HttpSession | undefined
  /** True where every request of the legacy era but the handshake needs a session. */
  readonly needsSession?: boolean
  /** The arguments that a tool wants as headers; undefined when nothing is known of it. */
  readonly paramHeaders?: (tool: string) => readonly ParamHeader[] | undefined
}

export interface HttpSession {
  readonly state: 'live' | 'ended'
  /** What the handshake agreed on, where that is known. */
  readonly revision?: string
}

/** Headers that are not as they should be, by name; null for one that is missing. */
export type HttpAnomalies = Readonly<Record<string, string | null>>

/**
 * Undefined for a request whose headers are all as the protocol wants them. Else their values as they came, but `foreign` for a host
 * or an origin that is not the receiver's, and `unknown`, `ended` or `live` for a session: such values are new with every run.
 * Two requests with the same anomalies are refused, or not, for the same reason.
 */
export function httpAnomalies(request: HttpRequest, known: HttpKnowledge = {}): HttpAnomalies | undefined {
  const found = {
    ...wrongPlace(request, known),
    ...wrongTypes(request),
    ...(isMessage(request) ? wrongForMessage(request, request.body, known) : wrongForLegacy(request, known)),
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** True for the loop-back names of this machine, whatever the port, and for the names that are given. */
export function isOwnHost(host: string, ownHosts: readonly string[] = []): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  return LOCAL_HOSTS.includes(name) || ownHosts.some((own) => own.toLowerCase() === name)
}

function wrongPlace({ headers }: HttpRequest, { ownHosts }: HttpKnowledge): HttpAnomalies {
  const host = header(headers, 'host')
  const origin = header(headers, 'origin')?.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  return {
    ...(host !== undefined && isOwnHost(host, ownHosts)
      ? {}
      : { host: host === undefined ? null : 'foreign' }),
    ...(origin === undefined || isOwnHost(origin, ownHosts) ? {} : { origin: 'foreign' }),
  }
}

function wrongTypes({ verb, headers }: HttpRequest): HttpAnomalies {
  const accept = header(headers, 'accept')
  const isAccepting = (WANTED_TYPES[verb] ?? []).every((type) => accept?.toLowerCase().includes(type))
  const isJson = verb !== 'POST' || JSON_TYPE.test(header(headers, 'content-type') ?? '')
  return {
    ...(isAccepting ? {} : { accept: accept ?? null }),
    ...(isJson ? {} : { 'content-type': header(headers, 'content-type') ?? null }),
  }
}

/** A batch is of the legacy era alone, and its messages need not agree. */
function isMessage(request: HttpRequest): request is HttpRequest & { readonly body: JsonObject } {
  return request.verb === 'POST' && isJsonObject(request.body)
}

function wrongForMessage(request: HttpRequest, body: JsonObject, known: HttpKnowledge): HttpAnomalies {
  const { headers } = request
  const version = header(headers, VERSION)
  const params = isJsonObject(body.params) ? body.params : {}
  const claim = isJsonObject(params._meta) ? params._meta[CLAIM] : undefined
  const isModern = claim !== undefined || (version !== undefined && isModernVersion(version))
  if (!isModern || typeof body.method !== 'string') return wrongForLegacy(request, known, body.method)
  const isRequest = 'id' in body
  // A notification need not say any of these; what it says must be so.
  const owed = (name: string, isRight: (value: string) => boolean): HttpAnomalies => {
    const value = header(headers, name)
    if (value === undefined) return isRequest ? { [name]: null } : {}
    return isRight(value) ? {} : { [name]: value }
  }
  const name = params[NAMED_BY[body.method] ?? '']
  return {
    ...owed(VERSION, (value) => value === claim),
    ...owed('mcp-method', (value) => value === body.method),
    ...(typeof name === 'string' ? owed('mcp-name', (value) => textOfHeader(value) === name) : {}),
    ...(body.method === 'tools/call' ? wrongArguments(headers, params, known) : {}),
  }
}

function wrongArguments(
  headers: HttpHeaders,
  params: JsonObject,
  { paramHeaders: of }: HttpKnowledge,
): HttpAnomalies {
  const declared = of?.(String(params.name)) ?? []
  const wanted = Object.entries(paramHeaders(declared, params.arguments))
  return Object.fromEntries(
    wanted.flatMap(([name, value]) => {
      const given = header(headers, name.toLowerCase())
      const isSame = given !== undefined && isSameArgument(textOfHeader(given), textOfHeader(value))
      return isSame ? [] : [[name.toLowerCase(), given ?? null]]
    }),
  )
}

/** 42.0 and 42 are one number. */
function isSameArgument(given: string | undefined, wanted: string | undefined): boolean {
  if (given === wanted) return given !== undefined
  return NUMBER.test(given ?? '') && NUMBER.test(wanted ?? '') && Number(given) === Number(wanted)
}

function wrongForLegacy(
  { verb, headers, body }: HttpRequest,
  known: HttpKnowledge,
  method?: JsonValue,
): HttpAnomalies {
  // A body that cannot be read belongs to no session.
  if (!(verb in WANTED_TYPES) || (verb === 'POST' && body === undefined)) return {}
  const version = header(headers, VERSION)
  const id = header(headers, SESSION)
  const session = id === undefined ? undefined : known.session?.(id)
  const isOpening = method === 'initialize'
  const isRight =
    version === undefined ||
    (isRevision(version) &&
      !isModernVersion(version) &&
      (isOpening || version === (session?.revision ?? version)))
  return {
    ...(isRight ? {} : { [VERSION]: version ?? null }),
    ...(isOpening ? wrongOpening(id, session) : wrongSession(id, session, known)),
  }
}

/** A session that lives need not be opened. */
function wrongOpening(id: string | undefined, session: HttpSession | undefined): HttpAnomalies {
  return id === undefined ? {} : { [SESSION]: session?.state ?? 'unknown' }
}

function wrongSession(
  id: string | undefined,
  session: HttpSession | undefined,
  { needsSession }: HttpKnowledge,
): HttpAnomalies {
  if (id === undefined) return needsSession === true ? { [SESSION]: null } : {}
  return session?.state === 'live' ? {} : { [SESSION]: session?.state ?? 'unknown' }
}

function header(headers: HttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return (typeof value === 'string' ? value : value?.join(', '))?.trim()
}

/** Also of a revision that is still to come. */
function isModernVersion(version: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(version) && version >= NEWEST_REVISION
}

const VERSION = 'mcp-protocol-version'
const SESSION = 'mcp-session-id'
const CLAIM = 'io.modelcontextprotocol/protocolVersion'
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
const JSON_TYPE = /^application\/json\s*(?:;|$)/i
const NUMBER = /^-?\d+(?:\.\d+)?$/
const WANTED_TYPES: Readonly<Record<string, readonly string[]>> = {
  POST: ['application/json', 'text/event-stream'],
  GET: ['text/event-stream'],
  DELETE: [],
}
/** Which member of the params a request's Mcp-Name repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}
