/** Drives the program from event to event until it is over. */
import type { Calls } from './calls.js'
import type { Channel } from './channel.js'
import type { Events, ScheduledEvent } from './events.js'
import type { Limits } from './limits.js'
import { NativeError, settle } from './primordials.js'
import { writeProgramError } from './program-error.js'
import type { RealWork } from './real-work.js'
import { writeResult } from './result.js'
import { afterRealMs, engineIsWorking, nextTurn } from './runtime.js'
import type { Stacks } from './stack.js'
import type { WrittenValue } from './value-writer.js'

/** What the program is driven with. */
export interface Stage {
  readonly channel: Channel
  readonly limits: Limits
  readonly events: Events
  readonly stacks: Stacks
  readonly calls: Calls
  readonly realWork: RealWork
  /** Once the end is told: waits for what the host wants next. */
  onOver(): void
  /** Right before the end is told. */
  beforeEnd(): void
}

export interface Drive {
  /** Starts the program: a function that gives the promise of its result. */
  start(run: () => Promise<unknown>): void
  /** Ends it, at the next turn, with what was thrown outside its own promise; the first one counts. */
  fail(thrown: unknown): void
  /** Ends it at once: for what the engine reports, after which it may have no next turn. */
  stop(thrown: unknown): void
}

/**
 * A program is over when its body has returned and no call and no timer is outstanding, or at the first error nobody caught.
 * Between two events the engine gets a turn: microtasks run dry, real work settles, and unhandled rejections become known.
 */
export class ProgramDrive implements Drive {
  readonly #stage: Stage
  #returned: WrittenValue | undefined
  #failure: { readonly thrown: unknown } | undefined
  #idleTurns = 0
  #lookedAtMs = 0
  #runs = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  start(run: () => Promise<unknown>): void {
    this.#returned = undefined
    this.#failure = undefined
    this.#idleTurns = 0
    this.#lookedAtMs = 0
    const current = ++this.#runs
    this.#again()
    try {
      settle(
        run(),
        (value) => current === this.#runs && this.#complete(value),
        (thrown) => current === this.#runs && this.fail(thrown),
      )
    } catch (thrown) {
      this.fail(thrown)
    }
  }

  fail(thrown: unknown): void {
    this.#failure ??= { thrown }
  }

  stop(thrown: unknown): void {
    this.fail(thrown)
    this.#step()
  }

  /** The next turn of this run: one that a run before has asked for is none of it. */
  #again(): void {
    nextTurn(this.#ofThisRun())
  }

  #againAfter(ms: number): void {
    afterRealMs(this.#ofThisRun(), ms)
  }

  #ofThisRun(): () => void {
    const current = this.#runs
    return () => void (current === this.#runs && this.#step())
  }

  #complete(value: unknown): void {
    try {
      this.#returned = writeResult(value, this.#stage.limits)
      this.#stage.calls.bodyReturned()
    } catch (thrown) {
      this.fail(thrown)
    }
  }

  #step(): void {
    const { events, calls, realWork } = this.#stage
    if (!events.isReal()) calls.receiveReplies()
    if (this.#failure !== undefined) this.#finishFailed(this.#failure.thrown)
    else if (this.#isWorking()) this.#againAfter(1)
    else if (realWork.deliverNext()) this.#again()
    else if (this.#returned !== undefined && this.#isOver()) this.#finish(this.#returned)
    else this.#makeHappen(events.next())
  }

  /**
   * In virtual time nothing happens before the engine is done, or a timer would come too early by chance. In real time both go on side
   * by side, and only the end waits.
   */
  #isWorking(): boolean {
    return (!this.#stage.events.isReal() || this.#isOver()) && engineIsWorking()
  }

  #isOver(): boolean {
    const { events, calls } = this.#stage
    return this.#returned !== undefined && !events.holds() && !calls.areUnderWay()
  }

  #makeHappen(event: ScheduledEvent | undefined): void {
    if (event === undefined) this.#wait()
    else {
      this.#idleTurns = 0
      event.happen()
      if (this.#stage.events.isReal()) this.#lookForReply()
      this.#again()
    }
  }

  /** Where something is always due, as in a loop of immediates, the program would never wait, and hear of no reply. */
  #lookForReply(): void {
    const { events, calls } = this.#stage
    const nowMs = events.elapsed()
    if (!calls.areUnderWay() || nowMs - this.#lookedAtMs < LOOK_EVERY_MS) return
    this.#lookedAtMs = nowMs
    calls.receiveNextReply(0)
  }

  /** Nothing is due. */
  #wait(): void {
    const { events, calls } = this.#stage
    const untilNext = events.untilNext()
    if (calls.areUnderWay()) this.#waitForReply(untilNext)
    else if (untilNext !== undefined) this.#againAfter(napMs(untilNext))
    else this.#waitOrGiveUp()
  }

  #waitForReply(untilNext: number | undefined): void {
    if (this.#idleTurns++ < TURNS_BEFORE_SLEEP) this.#again()
    else if (engineIsWorking()) this.#againAfter(1)
    else {
      this.#idleTurns = 0
      this.#stage.calls.receiveNextReply(untilNext)
      this.#again()
    }
  }

  /** Nothing is scheduled, yet the body has not returned: what the engine still does may settle it, and nothing else. */
  #waitOrGiveUp(): void {
    if (engineIsWorking()) this.#againAfter(1)
    else {
      if (this.#idleTurns++ >= IDLE_TURNS) this.fail(new NativeError(STUCK))
      this.#again()
    }
  }

  #finish(result: WrittenValue): void {
    const { calls, channel } = this.#stage
    this.#stage.beforeEnd()
    channel.send(
      `"type":"execution_complete","success":true,"result":${result.json},"unknown_at":${result.unknownAt},"left_open":${calls.leftOpen()}`,
    )
    this.#stage.onOver()
  }

  #finishFailed(thrown: unknown): void {
    const { stacks, limits, channel } = this.#stage
    const error = writeProgramError(thrown, stacks, limits)
    this.#stage.beforeEnd()
    channel.send(`"type":"execution_complete","success":false,"error":${error}`)
    this.#stage.onOver()
  }
}

/** The thread sleeps in a nap, and what the engine does beside it is heard of only then. */
function napMs(untilNext: number): number {
  const longest = engineIsWorking() ? 1 : LONGEST_NAP_MS
  return untilNext < longest ? untilNext : longest
}

const STUCK = 'The program waits for something that never happens: no call, timer or other work is under way'
const IDLE_TURNS = 3
const LONGEST_NAP_MS = 25
/** To look is a way to the host and back. */
const LOOK_EVERY_MS = 5
/** Sleeping in a read stops the engine's own work as well: what is all but done gets its turns first. */
const TURNS_BEFORE_SLEEP = 2
