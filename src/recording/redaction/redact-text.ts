/** The text of a message without its secrets: every byte that is not one stays. */
import { isJsonObject, type JsonObject, type JsonValue, textItems, textMembers } from '../../base/index.js'
import type { Redactor } from './redactor.js'

/**
 * Writes into the text of a value what redaction made of it. `redacted` is the same value, or the one without its secrets; what stands
 * in the text alone (the first of two members of one key, the digits of a number) is redacted here.
 */
export function redactText(text: string, redacted: JsonValue | undefined, redactor: Redactor): string {
  if (text.startsWith('{'))
    return isJsonObject(redacted) ? rewriteObject(text, redacted, redactor) : plain(redacted)
  if (text.startsWith('['))
    return Array.isArray(redacted) ? rewriteArray(text, redacted, redactor) : plain(redacted)
  if (plain(JSON.parse(text)) !== plain(redacted)) return plain(redacted)
  if (text.startsWith('"')) return text
  const shown = redactor.opaque(text)
  return shown === text ? text : plain(shown)
}

function rewriteObject(text: string, redacted: JsonObject, redactor: Redactor): string {
  const members = textMembers(text)
  const last = new Map(members.map(({ key }, i) => [key, i]))
  // A key that was a secret: which of them is which cannot be told any more.
  if (last.size !== Object.keys(redacted).length) return plain(redacted)
  for (const key of last.keys()) if (!Object.hasOwn(redacted, key)) return plain(redacted)
  let written = ''
  let at = 0
  members.forEach(({ key, start, end }, i) => {
    const own = text.slice(start, end)
    const value = last.get(key) === i ? redacted[key] : shadowed(key, own, redactor)
    written += text.slice(at, start) + redactText(own, value, redactor)
    at = end
  })
  return written + text.slice(at)
}

/** Nobody reads it in JavaScript; in the text it stands all the same. */
function shadowed(key: string, text: string, redactor: Redactor): JsonValue | undefined {
  const value = JSON.parse(text) as JsonValue
  return redactor.redact<Record<string, JsonValue>>({ [key]: value })[key]
}

function rewriteArray(text: string, redacted: readonly JsonValue[], redactor: Redactor): string {
  const items = textItems(text)
  if (items.length !== redacted.length) return plain(redacted)
  let written = ''
  let at = 0
  items.forEach(([start, end], i) => {
    written += text.slice(at, start) + redactText(text.slice(start, end), redacted[i], redactor)
    at = end
  })
  return written + text.slice(at)
}

function plain(value: unknown): string {
  return JSON.stringify(value ?? null)
}
