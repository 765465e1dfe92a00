/** What makes two requests the same question, and what tells two askings of it apart. */
import { isJsonObject, type JsonObject, type JsonValue, withSortedMembers } from '../base/index.js'
import { isHandshake } from '../protocol/index.js'
import { lastingArguments } from '../recording/index.js'

/** The pointers into a tool's arguments that do not count, such as "/timestamp". */
export type Volatile = (tool: string) => readonly string[]

export interface AskedRequest {
  readonly method: string
  /** Secrets already replaced. */
  readonly params?: JsonObject | undefined
}

/**
 * One text for one question. Of a tools/call the tool and its arguments count, of a handshake nothing, of everything else all
 * that is not said anew with each request.
 */
export function requestKey({ method, params = {} }: AskedRequest): string {
  if (isHandshake(method)) return method
  const { _meta, inputResponses, requestState, task, ...asked } = params
  if (method !== 'tools/call') return stableText([method, asked])
  return callText(asked.name, asked.arguments)
}

/** One text for all calls that differ only in what is volatile; undefined where nothing of the request is. */
export function looseRequestKey({ method, params = {} }: AskedRequest, ignore: Volatile): string | undefined {
  const { name, arguments: args } = params
  const pointers = method === 'tools/call' && typeof name === 'string' ? ignore(name) : []
  if (pointers.length === 0) return undefined
  return callText(name, lastingArguments(args, pointers))
}

/** What a request says in answer to an earlier one: only a recording that was given the same goes on from there. */
export function givenBy(params: JsonObject | undefined): string {
  if (params === undefined) return ''
  const { inputResponses, requestState, task } = params
  if (inputResponses === undefined && requestState === undefined && task === undefined) return ''
  return stableText([withoutMeta(inputResponses ?? null), requestState ?? null, task ?? null])
}

/** Who asks, as far as a server can tell: the envelope of the modern era, what a legacy client declared, the whole of a handshake. */
export function voiceOf({ method, params = {} }: AskedRequest, capabilities: JsonObject | undefined): string {
  const envelope = isJsonObject(params._meta) ? lasting(params._meta) : {}
  if (isHandshake(method)) return stableText({ ...params, _meta: envelope })
  return stableText([envelope, capabilities ?? {}])
}

/** JSON with the members of every object in one order. */
export function stableText(value: JsonValue): string {
  return JSON.stringify(withSortedMembers(value))
}

/** Without `_meta` at every depth: nobody means it when they compare replies. */
export function withoutMeta(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutMeta)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (key === '_meta' ? [] : [[key, withoutMeta(member)]])),
  )
}

/** What is new with each request is no part of who asks. */
function lasting(meta: JsonObject): JsonObject {
  const { progressToken, traceparent, tracestate, baggage, ...rest } = meta
  return rest
}

function callText(name: JsonValue | undefined, args: JsonValue | undefined): string {
  return stableText(['tools/call', name ?? null, args === undefined ? [] : [args]])
}
