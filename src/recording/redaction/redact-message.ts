/** Messages of the protocol without their secrets, and with all that the protocol needs to stay as it is. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { RecordedResponse } from '../recording.js'
import { redactSchema } from './redact-schema.js'
import type { Redactor } from './redactor.js'

/**
 * Redacts a whole message, its params or its result. Methods, ids, types, codes and revisions stay; names, cursors and tokens of progress
 * lose given secrets alone, and so does what has a meaning in schemas.
 */
export function redactMessage<Message extends JsonObject>(message: Message, redactor: Redactor): Message {
  // Members stay what they are: text stays text, but for a number that is a secret, and the protocol has no such member.
  return redactMembers(message, redactor) as Message
}

/** Redacts an answer: the code of an error stays, whatever the secrets are. */
export function redactResponse(response: RecordedResponse, redactor: Redactor): RecordedResponse {
  if ('error' in response) return { error: { ...redactor.redact(response.error), code: response.error.code } }
  const { result } = response
  return { result: isJsonObject(result) ? redactMembers(result, redactor) : redactor.redact(result) }
}

/** `parent` is the key of the member that holds the object, empty at the top. */
function redactMembers(object: JsonObject, redactor: Redactor, parent = ''): JsonObject {
  return changedMembers(object, redactor, (key, member) =>
    key === 'name' && NAMED.has(parent) ? opaque(member, redactor) : redactMember(key, member, redactor),
  )
}

function redactMember(key: string, value: JsonValue, redactor: Redactor): JsonValue {
  if (WORDS.has(key) && !isJsonObject(value) && !Array.isArray(value)) return value
  if (OPAQUE.has(key)) return opaque(value, redactor)
  if (SCHEMAS.has(key)) return redactSchema(value, redactor)
  if (key === '_meta' && isJsonObject(value)) return redactMeta(value, redactor)
  if (FOREIGN.has(key) || (key === 'content' && isForm(value))) return redactor.redact(value)
  if (Array.isArray(value))
    return redactor.list(changedItems(value, (item: JsonValue) => redactItem(key, item, redactor)))
  if (isJsonObject(value)) return redactMembers(value, redactor, key)
  return redactNamed(key, value, redactor)
}

function redactItem(key: string, item: JsonValue, redactor: Redactor): JsonValue {
  if (Array.isArray(item)) return changedItems(item, (each: JsonValue) => redactItem(key, each, redactor))
  return isJsonObject(item) ? redactMembers(item, redactor, key) : redactor.redact(item)
}

/** The protocol's own keys hold what the protocol says; all others belong to whoever put them there. */
function redactMeta(meta: JsonObject, redactor: Redactor): JsonObject {
  return changedMembers(meta, redactor, (key, value) => {
    if (key === 'progressToken') return opaque(value, redactor)
    if (!key.startsWith(OWN_META)) return redactNamed(key, value, redactor)
    return isJsonObject(value) ? redactMembers(value, redactor, 'clientInfo') : value
  })
}

function opaque(value: JsonValue, redactor: Redactor): JsonValue {
  return typeof value === 'string' ? redactor.opaque(value) : value
}

/** With its key, for what bears the name of a secret. */
function redactNamed(key: string, value: JsonValue, redactor: Redactor): JsonValue {
  return Object.values(redactor.redact({ [key]: value }))[0] ?? null
}

/** What a user filled in is an object without the type of a block. */
function isForm(content: JsonValue): boolean {
  return isJsonObject(content) && !BLOCKS.has(content.type)
}

/** The very object when no member changes. Keys of letters alone are words of the protocol. */
function changedMembers(
  object: JsonObject,
  redactor: Redactor,
  change: (key: string, member: JsonValue) => JsonValue,
): JsonObject {
  const changed = Object.entries(object).map(([key, member]) => {
    const kept = /^[A-Za-z]+$/.test(key) ? key : redactor.text(key)
    return [kept, change(key, member)] as const
  })
  return changed.every(([key, member]) => Object.hasOwn(object, key) && member === object[key])
    ? object
    : Object.fromEntries(changed)
}

function changedItems(
  items: readonly JsonValue[],
  change: (item: JsonValue) => JsonValue,
): readonly JsonValue[] {
  const changed = items.map(change)
  return changed.every((item, i) => item === items[i]) ? items : changed
}

/** What has a `name` by which it is asked for; the empty key is the params of a request. */
const NAMED: ReadonlySet<string> = new Set([
  '',
  'params',
  'tools',
  'prompts',
  'serverInfo',
  'clientInfo',
  'ref',
])

/** Values of closed lists, and numbers of the protocol. */
const WORDS: ReadonlySet<string> = new Set([
  ...['jsonrpc', 'id', 'method', 'type', 'role', 'mimeType', 'protocolVersion', 'level', 'code'],
  ...['resultType', 'action', 'mode', 'stopReason', 'status', 'taskSupport'],
  ...['maxTokens', 'progress', 'total', 'ttl', 'ttlMs', 'pollInterval', 'priority', 'size', 'temperature'],
])

/** Values that mean nothing by themselves, and must come back as they were given out. */
const OPAQUE: ReadonlySet<string> = new Set([
  ...['progressToken', 'cursor', 'nextCursor', 'requestState', 'taskId', 'requestId', 'elicitationId'],
  ...['toolUseId', 'subscriptionId'],
])

const SCHEMAS: ReadonlySet<string> = new Set(['inputSchema', 'outputSchema', 'requestedSchema'])

/** Values that belong to tools and their callers: any JSON. */
const FOREIGN: ReadonlySet<string> = new Set([
  ...[
    'arguments',
    'structuredContent',
    'data',
    'input',
    'experimental',
    'extensions',
    'metadata',
    'argument',
  ],
])

const BLOCKS: ReadonlySet<unknown> = new Set([
  ...['text', 'image', 'audio', 'resource', 'resource_link', 'tool_use', 'tool_result'],
])

const OWN_META = 'io.modelcontextprotocol/'
