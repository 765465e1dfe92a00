/** What a proxy keeps of what passed: as much as a new recorder process has to hear when the first one dies, and no more. */
import type { Frame } from './frames.js'

export interface KeptFrames {
  add(frame: Frame): void
  /**
   * The recorder process has stored what the first `bytes` that it heard say. With a lesson in them (how a server introduces itself, what its
   * tools promise) they are kept all the same: what is said later cannot be understood without.
   */
  stored(bytes: number, hasLesson: boolean): void
  /** A new recorder process begins: what it has to hear first. Undefined when that was too much to be kept. */
  again(): readonly Frame[] | undefined
}

export function createKeptFrames(maxBytes: number = MAX_BYTES): KeptFrames {
  let lessons: Frame[] = []
  let unstored: Frame[] = []
  /** Of the lessons and what came behind them, as the recorder process counts that hears now. */
  let storedBytes = 0
  let isTooMuch = false

  function refuseTooMuch(): void {
    if (isTooMuch || sizeOf(lessons) + sizeOf(unstored) <= maxBytes) return
    isTooMuch = true
    lessons = []
    unstored = []
  }

  let addedBytes = 0
  return {
    add(frame) {
      if (isTooMuch) return
      unstored.push(frame)
      addedBytes += frame.bytes.length
      // Adding up all of them for each would take longer with every frame.
      if (addedBytes < maxBytes / 8) return
      addedBytes = 0
      refuseTooMuch()
    },
    stored(bytes, hasLesson) {
      const [done, left] = cutAt(unstored, bytes - storedBytes)
      if (bytes > storedBytes) storedBytes = bytes
      unstored = left
      if (hasLesson) lessons = [...lessons, ...done]
    },
    again() {
      storedBytes = sizeOf(lessons)
      return isTooMuch ? undefined : [...lessons, ...unstored]
    },
  }
}

/** So many bytes, and the rest; a frame may be cut in two. */
function cutAt(frames: readonly Frame[], bytes: number): readonly [done: Frame[], left: Frame[]] {
  const done: Frame[] = []
  let missing = bytes
  for (const [i, frame] of frames.entries()) {
    if (missing <= 0) return [done, frames.slice(i)]
    if (frame.bytes.length > missing) {
      const [head, tail] = [frame.bytes.subarray(0, missing), frame.bytes.subarray(missing)]
      return [
        [...done, { ...frame, bytes: head }],
        [{ ...frame, bytes: tail }, ...frames.slice(i + 1)],
      ]
    }
    done.push(frame)
    missing -= frame.bytes.length
  }
  return [done, []]
}

function sizeOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

const MAX_BYTES = 64 * 1024 * 1024
