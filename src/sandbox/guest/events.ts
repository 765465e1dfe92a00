/**
 * What is still to happen, in order.
 * In virtual time nothing waits: when the program is idle, the clock jumps to the next event. A reply arrives when its call was made
 * plus what the call takes; so the order of events, and with it the run, is the same however fast the host is.
 * In real time an event happens when its time has come, and a reply when it comes.
 */
import type { WorldMessage } from '../bridge.js'
import { floor, mapClear, mapDelete, mapForEach, mapSet, NativeMap } from './primordials.js'
import { realMonotonic, realNow } from './runtime.js'
import type { Stream } from './stream.js'

export interface Events {
  /** Sets the clock for the program that is about to start; `jitter` says how long virtual steps take. */
  begin(world: WorldMessage, jitter: Stream): void
  /** True when time passes by itself. */
  isReal(): boolean
  /** Milliseconds since the epoch, whole ones. */
  now(): number
  /** Milliseconds since the epoch when the program started. */
  startedAt(): number
  /** Milliseconds since the program started. */
  elapsed(): number
  /** The program looks at a clock: that takes a few microseconds, in virtual time too. A loop that waits for the clock ends. */
  look(): void
  /** A turn of the event loop takes as long, in virtual time: a loop of turns that waits for a timer ends. */
  turn(): void
  /** Whether the program has looked at a clock since it started. */
  hasLooked(): boolean
  /** Virtual time passes without events: the program blocks. */
  pass(ms: number): void
  /** A place in the order, for an event whose time is not known yet. */
  reserve(): number
  schedule(event: ScheduledEvent): void
  cancel(order: number): void
  /** Takes the next event, earliest first, and sets the clock to it; undefined when nothing is to happen, in real time: is due. */
  next(): ScheduledEvent | undefined
  /** True when an event's time is over. */
  isOverdue(): boolean
  /** Milliseconds until the next event; undefined when nothing is to happen. */
  untilNext(): number | undefined
  /** True when something is to happen that the program must wait for before it is over. */
  holds(): boolean
}

export interface ScheduledEvent {
  /** Milliseconds since the program started. */
  readonly atMs: number
  /** Decides between events of the same time; from `reserve`. */
  readonly order: number
  /** False for what does not keep the program going: intervals and timers that were told so. */
  holds(): boolean
  happen(): void
}

export class WorldEvents implements Events {
  readonly #events = new NativeMap<number, ScheduledEvent>()
  #isReal = false
  #startMs = 0
  #startedAt = 0
  #virtualElapsed = 0
  #jitter: Stream | undefined
  #order = 0
  #looked = false

  begin(world: WorldMessage, jitter: Stream): void {
    mapClear(this.#events)
    this.#virtualElapsed = 0
    this.#looked = false
    this.#isReal = world.kind === 'real'
    this.#jitter = jitter
    this.#startedAt = realMonotonic()
    this.#startMs = world.kind === 'real' ? realNow() : world.now_ms
  }

  isReal(): boolean {
    return this.#isReal
  }

  now(): number {
    return this.#isReal ? realNow() : floor(this.#startMs + this.#virtualElapsed)
  }

  startedAt(): number {
    return this.#startMs
  }

  elapsed(): number {
    return this.#isReal ? realMonotonic() - this.#startedAt : this.#virtualElapsed
  }

  look(): void {
    this.#looked = true
    this.turn()
  }

  turn(): void {
    // Whole nanoseconds, as the engine counts.
    if (!this.#isReal && this.#jitter !== undefined)
      this.pass((SHORTEST_TURN_NS + floor(this.#jitter.next() * TURN_SPREAD_NS)) / 1e6)
  }

  hasLooked(): boolean {
    return this.#looked
  }

  pass(ms: number): void {
    this.#virtualElapsed += ms
  }

  reserve(): number {
    return ++this.#order
  }

  schedule(event: ScheduledEvent): void {
    mapSet(this.#events, event.order, event)
  }

  cancel(order: number): void {
    mapDelete(this.#events, order)
  }

  next(): ScheduledEvent | undefined {
    const found = this.#earliest()
    if (found === undefined || (this.#isReal && found.atMs > this.elapsed())) return undefined
    mapDelete(this.#events, found.order)
    if (found.atMs > this.#virtualElapsed) this.#virtualElapsed = found.atMs
    return found
  }

  isOverdue(): boolean {
    const found = this.#earliest()
    return found !== undefined && found.atMs < this.elapsed()
  }

  untilNext(): number | undefined {
    const found = this.#earliest()
    if (found === undefined) return undefined
    const ms = found.atMs - this.elapsed()
    return ms > 0 ? ms : 0
  }

  holds(): boolean {
    let held = false
    mapForEach(this.#events, (event) => {
      held ||= event.holds()
    })
    return held
  }

  #earliest(): ScheduledEvent | undefined {
    let found: ScheduledEvent | undefined
    mapForEach(this.#events, (event) => {
      if (found === undefined || comesBefore(event, found)) found = event
    })
    return found
  }
}

const SHORTEST_TURN_NS = 400
const TURN_SPREAD_NS = 40_000

function comesBefore(a: ScheduledEvent, b: ScheduledEvent): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}
