/** The gate that every recording passes on its way to a store. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { Recording } from '../recording.js'
import { redactMessage, redactResponse } from './redact-message.js'
import type { Redactor } from './redactor.js'

/**
 * A recording without secrets, whoever made it: what belongs to servers and callers is redacted as what it is, and of all that is left,
 * names and words of the protocol too, given secrets are replaced. Its key stays, and what it is found by; sealing twice changes
 * nothing more.
 */
export function sealRecording(recording: Recording, redactor: Redactor): Recording {
  const { params, serverVersion, capabilities, response, http, between } = recording
  const redacted: Recording = {
    ...recording,
    ...(serverVersion === undefined ? {} : { serverVersion: redactor.text(serverVersion) }),
    ...(params === undefined ? {} : { params: redactMessage(params, redactor) }),
    ...(capabilities === undefined ? {} : { capabilities: redactMessage(capabilities, redactor) }),
    between: between.map((each) => ({ ...each, message: redactMessage(each.message, redactor) })),
    ...(response === undefined ? {} : { response: redactResponse(response, redactor) }),
    ...(http === undefined ? {} : { http: redactor.redact(http) }),
  }
  const members = Object.entries(redacted).map(([name, value]) => [
    name,
    // A recording is JSON; its interface has no index signature to say so.
    FOUND_BY.has(name) ? value : opaqueIn(value as JsonValue, redactor),
  ])
  // Every member has the shape it had.
  return Object.fromEntries(members) as Recording
}

function opaqueIn(value: JsonValue, redactor: Redactor): JsonValue {
  if (typeof value === 'string') return redactor.opaque(value)
  if (Array.isArray(value)) return value.map((item: JsonValue) => opaqueIn(item, redactor))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redactor.opaque(key), opaqueIn(member, redactor)]),
  )
}

/** Digests of it, and the name that the user gave the server. */
const FOUND_BY: ReadonlySet<string> = new Set(['key', 'keyVersion', 'principal', 'server', 'launch'])
