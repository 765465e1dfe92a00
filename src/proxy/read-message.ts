/** Text that may be a message. */
import { isJsonObject, type JsonValue, parseJson } from '../base/index.js'

/** The JSON object or array that the text is; undefined for all else, such as a banner. */
export function readMessage(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = parseJson(text, 'a message', { maxBytes: MAX_MESSAGE_BYTES })
    return isJsonObject(value) || Array.isArray(value) ? value : undefined
  } catch {
    // What is no JSON is passed on and not recorded.
    return undefined
  }
}

/** Longer messages are passed on and not recorded. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024
