/** The only way out: lines of JSON over standard input and output, read and written without the event loop. */
import type { HostMessage } from '../bridge.js'
import { parseJsonText, textIndexOf, textSlice, uncurryThis } from './primordials.js'
import { exitProcess, readBytes, writeBytes } from './runtime.js'

export interface Channel {
  /** Sends one message, given as JSON text without line feeds. */
  send(json: string): void
  /** Waits for the next message. When the host is gone the process ends. */
  receive(): HostMessage
  /** Bytes sent so far. */
  sent(): number
}

/** Opens the channel: once in a process. */
export function openChannel(): Channel {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const encode = uncurryThis(TextEncoder.prototype.encode)
  const decode = uncurryThis<InstanceType<typeof TextDecoder>, [Uint8Array, { stream: boolean }], string>(
    TextDecoder.prototype.decode,
  )
  const part = uncurryThis(Uint8Array.prototype.subarray)
  const buffer = new Uint8Array(65_536)
  let received = ''
  let total = 0

  return {
    send(json) {
      const bytes = encode(encoder, `${json}\n`)
      total += bytes.length
      for (let sent = 0; sent < bytes.length; ) sent += writeBytes(part(bytes, sent))
    },
    receive() {
      let end = textIndexOf(received, '\n')
      while (end < 0) {
        const count = readBytes(buffer)
        if (count === null) return exitProcess(0)
        const text = decode(decoder, part(buffer, 0, count), { stream: true })
        const found = textIndexOf(text, '\n')
        if (found >= 0) end = received.length + found
        received += text
      }
      const line = textSlice(received, 0, end)
      received = textSlice(received, end + 1)
      // The host writes nothing but these messages, and the program cannot reach the host's end.
      return parseJsonText(line) as HostMessage
    },
    sent: () => total,
  }
}
