/** Tells the events of a stream as they pass. */
import { createPortioning } from '../read-in-turns.js'
import { createEventStreamDecoder, type StreamEvent } from './event-stream.js'
import { deliverBody, EVENT, type Listener } from './hear-reply.js'
import { tooLarge } from './http-failure.js'
import type { Post } from './post.js'
import type { Reconnection } from './reconnection.js'

export interface StreamTap {
  readonly peer: string
  readonly maxBytes: number
  readonly to: Listener
  /** The POST that the stream answers; none for the stream on which the server speaks unasked. */
  readonly post: Post | undefined
  /** Where the stream was asked to go on. */
  readonly resumedFrom: string | undefined
  /** Learns what came on the stream. */
  readonly reconnection: Reconnection
  /** Is told the id of every event that has one: where reading goes on when the stream breaks. */
  readonly onId: (id: string) => void
}

/**
 * The same response for the SDK, whose events are told when it comes to them. An event beyond the limit breaks the stream. Of events it
 * has what it needs to go on after a break: it would build every message anew, however deep.
 */
export function tapStream(response: Response, tap: StreamTap): Response {
  const { peer, maxBytes, to, post, resumedFrom, reconnection, onId } = tap

  function hear({ type, data, id, retryMs }: StreamEvent): void {
    reconnection.heard({ isMessage: type === 'message' && data.text !== '', id, retryMs })
    if (id !== undefined) onId(id)
    if (id !== undefined || retryMs !== undefined) ids += resumption(id, retryMs)
    if (type === 'message') deliverBody(data, { to, maxBytes, place: EVENT }, post)
    else to.noise({ line: data.text, place: EVENT, reason: `its type is ${JSON.stringify(type)}` })
  }

  /** The standard wants such lines to be ignored; a message among them was meant to be heard. */
  function hearStray(line: string): void {
    if (post !== undefined) post.stray ??= line
    to.noise({ line, place: 'a line of a stream of events', reason: 'it belongs to no event' })
  }

  const decoder = createEventStreamDecoder({ maxBytes, onEvent: hear, onStray: hearStray })

  let isWithin = true
  const pushInTurns = createPortioning((portion) => {
    isWithin = decoder.push(portion)
    return isWithin
  })

  let ids = ''
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      // The last id holds until another one comes (WHATWG HTML); the SDK forgets it with the stream, and would begin anew.
      if (resumedFrom !== undefined)
        controller.enqueue(new TextEncoder().encode(`id: ${resumedFrom}\ndata:\n\n`))
    },
    async transform(chunk, controller) {
      await pushInTurns(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      if (ids !== '') controller.enqueue(new TextEncoder().encode(ids))
      ids = ''
      if (isWithin) return
      const failure = tooLarge(peer, maxBytes)
      if (post === undefined)
        to.noise({
          ...{ line: '', place: EVENT, isBeyondUs: true },
          reason: `it is longer than the limit of ${maxBytes} bytes`,
        })
      else {
        post.failure ??= failure
        post.end()
      }
      throw failure
    },
    flush() {
      const { text } = decoder.end()
      if (text !== '')
        to.noise({ line: text, place: EVENT, reason: 'the stream ended before the blank line after it' })
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body?.pipeThrough(passing) ?? null, { status, statusText, headers })
}

function resumption(id: string | undefined, retryMs: number | undefined): string {
  return `${id === undefined ? '' : `id: ${id}\n`}${retryMs === undefined ? '' : `retry: ${retryMs}\n`}data:\n\n`
}
