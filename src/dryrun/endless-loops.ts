/**
 * Programs that go on only by what was made up for them, or by what was recorded once: what they wait for never comes, and all further turns
 * would tell the same.
 */
import type { JsonValue } from '../base/index.js'
import { type Answer, isInvented, outcomeValue, questionKey, type ToolCall, toolRef } from '../call/index.js'
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
 * a loop had its turn by then. Calls that are counted may be as many as the plan says. So with the hundredth call in a row that asks what a
 * recording answered before. `isDiscarded`: whether it is plain that nothing is done with the answer, so that nobody waits for it.
 */
export function endLoops(call: Ledger['call'], isDiscarded: (call: ToolCall) => boolean): EndedLoop {
  const turns = createTurns()
  const repeats = createRepeats()
  let why: string | undefined
  return {
    why: () => why,
    async call(toolCall, before) {
      const answer = await call(toolCall, before)
      const repeat = repeats.answered(toolCall, answer)
      if (repeat.inARow >= MOST_REPEATS && !isDiscarded(toolCall)) {
        why = `it asked ${repeat.inARow} times in a row what a recording had answered before, at last ${toolRef(toolCall)} as in call ${repeat.first}: that is answered the same each time, and only another answer would end it (a stub says what comes)`
        return { kind: 'refused', why }
      }
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
/** Who waits looks sixty times, or a hundred, and gives up. */
const MOST_REPEATS = 100

interface Repeat {
  /** How many calls in a row, this one among them, asked only what was answered so before. */
  readonly inARow: number
  /** The number of the call that asked it first. */
  readonly first: number
}

function createRepeats(): { answered(call: ToolCall, answer: Answer): Repeat } {
  const heard = new Map<string, { readonly said: string; readonly first: number }>()
  let inARow = 0
  return {
    answered(call, { provenance, outcome }) {
      if (provenance.source !== 'recording') {
        inARow = 0
        return { inARow, first: call.n }
      }
      const [question, said] = [questionKey(call), JSON.stringify(outcome)]
      const before = heard.get(question)
      const isSame = before?.said === said
      inARow = isSame ? inARow + 1 : 0
      if (!isSame) heard.set(question, { said, first: call.n })
      return { inARow, first: isSame ? before.first : call.n }
    },
  }
}

function heardIn({ outcome, unknown }: Answer): JsonValue | undefined {
  return unknown === true || outcome.kind !== 'result' ? undefined : outcomeValue(outcome)
}
