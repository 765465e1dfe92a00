/** The only way out: lines of JSON over standard input and output, read and written without the event loop. */
import type { HostMessage } from '../bridge.js'
import {
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  bytesCopyWithin,
  bytesFill,
  bytesIndexOf,
  bytesSet,
  NativeUint8Array,
  parseJsonText,
} from './primordials.js'
import { decode, encode, exitProcess, readBytes, writeBytes } from './runtime.js'

export interface Channel {
  /** From here on every message carries this text, which the program never sees. */
  begin(secret: string): void
  /** Sends one message: the JSON text of its members, without braces and line feeds. */
  send(members: string): void
  /** Waits for the next message. When the host is gone the process ends. */
  receive(): HostMessage
  /** Bytes sent so far. */
  sent(): number
}

/** Opens the channel: once in a process. */
export function openChannel(): Channel {
  let opening = '{'
  let total = 0
  let store = new NativeUint8Array(65_536)
  // What is received and not read yet lies between these two; all the rest of the store is zero.
  let start = 0
  let filled = 0

  return {
    begin(secret) {
      opening = `{"secret":"${secret}",`
    },
    send(members) {
      const bytes = encode(`${opening}${members}}\n`)
      const count = byteLengthOf(bytes)
      total += count
      let sent = writeBytes(bytes)
      while (sent < count) sent += writeBytes(partOf(bytes, sent, count))
    },
    receive() {
      let searched = start
      let end = -1
      while (end < 0) {
        const found = bytesIndexOf(partOf(store, searched, filled), LINE_FEED)
        if (found >= 0) end = searched + found
        else {
          searched = filled
          searched -= makeRoom()
          readMore()
        }
      }
      const line = decode(partOf(store, start, end))
      bytesFill(store, 0, start, end + 1)
      start = end + 1
      if (start === filled) {
        start = 0
        filled = 0
      }
      // The host writes nothing but these messages, and the program cannot reach the host's end.
      return parseJsonText(line) as HostMessage
    },
    sent: () => total,
  }

  function readMore(): void {
    const count = readBytes(partOf(store, filled, byteLengthOf(store)))
    if (count === 0) exitProcess(0)
    else filled += count
  }

  /** Sees to it that there is room behind what was received; returns by how much that moved to the front. */
  function makeRoom(): number {
    const capacity = byteLengthOf(store)
    if (filled < capacity) return 0
    const moved = start
    if (moved > 0) {
      bytesCopyWithin(store, 0, moved, filled)
      bytesFill(store, 0, filled - moved, filled)
    } else {
      const larger = new NativeUint8Array(capacity * 2)
      bytesSet(larger, store, 0)
      bytesFill(store, 0)
      store = larger
    }
    start -= moved
    filled -= moved
    return moved
  }
}

const LINE_FEED = 0x0a

/** A view, as `subarray` gives it, without asking the array for its constructor. */
function partOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  return new NativeUint8Array(bufferOf(bytes), byteOffsetOf(bytes) + from, to - from)
}
