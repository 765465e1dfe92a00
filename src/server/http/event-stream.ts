/** One stream of server-sent events, which a response carries for as long as it lives (specification: basic/transports). */
import type { ServerResponse } from 'node:http'

export interface EventStreamOptions {
  readonly name: string
  readonly hasIds: boolean
  readonly retryMs: number | undefined
  /** Is told of each event, which is kept until `forgetFirst`. */
  readonly said: (stream: EventStream, size: number) => void
}

/** A class, for there is one a request, and many are kept for a while. */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #events: string[] = []
  #forgotten = 0
  #told = 0
  #isOver = false
  #response: ServerResponse | undefined

  constructor(options: EventStreamOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.name
  }

  get isAttached(): boolean {
    return this.#response !== undefined
  }

  /** Finished, and nothing of it is kept any more. */
  get isForgotten(): boolean {
    return this.#isOver && this.#events.length === 0
  }

  /** Begins with an event that says nothing but its id, so that a client can resume before the first word. */
  prime(): void {
    const { retryMs } = this.#options
    this.#add(`${retryMs === undefined ? '' : `retry: ${retryMs}\n`}data: `)
  }

  /** Says it to the response that is attached; else to the next one. */
  say(text: string): void {
    this.#add(`event: message\n${dataLines(text)}`)
  }

  /** Nothing follows: the response ends. */
  finish(): void {
    this.#isOver = true
    this.detach()
  }

  /** Carries what is kept after an event, or what nobody was told yet, and everything that follows. */
  attach(response: ServerResponse, after = this.#told): void {
    response.writeHead(200, EVENT_STREAM_HEADERS)
    response.flushHeaders()
    this.#response = response
    this.#told = after
    response.on('close', () => {
      if (this.#response === response) this.#response = undefined
    })
    for (const event of this.#events.slice(Math.max(0, after - this.#forgotten))) this.#write(event)
    if (this.#isOver) this.detach()
  }

  /** Ends the response; the stream goes on without one. */
  detach(): void {
    const left = this.#response
    this.#response = undefined
    left?.end()
  }

  remembers(number: number): boolean {
    return number >= this.#forgotten && number <= this.#forgotten + this.#events.length
  }

  forgetFirst(): void {
    this.#events.shift()
    this.#forgotten++
    if (this.#told < this.#forgotten) this.#told = this.#forgotten
  }

  #add(lines: string): void {
    if (this.#isOver) return
    const { name, hasIds, said } = this.#options
    const id = hasIds ? `id: ${name}-${this.#forgotten + this.#events.length + 1}\n` : ''
    const event = `${id}${lines}\n\n`
    if (this.#response !== undefined && !hasIds) {
      // Without an id nobody can come back for it.
      this.#send(event)
      return
    }
    this.#events.push(event)
    if (this.#response !== undefined) this.#write(event)
    said(this, event.length)
  }

  #write(event: string): void {
    this.#told++
    this.#send(event)
  }

  #send(event: string): void {
    const response = this.#response
    response?.write(event)
    if (response !== undefined && response.writableLength > MAX_UNREAD_BYTES) response.destroy()
  }
}

/** A client that does not read must not fill the memory. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

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
