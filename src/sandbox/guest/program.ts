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
export function createDrive(stage: Stage): Drive {
  const { channel, limits, events, stacks, calls, realWork } = stage
  let returned: WrittenValue | undefined
  let failure: { readonly thrown: unknown } | undefined
  let idleTurns = 0
  let lookedAtMs = 0
  let runs = 0
  return {
    start(run) {
      returned = undefined
      failure = undefined
      idleTurns = 0
      lookedAtMs = 0
      const current = ++runs
      again()
      try {
        settle(
          run(),
          (value) => current === runs && complete(value),
          (thrown) => current === runs && fail(thrown),
        )
      } catch (thrown) {
        fail(thrown)
      }
    },
    fail,
    stop(thrown) {
      fail(thrown)
      step()
    },
  }

  /** The next turn of this run: one that a run before has asked for is none of it. */
  function again(): void {
    nextTurn(ofThisRun())
  }

  function againAfter(ms: number): void {
    afterRealMs(ofThisRun(), ms)
  }

  function ofThisRun(): () => void {
    const current = runs
    return () => void (current === runs && step())
  }

  function complete(value: unknown): void {
    try {
      returned = writeResult(value, limits)
      calls.bodyReturned()
    } catch (thrown) {
      fail(thrown)
    }
  }

  function fail(thrown: unknown): void {
    failure ??= { thrown }
  }

  function step(): void {
    if (!events.isReal()) calls.receiveReplies()
    if (failure !== undefined) finishFailed(failure.thrown)
    else if (isWorking()) againAfter(1)
    else if (realWork.deliverNext()) again()
    else if (returned !== undefined && isOver()) finish(returned)
    else makeHappen(events.next())
  }

  /**
   * In virtual time nothing happens before the engine is done, or a timer would come too early by chance. In real time both go on side
   * by side, and only the end waits.
   */
  function isWorking(): boolean {
    return (!events.isReal() || isOver()) && engineIsWorking()
  }

  function isOver(): boolean {
    return returned !== undefined && !events.holds() && !calls.areUnderWay()
  }

  function makeHappen(event: ScheduledEvent | undefined): void {
    if (event === undefined) wait()
    else {
      idleTurns = 0
      event.happen()
      if (events.isReal()) lookForReply()
      again()
    }
  }

  /** Where something is always due, as in a loop of immediates, the program would never wait, and hear of no reply. */
  function lookForReply(): void {
    const nowMs = events.elapsed()
    if (!calls.areUnderWay() || nowMs - lookedAtMs < LOOK_EVERY_MS) return
    lookedAtMs = nowMs
    calls.receiveNextReply(0)
  }

  /** Nothing is due. */
  function wait(): void {
    const untilNext = events.untilNext()
    if (calls.areUnderWay()) waitForReply(untilNext)
    else if (untilNext !== undefined) againAfter(napMs(untilNext))
    else waitOrGiveUp()
  }

  function waitForReply(untilNext: number | undefined): void {
    if (idleTurns++ < TURNS_BEFORE_SLEEP) again()
    else if (engineIsWorking()) againAfter(1)
    else {
      idleTurns = 0
      calls.receiveNextReply(untilNext)
      again()
    }
  }

  /** The thread sleeps in a nap, and what the engine does beside it is heard of only then. */
  function napMs(untilNext: number): number {
    const longest = engineIsWorking() ? 1 : LONGEST_NAP_MS
    return untilNext < longest ? untilNext : longest
  }

  /** Nothing is scheduled, yet the body has not returned: what the engine still does may settle it, and nothing else. */
  function waitOrGiveUp(): void {
    if (engineIsWorking()) againAfter(1)
    else {
      if (idleTurns++ >= IDLE_TURNS) {
        fail(
          new NativeError(
            'The program waits for something that never happens: no call, timer or other work is under way',
          ),
        )
      }
      again()
    }
  }

  function finish(result: WrittenValue): void {
    stage.beforeEnd()
    channel.send(
      `"type":"execution_complete","success":true,"result":${result.json},"unknown_at":${result.unknownAt},"left_open":${calls.leftOpen()}`,
    )
    stage.onOver()
  }

  function finishFailed(thrown: unknown): void {
    const error = writeProgramError(thrown, stacks, limits)
    stage.beforeEnd()
    channel.send(`"type":"execution_complete","success":false,"error":${error}`)
    stage.onOver()
  }
}

const IDLE_TURNS = 3
const LONGEST_NAP_MS = 25
/** To look is a way to the host and back. */
const LOOK_EVERY_MS = 5
/** Sleeping in a read stops the engine's own work as well: what is all but done gets its turns first. */
const TURNS_BEFORE_SLEEP = 2
