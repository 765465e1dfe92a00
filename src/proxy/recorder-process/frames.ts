/** What a proxy tells its recorder process: pieces of bytes, each with who sent it and when it passed. */
import { Buffer } from 'node:buffer'

export type FrameKind = 'settings' | 'client' | 'server'

export interface Frame {
  readonly kind: FrameKind
  /** Monotonic milliseconds of the proxy. */
  readonly atMs: number
  readonly bytes: Buffer
}

/** What stands before the bytes of a frame. */
export function frameHead(kind: FrameKind, atMs: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES)
  head.writeUInt8(KINDS.indexOf(kind), 0)
  head.writeUInt32LE(length, 1)
  head.writeDoubleLE(atMs, 5)
  return head
}

/** Cuts a stream into its frames; `onFrame` may be given a frame in several, one for each piece that came. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let head = Buffer.alloc(0)
  let left = 0
  let kind: FrameKind = 'settings'
  let atMs = 0
  return (chunk) => {
    let rest = chunk
    while (rest.length > 0) {
      if (left === 0) {
        const missing = HEAD_BYTES - head.length
        head = Buffer.concat([head, rest.subarray(0, missing)])
        rest = rest.subarray(missing)
        if (head.length < HEAD_BYTES) return
        kind = KINDS[head.readUInt8(0)] ?? 'settings'
        left = head.readUInt32LE(1)
        atMs = head.readDoubleLE(5)
        head = Buffer.alloc(0)
      }
      const bytes = rest.subarray(0, left)
      left -= bytes.length
      rest = rest.subarray(bytes.length)
      if (bytes.length > 0) onFrame({ kind, atMs, bytes })
    }
  }
}

const HEAD_BYTES = 13
const KINDS: readonly FrameKind[] = ['settings', 'client', 'server']
