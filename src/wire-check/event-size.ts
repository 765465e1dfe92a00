/** Roughly how much memory an event of a connection holds. */
import { VALUE_SIZE, valueSize } from '../base/index.js'
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
