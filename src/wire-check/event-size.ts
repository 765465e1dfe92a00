/** Roughly how much memory an event of a connection holds. */
import { isJsonObject, type JsonValue } from '../base/index.js'
import type { TapEvent } from '../transport/index.js'

/** In characters of its texts, with a few for every value; cheaper than writing it as JSON. */
export function eventSize(event: TapEvent): number {
  switch (event.kind) {
    case 'sent':
    case 'received':
      return valueSize(event.message)
    case 'sent-text':
      return event.text.length
    case 'noise':
      return event.noise.line.length
    case 'stderr':
      return event.line.length
    case 'closed':
      return VALUE_SIZE
  }
}

/** What a number, a member's place or an object takes at least. */
const VALUE_SIZE = 16

/** As above, of one value. Messages are at most as deep as what was parsed, which has a limit. */
export function valueSize(value: JsonValue): number {
  if (typeof value === 'string') return VALUE_SIZE + value.length
  if (typeof value !== 'object' || value === null) return VALUE_SIZE
  let size = VALUE_SIZE
  // A message is JSON, so that every enumerable member is its own; this runs for each frame, and Object.entries is slow.
  if (isJsonObject(value)) for (const key in value) size += key.length + valueSize(value[key] ?? null)
  else for (const item of value) size += valueSize(item)
  return size
}
