/** What makes two requests the same question, and what tells two askings of it apart. */
import { isJsonObject, type JsonObject, type JsonValue, pointerSteps } from '../base/index.js'

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
export function questionOf({ method, params = {} }: AskedRequest, ignore: Volatile): string {
  if (HANDSHAKES.has(method)) return method
  const { _meta, inputResponses, requestState, task, ...asked } = params
  if (method !== 'tools/call') return stableText([method, asked])
  const pointers = typeof asked.name === 'string' ? ignore(asked.name) : []
  const args = asked.arguments === undefined ? [] : [withoutPointers(asked.arguments, pointers)]
  return stableText([method, asked.name ?? null, args])
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
  if (HANDSHAKES.has(method)) return stableText({ ...params, _meta: envelope })
  return stableText([envelope, capabilities ?? {}])
}

/** JSON with the members of every object in one order. */
export function stableText(value: JsonValue): string {
  return JSON.stringify(sorted(value))
}

/** Without `_meta` at every depth: nobody means it when they compare replies. */
export function withoutMeta(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutMeta)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (key === '_meta' ? [] : [[key, withoutMeta(member)]])),
  )
}

export function isHandshake(method: string): boolean {
  return HANDSHAKES.has(method)
}

const HANDSHAKES: ReadonlySet<string> = new Set(['initialize', 'server/discover'])

/** What is new with each request is no part of who asks. */
function lasting(meta: JsonObject): JsonObject {
  const { progressToken, traceparent, tracestate, baggage, ...rest } = meta
  return rest
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const members = Object.entries(value)
  if (members.length > 1) members.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]))
}

function withoutPointers(value: JsonValue, pointers: readonly string[]): JsonValue {
  return pointers.reduce((left, pointer) => withoutSteps(left, pointerSteps(pointer)), value)
}

function withoutSteps(value: JsonValue, [step, ...deeper]: readonly string[]): JsonValue {
  if (step === undefined) return null
  if (Array.isArray(value))
    return value.map((item: JsonValue, i) => (String(i) === step ? withoutSteps(item, deeper) : item))
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value
  const { [step]: inner, ...rest } = value
  return deeper.length === 0 ? rest : { ...rest, [step]: withoutSteps(inner ?? null, deeper) }
}
