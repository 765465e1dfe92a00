/** What a wire check found, within bounds of number and of size: a server may break the protocol without end. */
import { type JsonValue, shorten, valueSize } from '../base/index.js'
import type { Side } from './protocol-schemas.js'

export interface WireViolation {
  readonly side: Side
  /** A sentence: what is wrong, and where. */
  readonly text: string
  /**
   * The message or line, as it went over the wire; of one of more than about 64,000 characters, or that would make all that are kept
   * larger than about four million, the beginning of its text.
   */
  readonly frame: JsonValue
}

export interface ViolationLog {
  /** The first, since they are what others often follow from. It grows. */
  readonly kept: readonly WireViolation[]
  /** How many more there were, of each side. */
  readonly further: Readonly<Record<Side, number>>
  add(found: readonly WireViolation[]): void
}

/** Creates an empty log. */
export function createViolationLog(maxKept = 1000): ViolationLog {
  const kept: WireViolation[] = []
  const further = { client: 0, server: 0 }
  let roomLeft = MAX_SIZE
  let lastFrame: JsonValue | undefined
  let lastShown: JsonValue = null

  /** Many violations may be of one frame, which is measured and kept once. */
  function shown(frame: JsonValue): JsonValue {
    if (lastFrame !== undefined && frame === lastFrame) return lastShown
    lastFrame = frame
    lastShown = withinRoom(frame)
    return lastShown
  }

  function withinRoom(frame: JsonValue): JsonValue {
    const size = valueSize(frame)
    if (size > roomLeft || size > MAX_FRAME)
      return shorten(typeof frame === 'string' ? frame : JSON.stringify(frame), MAX_SHOWN)
    roomLeft -= size
    return frame
  }

  return {
    kept,
    further,
    add(found) {
      for (const violation of found) {
        if (kept.length >= maxKept) further[violation.side]++
        else kept.push({ ...violation, frame: shown(violation.frame) })
      }
      // Nothing that was too large is held for the next one's sake.
      lastFrame = undefined
    },
  }
}

/** Characters of all frames together, as `valueSize` counts them. */
const MAX_SIZE = 4 * 1024 * 1024
/** The same of one frame: who looks for what is wrong needs no more, and no report could show it. */
const MAX_FRAME = 64 * 1024
/** Characters of a frame for which there is no room. */
const MAX_SHOWN = 1000
