/** Makes the calls of a sequence along any chain, rehearsed or real: one at a time, groups as groups, until an answer is not as promised. */
import {
  createPausableTime,
  defined,
  type JsonObject,
  type PausableTime,
  systemClock,
} from '../base/index.js'
import { isGuess, type ToolCall, toolRef } from '../call/index.js'
import { DEFAULT_BUDGETS, type Ended } from '../sandbox/index.js'
import { followSequence, groupsOf, type Renamed, type Sequence, type StepSite } from '../sequence/index.js'
import { followCalls } from './calls-under-way.js'
import { type ExecutionCall, isUnanswered } from './execution-call.js'

export interface SequenceExecution {
  readonly call: ExecutionCall
  /** Of each step in the text. */
  readonly sites: readonly StepSite[]
  /** Calls in all; default 1,000. */
  readonly callLimit?: number
  /** Milliseconds of real time; default: no limit. */
  readonly wallMs?: number
  /** By which it is counted. */
  readonly time?: PausableTime | undefined
  readonly signal?: AbortSignal
}

export interface SequenceExecutionEnd {
  readonly ended: Ended
  /** Why it ended so, when it did not complete: a sentence. */
  readonly why?: string
  /** The call that was not as promised, or that could not be made as it was to be. */
  readonly deviatedAt?: number
  /** How many calls were answered. */
  readonly answered: number
  /** What is called otherwise than in the session. */
  readonly renamed: readonly Renamed[]
}

/**
 * No call is made after one that is not as promised, but those of its own group. Resolves however it ended.
 * @throws what `call` rejected with, and the signal's reason when aborted: once no call is awaited any more
 */
export async function executeSequence(
  sequence: Sequence,
  execution: SequenceExecution,
): Promise<SequenceExecutionEnd> {
  const { callLimit = DEFAULT_BUDGETS.calls, wallMs, signal, time = createPausableTime() } = execution
  const followed = followSequence(sequence)
  const underWay = followCalls(signal)
  const over = new AbortController()
  let stopped: Stop | undefined
  let answered = 0
  if (wallMs !== undefined)
    time.sleep(wallMs, systemClock, over.signal).then(
      () => {
        stopped ??= { ended: 'timed_out', why: `it took more than ${wallMs} ms` }
        underWay.giveUp(new GivenUp())
      },
      () => {
        // It was over in time.
      },
    )
  try {
    for (const group of groupsOf(sequence.steps.map((step, i) => ({ ...step, n: i + 1 })))) {
      signal?.throwIfAborted()
      if (stopped !== undefined) break
      const calls = readyCalls(group)
      if (calls === undefined) break
      await Promise.all(calls.map(makeCall))
    }
    const renamed = followed.renamed()
    return stopped === undefined
      ? { ended: 'completed', answered, renamed }
      : { ...stopped, answered, renamed }
  } finally {
    over.abort()
    underWay.giveUp(new Error('the run that made the call is over'))
  }

  /** All of a group, before one of them is made: undefined where one must not be. */
  function readyCalls(group: readonly NumberedStep[]): readonly ToolCall[] | undefined {
    const calls: ToolCall[] = []
    for (const { n, server, tool } of group) {
      const ready = followed.argumentsOf(n)
      if (n > callLimit) stopped ??= { ended: 'call_limit', why: `it made more than ${callLimit} calls` }
      else if (ready.kind === 'stop') stopped ??= deviation({ n, server, tool }, `was not made: ${ready.why}`)
      else {
        const { arguments: args, unknownAt } = ready
        const site = execution.sites[n - 1]
        calls.push({
          ...{ n, server, tool, unknownAt, signal: underWay.signal },
          ...defined({ arguments: args, site }),
        })
      }
    }
    return stopped === undefined ? calls : undefined
  }

  async function makeCall(call: ToolCall, _i: number, group: readonly ToolCall[]): Promise<void> {
    const { n } = call
    const upTo = (group[0]?.n ?? n) - 1
    try {
      const reply = await underWay.follow(execution.call(call, { kind: 'all', upTo }))
      if (isUnanswered(reply)) {
        stopped ??= { ended: reply.kind === 'refused' ? 'refused' : 'threw', why: reply.why }
        return
      }
      answered++
      if (reply.unknown === true || isGuess(reply.provenance)) return followed.guessed(n)
      const why = followed.answered(n, reply.outcome)
      if (why !== undefined) stopped ??= deviation(call, `is not answered as was promised: ${why}`)
    } catch (failure) {
      if (!(failure instanceof GivenUp)) throw failure
    }
  }
}

type NumberedStep = { readonly n: number; readonly server: string; readonly tool: string }

type Stop = Pick<SequenceExecutionEnd, 'ended' | 'why' | 'deviatedAt'>

function deviation(step: NumberedStep, what: string): Stop {
  return { ended: 'threw', why: `Call ${step.n}, ${toolRef(step)}, ${what}`, deviatedAt: step.n }
}

/** What calls under way are aborted with when the time is over. */
class GivenUp extends Error {}

/** What a sequence came to, as JSON: how many of its calls were answered, and what is called otherwise than in the session. */
export function sequenceResult({ answered, renamed }: SequenceExecutionEnd): JsonObject {
  return { answered, renamed: Object.fromEntries(renamed.map(({ session, now }) => [session, now])) }
}
