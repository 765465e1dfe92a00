/** Writes lines to a stream, those of one turn of the event loop at once. */
import type { Writable } from 'node:stream'
import { type Clock, systemClock, waitFor } from '../base/index.js'

export interface LineWriter {
  /** Never throws; what comes after the end is dropped. */
  write(line: string): void
  /** Writes what is left and ends the stream; resolves when it has been handed over, or the stream is broken. */
  end(): Promise<void>
}

export interface LineWriterOptions {
  readonly full: () => void
  readonly drained: () => void
  readonly clock?: Clock
}

/** `full` is told when the reader is too slow for what is said, `drained` when it has caught up. */
export function createLineWriter(
  output: Writable,
  { full, drained, clock = systemClock }: LineWriterOptions,
): LineWriter {
  let lines: string[] = []
  let isEnded = false
  let isFull = false

  function flush(): void {
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    if (output.writableEnded || output.destroyed) return
    output.write(text)
    if (isFull || output.writableLength < MAX_UNREAD_BYTES) return
    isFull = true
    full()
    output.once('drain', () => {
      isFull = false
      drained()
    })
  }

  return {
    write(line) {
      if (isEnded) return
      // After the promises that are settled already: their lines go out in one piece.
      if (lines.push(`${line}\n`) === 1) process.nextTick(flush)
    },
    end() {
      isEnded = true
      flush()
      const ended = new Promise<void>((resolve) => {
        if (output.destroyed || output.writableFinished) return resolve()
        output.once('close', resolve)
        output.end(resolve)
      })
      return waitFor(ended, {
        timeoutMs: END_MS,
        onTimeout: () => new Error('The output is not read'),
        clock,
      }).catch(() => void output.destroy())
    },
  }
}

/** How long a reader that does not read is waited for. */
const END_MS = 2000

/** A client may send a good deal before it reads; one that never reads must not fill the memory. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024
