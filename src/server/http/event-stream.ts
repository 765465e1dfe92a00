/** One stream of server-sent events, which a response carries for as long as it lives (specification: basic/transports). */

import type { ServerResponse } from 'node:http'
import { primesStreams } from '../../protocol/index.js'
import type { Heartbeat } from './heartbeat.js'

export interface EventStreamOptions {
  readonly name: string
  readonly hasIds: boolean
  readonly retryMs: number | undefined
  readonly heartbeat: Heartbeat
  /** A client that leaves more than that unread is told no more. */
  readonly unreadBytes: number
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
  #advice = ''
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
    this.#add(`${this.#retry()}data: `)
  }

  /** Says how long to wait before a reconnection, which is no event. */
  advise(): void {
    const retry = this.#retry()
    if (retry !== '') this.#advice = `${retry}\n`
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
    const rest = this.#options.heartbeat.add(this)
    response.on('close', () => {
      rest()
      if (this.#response === response) this.#response = undefined
    })
    if (this.#advice !== '') response.write(this.#advice)
    for (const event of this.#events.slice(Math.max(0, after - this.#forgotten))) this.#write(event)
    if (this.#isOver) this.detach()
  }

  /** Ends the response; the stream goes on without one. */
  detach(): void {
    const left = this.#response
    this.#response = undefined
    left?.end()
  }

  /** Says nothing, as a comment. */
  beat(): void {
    const response = this.#response
    // What is on its way is sign enough.
    if (response !== undefined && response.writableLength === 0) response.write(':\n\n')
  }

  remembers(number: number): boolean {
    return number >= this.#forgotten && number <= this.#forgotten + this.#events.length
  }

  forgetFirst(): void {
    this.#events.shift()
    this.#forgotten++
    if (this.#told < this.#forgotten) this.#told = this.#forgotten
  }

  #retry(): string {
    const { retryMs } = this.#options
    return retryMs === undefined ? '' : `retry: ${retryMs}\n`
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
    if (response === undefined) return
    // A client that does not read must not fill the memory; one event of any size may be on its way.
    if (response.writableLength > this.#options.unreadBytes) response.destroy()
    else response.write(event)
  }
}

const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Proxies hold events back otherwise.
  'x-accel-buffering': 'no',
}

interface StreamBeginning {
  readonly hasIds: boolean
  /** Default: true. */
  readonly primes: boolean | undefined
  /** None before the handshake. */
  readonly revision: string | undefined
}

/** What a client of the legacy era is told first. */
export function beginStream(stream: EventStream, { hasIds, primes = true, revision }: StreamBeginning): void {
  if (hasIds && primes && revision !== undefined && primesStreams(revision)) stream.prime()
  else stream.advise()
}

/** Text of a fault may have line feeds, a message has none. */
function dataLines(text: string): string {
  return `data: ${text.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}`
}
