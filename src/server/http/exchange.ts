/** The response to one POST: JSON, or a stream of events as soon as something is said before the answer. */
import type { ServerResponse } from 'node:http'
import type { Era } from '../../protocol/index.js'
import type { ResponseSink } from '../response-sink.js'
import type { EventStream } from './event-stream.js'
import { statusOfAnswer, statusOfRefusal } from './status.js'

export interface ExchangeOptions {
  readonly response: ServerResponse
  readonly era: Era
  /** `json`: what is said before the answer goes to `aside`. `auto`: a stream when there is something to say. */
  readonly form: 'json' | 'sse' | 'auto'
  /** Headers that are known when the response begins. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Opens the stream. */
  readonly openStream: () => EventStream
  /** Whether a client can come back to the stream. */
  readonly isResumable: boolean
  readonly aside: (text: string) => void
}

export interface Exchange extends ResponseSink {
  /** Answered, or nobody is there any more. */
  readonly isOver: boolean
  /** A stream that the client may come back to: that it is gone says nothing. */
  readonly canWait: boolean
  refuse(text: string, code: number): void
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { response, era, form, headers, openStream, isResumable, aside } = options
  let stream: EventStream | undefined
  let isOver = false

  function begin(): EventStream {
    if (stream !== undefined) return stream
    stream = openStream()
    for (const [name, value] of Object.entries(headers())) response.setHeader(name, value)
    if (!response.destroyed) stream.attach(response)
    return stream
  }

  function write(status: number, text: string, own = form): void {
    if (isOver) return
    isOver = true
    if (stream !== undefined || (own === 'sse' && status === 200)) {
      const open = begin()
      open.say(text)
      open.finish()
      return
    }
    if (response.headersSent || response.destroyed) return
    response.writeHead(status, { ...headers(), 'content-type': 'application/json' })
    response.end(text)
  }

  // A client can come back to a stream once it has begun. In the modern era the answer decides about the status first.
  if (form === 'sse' && era === 'legacy') queueMicrotask(() => isOver || begin())
  return {
    get isOver() {
      return isOver
    },
    get canWait() {
      return stream !== undefined && isResumable
    },
    say(text) {
      if (isOver) return
      if (form === 'json' && stream === undefined) aside(text)
      else begin().say(text)
    },
    answer: (text, code, own) => write(statusOfAnswer(era, code), text, own),
    refuse: (text, code) => write(statusOfRefusal(era, code), text),
    drop() {
      if (isOver) return
      isOver = true
      begin().finish()
    },
    hangUp() {
      if (isOver) return
      if (isResumable) begin().detach()
      else {
        isOver = true
        if (stream === undefined) response.destroy()
        else stream.finish()
      }
    },
  }
}
