/** Cuts a stream of bytes into lines of text (specification: transports, stdio). */
import { Buffer, isUtf8 } from 'node:buffer'

export interface DecodedLine {
  readonly text: string
  /** False when the bytes were not UTF-8; broken ones then stand in `text` as U+FFFD. */
  readonly isUtf8: boolean
  /** False for what stood after the last line feed when the stream ended. */
  readonly isFinished: boolean
}

export interface LineDecoder {
  /** Takes the next bytes. False once a line has exceeded the limit: nothing more is decoded. */
  push(chunk: Uint8Array): boolean
  /** Tells the stream's end: what stands after the last line feed is the last line. */
  end(): void
}

/**
 * Creates a decoder that hands every line, without its LF or CRLF, to `onLine`.
 * Characters may be torn across chunks. Holds at most `maxBytes` of a line.
 */
export function createLineDecoder(options: {
  readonly maxBytes: number
  readonly onLine: (line: DecodedLine) => void
  /** Where it is given, a line beyond the limit is left out and told here, and decoding goes on behind it. */
  readonly onTooLong?: () => void
}): LineDecoder {
  const { maxBytes, onLine, onTooLong } = options
  const begun = createBegunLine()
  let isOverflowing = false
  let isSkipping = false

  function overflow(): void {
    if (onTooLong === undefined) {
      isOverflowing = true
      return
    }
    begun.drop()
    isSkipping = true
    onTooLong()
  }

  return {
    push(bytes) {
      const chunk = Buffer.isBuffer(bytes)
        ? bytes
        : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      let start = 0
      while (!isOverflowing) {
        const end = chunk.indexOf(LINE_FEED, start)
        const rest = chunk.subarray(start, end === -1 ? chunk.length : end)
        if (!isSkipping && begun.size + rest.length > maxBytes) overflow()
        if (isOverflowing) break
        if (end === -1) {
          if (!isSkipping) begun.hold(rest)
          break
        }
        if (!isSkipping) onLine(decode(begun.take(rest), true))
        isSkipping = false
        start = end + 1
      }
      return !isOverflowing
    },
    end() {
      if (begun.size > 0 && !isOverflowing) onLine(decode(begun.take(Buffer.alloc(0)), false))
    },
  }
}

/** The bytes of a line whose end has not come. Grows by doubling: a peer that sends one byte at a time must not cost a buffer a byte. */
function createBegunLine() {
  let held = Buffer.alloc(0)
  let size = 0
  function hold(bytes: Buffer): void {
    if (size + bytes.length > held.length) {
      const larger = Buffer.alloc(Math.max(held.length * 2, size + bytes.length))
      held.copy(larger, 0, 0, size)
      held = larger
    }
    bytes.copy(held, size)
    size += bytes.length
  }
  function drop(): void {
    held = Buffer.alloc(0)
    size = 0
  }
  return {
    get size() {
      return size
    },
    hold,
    drop,
    /** The whole line, of which `rest` is the end. */
    take(rest: Buffer): Buffer {
      if (size === 0) return rest
      hold(rest)
      const line = held.subarray(0, size)
      drop()
      return line
    },
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

function decode(line: Buffer, isFinished: boolean): DecodedLine {
  const hasReturn = isFinished && line[line.length - 1] === CARRIAGE_RETURN
  const text = line.toString('utf8', 0, hasReturn ? line.length - 1 : line.length)
  // What is no UTF-8 was turned into replacement characters: only text that has one needs a second look.
  return { text, isUtf8: !text.includes('\ufffd') || isUtf8(line), isFinished }
}
