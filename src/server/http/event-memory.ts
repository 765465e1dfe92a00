/** The streams of one session, and of what was said on them enough that a client can read on (specification: 2025-11-25, resumability). */
import { EventStream } from './event-stream.js'
import type { Heartbeat } from './heartbeat.js'

export interface EventMemory {
  /** A new stream, whose events are kept for a while. */
  open(): EventStream
  /** The stream of an event and the number of the event in it; undefined when it is not remembered. */
  find(eventId: string): { readonly stream: EventStream; readonly after: number } | undefined
  close(): void
}

export interface EventMemoryOptions {
  readonly hasIds: boolean
  readonly retryMs: number | undefined
  readonly streams: StreamSurroundings
}

/** What all streams of one server share. */
export interface StreamSurroundings {
  readonly heartbeat: Heartbeat
  /** See `HttpLimits`. */
  readonly unreadBytes: number
}

/** Enough for who was away for a moment, and little enough for hundreds of sessions that never end. */
const MAX_EVENTS = 100
const MAX_CHARACTERS = 256 * 1024

export function createEventMemory({ hasIds, retryMs, streams: shared }: EventMemoryOptions): EventMemory {
  const streams = new Map<string, EventStream>()
  const kept: { readonly stream: EventStream; readonly size: number }[] = []
  let characters = 0
  let opened = 0

  /** What was said first is forgotten first, on whichever stream. */
  function keep(stream: EventStream, size: number): void {
    kept.push({ stream, size })
    characters += size
    // What was said last is kept in any case: it may be the answer that somebody comes back for.
    while (kept.length > MAX_EVENTS || (characters > MAX_CHARACTERS && kept.length > 1)) {
      const oldest = kept.shift()
      if (oldest === undefined) break
      characters -= oldest.size
      oldest.stream.forgetFirst()
      if (oldest.stream.isForgotten) streams.delete(oldest.stream.name)
    }
  }

  return {
    open() {
      const name = String(++opened)
      const stream = new EventStream({ ...shared, name, hasIds, retryMs, said: keep })
      streams.set(name, stream)
      return stream
    },
    find(eventId) {
      const [, name = '', number] = /^(\d+)-(\d+)$/.exec(eventId) ?? []
      const stream = streams.get(name)
      const after = Number(number)
      return stream?.remembers(after) ? { stream, after } : undefined
    },
    close() {
      for (const stream of streams.values()) stream.finish()
      streams.clear()
      kept.length = 0
    },
  }
}
