/** Digests that nobody can guess a value from who does not have the key. */
import { createHmac } from 'node:crypto'
import { canonicalJson, isJsonObject, type JsonValue } from '../../base/index.js'

/** `hmac-sha256:…` over the canonical JSON of a value; halves of characters are told apart, too. */
export function keyedDigest(key: string, value: JsonValue): string {
  return keyedDigestOfBytes(key, canonicalJson(wellFormed(value)))
}

export function keyedDigestOfBytes(key: string, bytes: string | Uint8Array): string {
  return `hmac-sha256:${createHmac('sha256', key).update(bytes).digest('hex')}`
}

/** Canonical JSON holds no half characters: texts with one stand as their escapes, behind a mark that no other text gets. */
function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [wellFormedText(key), wellFormed(member)]),
  )
}

function wellFormedText(text: string): string {
  return text.isWellFormed() && !text.startsWith(MARK) ? text : `${MARK}${JSON.stringify(text)}`
}

const MARK = '\u0000escaped '
