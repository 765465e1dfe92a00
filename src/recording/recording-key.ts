/** What makes two calls the same call. */
import { hash } from 'node:crypto'
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { isHandshake } from '../protocol/index.js'

/** Stored with every recording: a change of what goes into the key is a new version, and old keys then never match. */
export const KEY_VERSION = 1

export interface KeyParts {
  readonly server: string
  readonly tool: string
  /** Secrets already replaced. */
  readonly arguments?: JsonObject
  readonly fingerprint: string
  readonly principal: string
}

/**
 * The full SHA-256, in hexadecimal, of the canonical JSON (RFC 8785) of all parts.
 * Absent arguments and `{}` are two calls: servers on the official SDK refuse the first where they answer the second.
 */
export function recordingKey(parts: KeyParts): string {
  const { server, tool, fingerprint, principal } = parts
  const args = parts.arguments === undefined ? [] : [parts.arguments]
  const text = canonicalText([server, tool, fingerprint, principal, args])
  return hash('sha256', text, 'hex')
}

export interface RequestKeyParts {
  readonly server: string
  readonly method: string
  /** Secrets already replaced. */
  readonly params?: JsonObject
  readonly principal: string
}

/**
 * The key of a request that is no call of a tool. What is said in answer to the server (inputResponses, requestState), what is new
 * with each request (`_meta`), and the whole of a handshake do not count: recordings of one key are told apart by these.
 */
export function requestKey({ server, method, params = {}, principal }: RequestKeyParts): string {
  const { _meta: _envelope, inputResponses: _responses, requestState: _state, task: _task, ...asked } = params
  const text = canonicalText(['request', server, method, principal, isHandshake(method) ? {} : asked])
  return hash('sha256', text, 'hex')
}

/** Half a surrogate pair has no canonical form, and JSON can still carry it: then every text is escaped first. */
function canonicalText(value: JsonValue): string {
  const form = JSON.stringify(value).includes('\\ud') ? ['escaped', escaped(value)] : ['plain', value]
  return canonicalJson(['understudy.recording-key', KEY_VERSION, ...form])
}

function escaped(value: JsonValue): JsonValue {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(escaped)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [JSON.stringify(key), escaped(member)]),
  )
}
