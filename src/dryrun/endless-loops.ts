/** Programs that go on only by what was made up for them: what they wait for never comes, and all further turns would tell the same. */
import type { JsonValue } from '../base/index.js'
import { type Answer, isInvented, outcomeValue, type ToolCall, toolRef } from '../call/index.js'
import type { ExecutionCall } from '../execution/index.js'
import type { Ledger } from './ledger.js'
import { createTurns } from './shapes/turns.js'

export interface EndedLoop {
  readonly call: ExecutionCall
  /** Why the run was ended, as a sentence's end; undefined where it was not. */
  why(): string | undefined
}

/**
 * Ends a run with the two hundredth call that only its tool's own answers led to, each to the next, where nobody gave these: whatever may end
 * a loop had its turn by then. Calls that are counted may be as many as the plan says. `isDiscarded`: whether it is plain that nothing is done with the answer, so that nobody waits for it.
 */
export function endLoops(call: Ledger['call'], isDiscarded: (call: ToolCall) => boolean): EndedLoop {
  const turns = createTurns()
  let why: string | undefined
  return {
    why: () => why,
    async call(toolCall, before) {
      const answer = await call(toolCall, before)
      if (!isInvented(answer.provenance)) return answer
      const turn = turns.of(toolCall)
      turns.answered(toolCall, turn, heardIn(answer))
      const isCounted = turn.looks === 0 && turn.from.length === 0
      const count = turn.number + turn.looks + 1
      if (isCounted || count < MOST_TURNS || isDiscarded(toolCall)) return answer
      why = `it asked ${toolRef(toolCall)} ${count} times, each time because of what it was answered, and nothing that was made up for it ended that (a stub or a recording says what comes)`
      return { kind: 'refused', why }
    },
  }
}

const MOST_TURNS = 200

function heardIn({ outcome, unknown }: Answer): JsonValue | undefined {
  return unknown === true || outcome.kind !== 'result' ? undefined : outcomeValue(outcome)
}
