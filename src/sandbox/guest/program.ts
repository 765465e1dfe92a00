/** Compiles the program and drives it from event to event until it is over. */
import type { Calls } from './calls.js'
import type { Channel } from './channel.js'
import type { Events, ScheduledEvent } from './events.js'
import type { Limits } from './limits.js'
import { NativeError, promiseThen } from './primordials.js'
import { writeProgramError } from './program-error.js'
import type { RealWork } from './real-work.js'
import { writeResult } from './result.js'
import { afterRealMs, nextTurn } from './runtime.js'
import { PROGRAM_PREFIX, PROGRAM_URL, type Stacks } from './stack.js'
import type { WrittenValue } from './value-writer.js'

/** What the program is driven with. */
export interface Stage {
  readonly channel: Channel
  readonly limits: Limits
  readonly events: Events
  readonly stacks: Stacks
  readonly calls: Calls
  readonly realWork: RealWork
}

export interface Drive {
  /** Starts the program with its two parameters. */
  start(code: string, mcp: object, params: unknown): void
  /** Ends it, at the next turn, with what was thrown outside its own promise; the first one counts. */
  fail(thrown: unknown): void
  /** Ends it at once: for what the engine reports, after which it may have no next turn. */
  stop(thrown: unknown): void
}

/** Runs a program of nothing, so that the first real one finds the engine warm. */
export function warmUp(): void {
  promiseThen(compile('return undefined')({}, null), ignore, ignore)
}

function ignore(): void {
  // Nobody waits for a program of nothing.
}

type Body = (mcp: object, params: unknown) => Promise<unknown>

/**
 * A program is over when its body has returned and no call and no timer is outstanding, or at the first error nobody caught.
 * Between two events the engine gets a turn: microtasks run dry, real work settles, and unhandled rejections become known.
 */
export function createDrive({ channel, limits, events, stacks, calls, realWork }: Stage): Drive {
  let returned: WrittenValue | undefined
  let failure: { readonly thrown: unknown } | undefined
  let idleTurns = 0
  return {
    start(code, mcp, params) {
      nextTurn(step)
      try {
        promiseThen(compile(code)(mcp, params), complete, fail)
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

  function complete(value: unknown): void {
    try {
      returned = writeResult(value, limits)
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
    else if (realWork.isUnderWay()) afterRealMs(step, 1)
    else if (returned !== undefined && !events.holds() && !calls.areUnderWay()) finish(returned)
    else makeHappen(events.next())
  }

  function makeHappen(event: ScheduledEvent | undefined): void {
    if (event === undefined) wait()
    else {
      idleTurns = 0
      event.happen()
      nextTurn(step)
    }
  }

  /** Nothing is due. */
  function wait(): void {
    const untilNext = events.untilNext()
    if (calls.areUnderWay() && idleTurns++ >= TURNS_BEFORE_SLEEP) {
      idleTurns = 0
      calls.receiveNextReply(untilNext)
      nextTurn(step)
    } else if (calls.areUnderWay()) nextTurn(step)
    else if (untilNext !== undefined)
      afterRealMs(step, untilNext < LONGEST_NAP_MS ? untilNext : LONGEST_NAP_MS)
    else waitOrGiveUp()
  }

  /** Nothing is scheduled, yet the body has not returned: some other real work may settle it, but not for ever. */
  function waitOrGiveUp(): void {
    if (idleTurns++ >= IDLE_TURNS) {
      fail(
        new NativeError(
          'The program waits for something that never happens: no call, timer or other work is under way',
        ),
      )
    }
    afterRealMs(step, 1)
  }

  function finish(result: WrittenValue): void {
    channel.send(
      `{"type":"execution_complete","success":true,"result":${result.json},"unknown_at":${result.unknownAt}}`,
    )
    channel.receive()
  }

  function finishFailed(thrown: unknown): void {
    const error = writeProgramError(thrown, stacks, limits)
    channel.send(`{"type":"execution_complete","success":false,"error":${error}}`)
    channel.receive()
  }
}

const IDLE_TURNS = 100
/** Work of the engine that nobody watches may end before a timer is due, and make a call. */
const LONGEST_NAP_MS = 25
/** Sleeping in a read stops the engine's own work as well: what is all but done gets its turns first. */
const TURNS_BEFORE_SLEEP = 2

/** Compiled as the body of an async function, in strict mode, on the lines it has in the user's file. */
function compile(code: string): Body {
  const AsyncFunction = (async () => undefined).constructor
  // The constructor refuses text that is no body, such as one that closes the function around it.
  Reflect.construct(AsyncFunction, ['mcp', 'params', `"use strict";${code}\n`])
  // biome-ignore lint/security/noGlobalEval: running foreign code is what this process exists for
  const run = globalThis.eval
  // The text evaluates to exactly one function expression.
  return run(`${PROGRAM_PREFIX}${code}\n})\n//# sourceURL=${PROGRAM_URL}`) as Body
}
