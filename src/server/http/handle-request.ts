/** One HTTP request: refused, or handed to the desk of its era. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isJsonObject, type JsonValue } from '../../base/index.js'
import { isModernRevision, isOwnHost, MESSAGE_BYTES } from '../../protocol/index.js'
import { namesRevision } from '../eras/choose-side.js'
import type { HttpRequestFacts } from '../service.js'
import type { HttpServing } from './http-serving.js'
import type { LegacyDesk } from './legacy-desk.js'
import type { ModernDesk } from './modern-desk.js'
import { type Body, readBody } from './read-body.js'
import { checkPost, type HttpRefusal, REFUSED, refusal, writeRefusal } from './refusal.js'

export interface Handling {
  readonly desks: {
    readonly modern: ModernDesk
    readonly legacy: LegacyDesk
  }
  readonly serving: HttpServing
  readonly checks: { readonly path: string; readonly ownHosts: readonly string[] | undefined }
}

/** Resolves when the request was read and handed on; rejects when a `refuse` throws. */
export async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { desks, serving, checks }: Handling,
): Promise<void> {
  const { refuse, identify, maxBodyBytes = MESSAGE_BYTES } = serving
  const { headers, method = '' } = request
  response.on('error', () => response.destroy())
  const unwelcome = checkPath(request, checks.path) ?? checkSource(headers, checks.ownHosts)
  if (unwelcome !== undefined && refuse === undefined) return writeRefusal(response, unwelcome)
  const identity = identify?.(headers)
  if (identity !== undefined && 'status' in identity) return writeRefusal(response, identity)
  const hasBody = method === 'POST' || headers['content-length'] !== undefined
  const body: Body | undefined = hasBody ? await readBody(request, maxBodyBytes) : undefined
  if (body?.kind === 'gone') return
  if (body?.kind === 'refused') return writeRefusal(response, body.refusal)
  const facts = { ...factsOf(request, body), ...identity }
  const refused = (await refuse?.(facts)) ?? unwelcome
  if (refused !== undefined) return writeRefusal(response, refused)
  if (method === 'POST') return post(body, { request, response, facts, desks })
  const isModern = isModernRevision(headers['mcp-protocol-version'])
  if (isModern || (method !== 'GET' && method !== 'DELETE'))
    return writeRefusal(response, notAllowed(isModern ? 'POST' : 'GET, POST, DELETE'))
  desks.legacy[method === 'GET' ? 'get' : 'delete'](request, response, facts)
}

interface Post extends Pick<Handling, 'desks'> {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly facts: HttpRequestFacts
}

function post(body: Body | undefined, { request, response, facts, desks }: Post): void {
  const problem = checkPost(request.headers) ?? (body?.kind === 'text' ? body.refusal : undefined)
  if (problem !== undefined || body?.kind !== 'message') {
    writeRefusal(response, problem ?? refusal(400, REFUSED, 'The body is missing'))
    return
  }
  const { message } = body
  const desk = isModernPost(message, request.headers['mcp-protocol-version']) ? desks.modern : desks.legacy
  desk.post(message, request, response, facts)
}

/** The body decides, and the header where the body says nothing: later revisions than ours are modern too. */
function isModernPost(message: JsonValue, header: string | string[] | undefined): boolean {
  if (isJsonObject(message) && namesRevision(message)) return true
  return isModernRevision(header)
}

function checkPath({ url = '/' }: IncomingMessage, path: string): HttpRefusal | undefined {
  return url.replace(/\?.*/s, '') === path ? undefined : refusal(404, REFUSED, 'Not found')
}

function notAllowed(allow: string): HttpRefusal {
  const { headers, ...rest } = refusal(405, REFUSED, 'Method not allowed')
  return { ...rest, headers: { ...headers, allow } }
}

function factsOf({ method = '', headers }: IncomingMessage, body: Body | undefined): HttpRequestFacts {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return {
    method,
    headers: Object.fromEntries(single),
    ...(body?.kind === 'message' ? { message: body.message, written: body.text } : {}),
    ...(body?.kind === 'text' ? { text: body.text } : {}),
  }
}

/** `ownHosts` are names beside those of this machine; undefined lets every Host pass, and Origins that name the same host. */
function checkSource(
  { host, origin }: IncomingHttpHeaders,
  ownHosts: readonly string[] | undefined,
): HttpRefusal | undefined {
  if (host === undefined || (ownHosts !== undefined && !isOwnHost(host, ownHosts)))
    return refusal(403, REFUSED, 'Forbidden: this Host is not served')
  if (origin === undefined || origin === '') return undefined
  const from = origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  return isOwnHost(from, ownHosts ?? [host.replace(/:\d*$/, '')])
    ? undefined
    : refusal(403, REFUSED, 'Forbidden: this Origin is not served')
}
