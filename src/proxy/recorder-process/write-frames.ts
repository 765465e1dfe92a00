/** Writes down for a recorder process what passes, into the pipe that leads there. */
import type { Writable } from 'node:stream'
import type { Clock } from '../../base/index.js'
import { type FrameKind, frameHead } from './frames.js'

export interface FrameWriter {
  /**
   * Takes a piece of what passed. Never throws. What it resolves, where it does not give undefined, says that the system has the piece:
   * what is still in this process is lost when it is killed.
   */
  write(kind: FrameKind, bytes: Uint8Array, atMs?: number): Promise<void> | undefined
  /** Holds nothing back any more. */
  release(): void
}

/** `onBehind` is told of a reader that stands still, before more waits for it than the memory holds. */
export function createFrameWriter(
  pipe: Writable,
  { clock, onBehind }: { readonly clock: Clock; readonly onBehind: (bytes: number) => void },
): FrameWriter {
  let heldBytes = 0

  function release(): void {
    if (heldBytes > 0) pipe.uncork()
    heldBytes = 0
  }

  return {
    /** What a client asks goes along with what is said next: the recorder process is woken half as often, and nothing that was answered waits. */
    write(kind, bytes, atMs = clock.monotonic()) {
      // What already waits for the system is not held back for more.
      const isHeld = heldBytes > 0 || pipe.writableLength === 0
      if (isHeld && heldBytes === 0) pipe.cork()
      pipe.write(frameHead(kind, atMs, bytes.length))
      pipe.write(bytes)
      if (isHeld) heldBytes += bytes.length
      if (kind !== 'client' || heldBytes > MAX_HELD) release()
      if (pipe.writableLength > MAX_BEHIND) onBehind(MAX_BEHIND)
      if (heldBytes > 0 || pipe.writableLength === 0 || pipe.destroyed) return undefined
      return new Promise((resolve) => pipe.write(NOTHING, () => resolve()))
    },
    release,
  }
}

const NOTHING = new Uint8Array()
/** No more than this waits for an answer. */
const MAX_HELD = 64 * 1024
/** A recorder process that stands still must not fill the memory. */
const MAX_BEHIND = 256 * 1024 * 1024
