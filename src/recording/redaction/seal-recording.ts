/** The gate that every recording passes on its way to a store. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { type RecordedResponse, type Recording, validWritten, type WrittenResponse } from '../recording.js'
import { redactMessage, redactResponse } from './redact-message.js'
import { redactText } from './redact-text.js'
import type { Redactor } from './redactor.js'

/**
 * A recording without secrets, whoever made it: what belongs to servers and callers is redacted as what it is, and of all that is left,
 * names and words of the protocol too, given secrets are replaced. Its key stays, and what it is found by; sealing twice changes
 * nothing more.
 */
export function sealRecording(recording: Recording, redactor: Redactor): Recording {
  const { written, ...rest } = recording
  const { params, serverVersion, capabilities, response, http, between } = recording
  const said = response === undefined ? undefined : redactResponse(response, redactor)
  const redacted: Recording = {
    ...rest,
    ...(serverVersion === undefined ? {} : { serverVersion: redactor.text(serverVersion) }),
    ...(params === undefined ? {} : { params: redactMessage(params, redactor) }),
    ...(capabilities === undefined ? {} : { capabilities: redactMessage(capabilities, redactor) }),
    between: between.map((each) => ({ ...each, message: redactMessage(each.message, redactor) })),
    ...(said === undefined ? {} : { response: said }),
    ...(written === undefined ? {} : sealWritten(response, said, written, redactor)),
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

/** The text of what is redacted already; of text in which a secret is left nothing is kept, for its value says enough. */
function sealWritten(
  response: RecordedResponse | undefined,
  redacted: RecordedResponse | undefined,
  written: WrittenResponse,
  redactor: Redactor,
): { readonly written?: WrittenResponse } {
  const { body, beside } = validWritten(response, written)
  const members = beside === undefined ? undefined : (JSON.parse(beside) as JsonObject)
  const texts = [
    ['body', body, bodyOf(redacted)],
    ['beside', beside, members === undefined ? undefined : redactMessage(members, redactor)],
  ] as const
  const kept = texts.flatMap(([name, text, value]) => {
    const sealed = text === undefined ? undefined : redactText(text, value, redactor)
    return sealed === undefined || redactor.opaque(sealed) !== sealed ? [] : [[name, sealed] as const]
  })
  return kept.length === 0 ? {} : { written: Object.fromEntries(kept) }
}

function bodyOf(response: RecordedResponse | undefined): JsonValue | undefined {
  if (response === undefined) return undefined
  return 'error' in response ? response.error : response.result
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
