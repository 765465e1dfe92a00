/** JSON values, and reading them from text that nobody vouches for. */
import { UsageError } from './errors.js'
import { messageOf } from './message-of.js'
import { printable } from './printable.js'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** What untrusted JSON may not exceed. */
export interface JsonLimits {
  /** UTF-8 bytes of the text; default 16 MiB. */
  readonly maxBytes?: number
  /** Levels of arrays and objects; default 128. */
  readonly maxDepth?: number
}

const DEFAULT_MAX_BYTES = 16 * 1024 * 1024
const DEFAULT_MAX_DEPTH = 128

/**
 * Parses JSON from an untrusted source. `what` names it in the error.
 * @throws UsageError JSON_INVALID when the text is not JSON, too long or too deep.
 */
export function parseJson(text: string, what: string, limits: JsonLimits = {}): JsonValue {
  const { maxBytes = DEFAULT_MAX_BYTES, maxDepth = DEFAULT_MAX_DEPTH } = limits
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes)
    throw new UsageError(
      'JSON_INVALID',
      `Cannot read ${what}: ${bytes} bytes, more than the limit of ${maxBytes}`,
    )
  if (depthExceeds(text, maxDepth))
    throw new UsageError('JSON_INVALID', `Cannot read ${what}: nested more than ${maxDepth} levels deep`)
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    throw new UsageError(
      'JSON_INVALID',
      // The engine quotes the text, which nobody vouches for.
      `Cannot read ${what}: ${printable(messageOf(cause), { oneLine: true })}`,
      { cause },
    )
  }
}

/** The object or array that a text is the JSON of, within the limits of untrusted JSON; undefined for any other text. */
export function parseContainer(text: string): JsonValue | undefined {
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return undefined
  try {
    return parseJson(text, 'a text block')
  } catch {
    // Text that only looks like JSON, or is too deep to be handled, is text.
    return undefined
  }
}

/** Array.isArray does not narrow readonly arrays. */
export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** True for objects that are neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Freezes a JSON value at every depth and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    // What is frozen already may hold what is not.
    Object.freeze(value)
    for (const child of Object.values(value)) deepFreeze(child)
  }
  return value
}

/** Counts brackets outside strings: deep text is refused before JSON.parse builds it. */
function depthExceeds(text: string, maxDepth: number): boolean {
  // Nothing is deeper than it is long.
  if (text.length <= maxDepth) return false
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 0x5c) i++
      else if (c === 0x22) inString = false
    } else if (c === 0x22) inString = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > maxDepth) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}

/** What an object has itself by that name, and nothing that it inherits. */
export function ownMember<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
}

/** Every text of a value, at any depth; names of members are none. */
export function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** `Array.isArray` where one value, or a list of them, may be given: TypeScript narrows no readonly list by it. */
export function isList<Value>(value: Value): value is Extract<Value, readonly unknown[]> {
  return Array.isArray(value)
}
