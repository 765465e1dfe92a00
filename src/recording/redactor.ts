/** Takes secrets out of what is about to be stored or shown. */
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../base/index.js'
import { base64Traces, redactBase64 } from './base64-runs.js'
import { placeholderFor } from './placeholder.js'
import { secretSpellings } from './secret-spellings.js'
import { replaceTokenShapes } from './token-shapes.js'

/** Replaces secrets by placeholders. The same secret gets the same placeholder, and redacting twice changes nothing more. */
export interface Redactor {
  text(text: string): string
  /**
   * Redacts a value of JSON at every depth, keys included; the very value when there is nothing to replace.
   * Its shape stays, but for a number that is a secret: that becomes text.
   */
  redact<T>(value: T): T
}

/** What is redacted, and how. */
export interface RedactorOptions {
  /** Replaced wherever they appear: see secretValues. */
  readonly secrets: readonly string[]
  /** The store's: then placeholders tell secrets of one store apart. Without it they say only that a secret stood there. */
  readonly salt?: string
}

/**
 * Redacts the given secrets wherever they appear, and tokens of known shape.
 * Also as JSON and URLs escape them, inside JSON that is text, and inside base64 (which is written anew with the placeholder).
 */
export function createRedactor({ secrets, salt }: RedactorOptions): Redactor {
  const given = secrets.filter((secret) => secret !== '')
  const spellings = secretSpellings(given)
  const traces = base64Traces(given)
  const placeholders = new Map<string, string>()
  const hide = (secret: string): string => {
    const placeholder = placeholders.get(secret) ?? placeholderFor(secret, salt)
    placeholders.set(secret, placeholder)
    return placeholder
  }

  const shortest = shortestSecret(given)
  const text = (raw: string, depth: number): string => {
    if (raw.length < shortest) return raw
    const plain = replaceTokenShapes(spellings.replace(raw, hide), hide)
    if (depth >= MAX_NESTING) return plain
    const readable = redactBase64(plain, traces, (inner) => text(inner, depth + 1))
    return inEscapedJson(readable, depth + 1)
  }

  /** JSON may escape even plain letters: then a secret is seen only once it is parsed. It is written anew only if one was. */
  const inEscapedJson = (raw: string, depth: number): string => {
    const parsed = escapedJsonIn(raw)
    if (parsed === undefined) return raw
    const redacted = json(parsed, depth)
    return redacted === parsed ? raw : JSON.stringify(redacted)
  }

  const json = (value: JsonValue, depth: number): JsonValue => {
    if (typeof value === 'string') return text(value, depth)
    if (typeof value === 'number') return spellings.isSecret(String(value)) ? hide(String(value)) : value
    if (Array.isArray(value)) {
      const items = value.map((item: JsonValue) => json(item, depth))
      return items.every((item, i) => item === value[i]) ? value : items
    }
    return isJsonObject(value) ? object(value, depth) : value
  }

  const object = (value: JsonObject, depth: number): JsonObject => {
    const entries = Object.entries(value)
    const redacted = entries.map(([key, member]) => [text(key, depth), json(member, depth)] as const)
    const isSame = redacted.every(([key, member], i) => key === entries[i]?.[0] && member === entries[i]?.[1])
    return isSame ? value : Object.fromEntries(redacted)
  }

  return {
    text: (raw) => text(raw, 0),
    // The contract wants JSON, and gives back JSON of the same shape.
    redact: <T>(value: T) => json(value as unknown as JsonValue, 0) as unknown as T,
  }
}

/** Texts below this length hold nothing to hide; no known token is shorter. A short secret may be shorter still in base64. */
function shortestSecret(given: readonly string[]): number {
  return Math.min(SHORTEST_TOKEN, ...given.map(({ length }) => (length < 8 ? 0 : length)))
}

function escapedJsonIn(text: string): JsonValue | undefined {
  if (!text.includes('\\') || !/^\s*[[{]/.test(text)) return undefined
  try {
    return parseJson(text, 'text of a recording')
  } catch {
    // Text that only looks like JSON is text.
    return undefined
  }
}

const SHORTEST_TOKEN = 15

/** How often text may be wrapped in text: JSON in base64 in JSON, and one more. */
const MAX_NESTING = 4
