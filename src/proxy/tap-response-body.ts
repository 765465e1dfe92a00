/** What a response says: one message, or a stream of them. */
import type { MessageStream } from '../recording/index.js'
import { createEventStreamDecoder, type StreamEvent } from '../transport/index.js'
import { MAX_MESSAGE_BYTES, readMessage } from './read-message.js'
import { createBodyCopy } from './tap-body.js'

/** The body of a response as it passes. */
export interface TappedBody {
  isTooLong(): boolean
  chunk(chunk: Uint8Array): void
  end(): void
  /** Of the last event that had one: who lost the stream may read on after it. */
  lastId(): string | undefined
}

export function jsonBody(messageStream: MessageStream): TappedBody {
  const copy = createBodyCopy(MAX_MESSAGE_BYTES)
  return {
    isTooLong: () => copy.read() === undefined,
    chunk: (chunk) => copy.push(chunk),
    end() {
      const text = copy.read()?.toString('utf8') ?? ''
      const message = readMessage(text)
      if (message !== undefined) messageStream.fromServer(message, text)
    },
    lastId: () => undefined,
  }
}

/** `resumable` is absent where nobody can come back to what is said. */
export function streamBody(
  messageStream: MessageStream,
  {
    isResuming,
    resumable,
  }: { readonly isResuming: boolean; readonly resumable?: Map<string, MessageStream> },
): TappedBody {
  let lastId: string | undefined
  let isTooLong = false
  const decoder = createEventStreamDecoder({ maxBytes: MAX_MESSAGE_BYTES, onEvent: hear })

  function hear({ type, data, id, retryMs }: StreamEvent): void {
    if (id !== undefined && resumable !== undefined) remember(id, data.text === '')
    if (retryMs !== undefined) messageStream.learn({ retryMs })
    const message = type === 'message' && data.isUtf8 ? readMessage(data.text) : undefined
    if (message !== undefined) messageStream.fromServer(message, data.text)
  }

  function remember(id: string, isEmpty: boolean): void {
    if (lastId === undefined)
      messageStream.learn({ eventIds: true, ...(isResuming ? {} : { primes: isEmpty }) })
    else resumable?.delete(lastId)
    lastId = id
    resumable?.set(id, messageStream)
    const [oldest] = resumable?.keys() ?? []
    if ((resumable?.size ?? 0) > MAX_RESUMABLE && oldest !== undefined) resumable?.delete(oldest)
  }

  return {
    isTooLong: () => isTooLong,
    chunk(chunk) {
      if (!decoder.push(chunk)) isTooLong = true
    },
    end: () => void decoder.end(),
    lastId: () => lastId,
  }
}

const MAX_RESUMABLE = 1000
