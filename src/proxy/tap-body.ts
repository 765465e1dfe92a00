/** Reads along in a body: copies of its chunks, decompressed where they are compressed. */
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export interface BodyTap {
  push(chunk: Uint8Array): void
  /** The body is over; `onEnd` is called once all of it has been read. */
  end(): void
}

/** `onChunk` is told every chunk as the server meant it. A body in an unknown or broken encoding is not read. */
export function createBodyTap(
  encoding: string | undefined,
  onChunk: (chunk: Uint8Array) => void,
  onEnd: () => void,
): BodyTap {
  if (encoding === undefined || encoding === 'identity') return { push: onChunk, end: onEnd }
  const create = DECODERS[encoding.trim().toLowerCase()]
  if (create === undefined) return { push: () => undefined, end: onEnd }
  const decoder = create()
  let isOver = false
  const finish = (): void => {
    if (!isOver) onEnd()
    isOver = true
  }
  decoder.on('data', onChunk).on('end', finish).on('error', finish)
  return { push: (chunk) => void decoder.write(chunk), end: () => void decoder.end() }
}

const DECODERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Keeps a body up to a limit; undefined when it was longer. */
export function createBodyCopy(maxBytes: number): {
  push(chunk: Uint8Array): void
  read(): Buffer | undefined
} {
  const chunks: Uint8Array[] = []
  let bytes = 0
  return {
    push(chunk) {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
    },
    read: () => (bytes > maxBytes ? undefined : Buffer.concat(chunks)),
  }
}
