/** Reads along on a wire: what passes as bytes is told as messages. */
import { createLineDecoder } from '../protocol/index.js'
import type { MessageStream } from '../recording/index.js'
import { MAX_MESSAGE_BYTES, readMessage } from './read-message.js'

export interface WireTap {
  fromClient(chunk: Uint8Array): Caught
  fromServer(chunk: Uint8Array): Caught
}

/** A tap that is behind gives a promise of when it has caught up. */
type Caught = Promise<void> | undefined

/** Creates a tap that tells `messageStream` of every line that is a message. `onSkipped` is told of lines that are too long for it. */
export function createWireTap(messageStream: MessageStream, onSkipped: () => void): WireTap {
  const client = decoder((message, text) => messageStream.fromClient(message, text), onSkipped)
  const server = decoder((message, text) => messageStream.fromServer(message, text), onSkipped)
  return { fromClient: client, fromServer: server }
}

function decoder(tell: MessageStream['fromClient'], onSkipped: () => void): (chunk: Uint8Array) => Caught {
  const lines = createLineDecoder({
    maxBytes: MAX_MESSAGE_BYTES,
    onTooLong: onSkipped,
    onLine({ text, isUtf8 }) {
      const message = isUtf8 ? readMessage(text) : undefined
      if (message !== undefined) tell(message, text)
    },
  })
  return (chunk) => {
    lines.push(chunk)
    return undefined
  }
}
