/** One stream of server-sent events, which a response carries for as long as it lives (specification: basic/transports). */
import type { ServerResponse } from 'node:http'

export interface EventStream {
  readonly name: string
  readonly isAttached: boolean
  /** Finished, and nothing of it is kept any more. */
  readonly isForgotten: boolean
  /** Begins with an event that says nothing but its id, so that a client can resume before the first word. */
  prime(): void
  /** Says it to the response that is attached; else to the next one. */
  say(text: string): void
  /** Nothing follows: the response ends. */
  finish(): void
  /** Carries what is kept after an event, or what nobody was told yet, and everything that follows. */
  attach(response: ServerResponse, after?: number): void
  /** Ends the response; the stream goes on without one. */
  detach(): void
  remembers(number: number): boolean
  forgetFirst(): void
}

export interface EventStreamOptions {
  readonly name: string
  readonly hasIds: boolean
  readonly retryMs: number | undefined
  /** Is told of each event, which is kept until `forgetFirst`. */
  readonly said: (stream: EventStream, size: number) => void
}

/** A client that does not read must not fill the memory. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

export function createEventStream({ name, hasIds, retryMs, said }: EventStreamOptions): EventStream {
  const events: string[] = []
  let forgotten = 0
  let told = 0
  let isOver = false
  let response: ServerResponse | undefined

  function add(lines: string): void {
    if (isOver) return
    const id = hasIds ? `id: ${name}-${forgotten + events.length + 1}\n` : ''
    const event = `${id}${lines}\n\n`
    if (response !== undefined && !hasIds) {
      // Without an id nobody can come back for it.
      send(event)
      return
    }
    events.push(event)
    if (response !== undefined) write(event)
    said(stream, event.length)
  }

  function write(event: string): void {
    told++
    send(event)
  }

  function send(event: string): void {
    response?.write(event)
    if (response !== undefined && response.writableLength > MAX_UNREAD_BYTES) response.destroy()
  }

  function leave(): void {
    const left = response
    response = undefined
    left?.end()
  }

  const stream: EventStream = {
    name,
    get isAttached() {
      return response !== undefined
    },
    get isForgotten() {
      return isOver && events.length === 0
    },
    prime: () => add(`${retryMs === undefined ? '' : `retry: ${retryMs}\n`}data: `),
    say: (text) => add(`event: message\n${dataLines(text)}`),
    finish() {
      isOver = true
      leave()
    },
    attach(to, after = told) {
      to.writeHead(200, EVENT_STREAM_HEADERS)
      to.flushHeaders()
      response = to
      told = after
      to.on('close', () => {
        if (response === to) response = undefined
      })
      for (const event of events.slice(Math.max(0, after - forgotten))) write(event)
      if (isOver) leave()
    },
    detach: leave,
    remembers: (number) => number >= forgotten && number <= forgotten + events.length,
    forgetFirst() {
      events.shift()
      forgotten++
      if (told < forgotten) told = forgotten
    },
  }
  return stream
}

const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Proxies hold events back otherwise.
  'x-accel-buffering': 'no',
}

/** Text of a fault may have line feeds, a message has none. */
function dataLines(text: string): string {
  return `data: ${text.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}`
}
