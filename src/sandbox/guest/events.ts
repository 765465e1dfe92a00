/**
 * Virtual time: what is still to happen, in order. Nothing waits: when the program is idle, the clock jumps to the next event.
 * A reply arrives when its call was made plus what the call takes; so the order of events, and with it the run, is the same
 * however fast the host is.
 */
import { floor, mapDelete, mapForEach, mapSet, NativeMap } from './primordials.js'

export interface Events {
  /** Sets the clock for the program that is about to start: milliseconds since the epoch. */
  begin(nowMs: number): void
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since the program started. */
  elapsed(): number
  /** A place in the order, for an event whose time is not known yet. */
  reserve(): number
  schedule(event: ScheduledEvent): void
  cancel(order: number): void
  /** Takes the next event, earliest first, and sets the clock to it; undefined when nothing is to happen. */
  next(): ScheduledEvent | undefined
  /** True when something is to happen that the program must wait for before it is over. */
  holds(): boolean
}

export interface ScheduledEvent {
  /** Virtual milliseconds since the program started. */
  readonly atMs: number
  /** Decides between events of the same time; from `reserve`. */
  readonly order: number
  /** False for what does not keep the program going: intervals and timers that were told so. */
  holds(): boolean
  happen(): void
}

export function createEvents(): Events {
  const events = new NativeMap<number, ScheduledEvent>()
  let startMs = 0
  let elapsed = 0
  let order = 0
  return {
    begin(nowMs) {
      startMs = nowMs
    },
    now: () => floor(startMs + elapsed),
    elapsed: () => elapsed,
    reserve: () => ++order,
    schedule: (event) => void mapSet(events, event.order, event),
    cancel: (cancelled) => void mapDelete(events, cancelled),
    next() {
      const found = earliest()
      if (found === undefined) return undefined
      mapDelete(events, found.order)
      if (found.atMs > elapsed) elapsed = found.atMs
      return found
    },
    holds() {
      let held = false
      mapForEach(events, (event) => {
        held ||= event.holds()
      })
      return held
    },
  }

  function earliest(): ScheduledEvent | undefined {
    let found: ScheduledEvent | undefined
    mapForEach(events, (event) => {
      if (found === undefined || comesBefore(event, found)) found = event
    })
    return found
  }
}

function comesBefore(a: ScheduledEvent, b: ScheduledEvent): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}
