/** Numbers that look like chance and are the same for the same start. */
import { imul } from './primordials.js'

export interface Stream {
  /** A number in [0, 1) with 53 random bits, as `Math.random` gives. */
  next(): number
  /** A byte. */
  byte(): number
}

/** The four numbers of 32 bits that a stream starts from. */
export type StreamStart = readonly [number, number, number, number]

/** Creates a stream (algorithm: sfc32). `lane` sets streams of one start apart. */
export function createStream(start: StreamStart, lane: number): Stream {
  let a = start[0] | 0
  let b = start[1] | 0
  let c = start[2] | 0
  let counter = (start[3] | 0) ^ imul(lane + 1, 0x9e3779b1)
  for (let i = 0; i < ROUNDS_BEFORE_USE; i++) word()
  return {
    next: () => ((word() >>> 5) * 67_108_864 + (word() >>> 6)) / 9_007_199_254_740_992,
    byte: () => word() >>> 24,
  }

  function word(): number {
    const mixed = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + mixed) | 0
    return mixed
  }
}

const ROUNDS_BEFORE_USE = 12
