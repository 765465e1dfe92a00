/**
 * What hangs on an answer that the recordings themselves prove to move: the server said something else to the same question, and nothing that
 * was written explains that. The newest is one of those that it may say next time.
 */
import { groupBy } from '../../base/index.js'
import { type Outcome, outcomeValue, questionKey, type ToolRef, toolRef } from '../../call/index.js'
import type { LedgerEntry } from '../ledger.js'
import { type Difference, isSameTrace, shapeDifference } from './compare.js'
import { hasKind, type OpenCondition, openConditions } from './conditions.js'
import { type InfluenceQuestion, playing } from './find-influence.js'
import type { CallName, Played, Reply } from './played.js'
import type { MovingAnswer } from './vary-world.js'

export interface DecidedByMoving extends Difference {
  readonly moving: MovingAnswer
}

/** One question of which more than one answer was recorded, and all the calls that heard the newest. */
export interface MovingQuestion {
  readonly tool: ToolRef
  readonly calls: readonly LedgerEntry[]
  readonly others: readonly Outcome[]
}

/** Of what answers by recordings that count, and of which nobody knows that it changes by what is written alone. */
export async function movingQuestions({
  entries,
  isKept,
  saidOtherwise,
}: Pick<InfluenceQuestion, 'entries' | 'isKept' | 'saidOtherwise'>): Promise<readonly MovingQuestion[]> {
  const recorded = entries.filter((entry) => {
    const { source, stale } = entry.answer.provenance
    return source === 'recording' && stale !== true && entry.doubt === undefined && !isKept(entry)
  })
  const questions = groupBy(recorded, ({ call }) => questionKey(call)).values()
  const found = await Promise.all(
    [...questions].map(async (calls): Promise<readonly MovingQuestion[]> => {
      const [first] = calls
      const others = first === undefined ? [] : await saidOtherwise(first)
      return first === undefined || others.length === 0 ? [] : [{ tool: toolRef(first.call), calls, others }]
    }),
  )
  return found.flat()
}

/**
 * Plays each of them with what was recorded beside the newest: where calls, the end or a refused argument are others then, or a condition
 * moves and never turns, it decides. Rejects as playing does.
 */
export async function decidedByMoving(question: InfluenceQuestion): Promise<readonly DecidedByMoving[]> {
  const moving = await movingQuestions(question)
  if (moving.length === 0) return []
  const { rehearsed, base: told, play } = playing(question, () => undefined)
  const base = await play(new Map())
  if (!isSameTrace(base.trace, told)) return []
  const names = new Map([...rehearsed.entries].map(([name, { call }]) => [call.n, name]))
  const nameOf = ({ call }: LedgerEntry): CallName => names.get(call.n) ?? ''
  let left = Math.max(question.budget, MOST_RUNS)
  const differenceBy = async (some: readonly MovingQuestion[]): Promise<Difference | undefined> => {
    const runs: Played[] = [base]
    for (let round = 0; round < Math.max(...some.map(({ others }) => others.length)); round++) {
      if (left-- <= 0) return undefined
      const run = await play(new Map(some.flatMap((each) => assigned(each, round, nameOf))))
      const difference = shapeDifference(base.trace, run.trace)
      if (difference !== undefined) return difference
      runs.push(run)
    }
    const open = openConditions(runs).find((each) => !isOfContainers(each))
    return open && { what: 'branch', condition: open.id, values: [base.trace.ended, base.trace.ended] }
  }
  const found: DecidedByMoving[] = []
  for (const each of moving) {
    const difference = await differenceBy([each])
    if (difference !== undefined) found.push({ ...difference, moving: movingAnswer(each) })
  }
  const [first] = moving
  // What each of them leaves as it is may hang on two of them.
  if (found.length > 0 || first === undefined || moving.length === 1) return found
  const together = await differenceBy(moving)
  return together === undefined ? [] : [{ ...together, moving: movingAnswer(first) }]
}

const MOST_RUNS = 100

/** Whether it asks if there is something at all where lists or objects were each time: none is false for what it holds. */
function isOfContainers({ decision, others }: OpenCondition): boolean {
  const all = [decision, ...others.map((each) => each.decision)]
  return all.every(
    ({ kind, operands: [operand] }) =>
      (kind === 'truth' || kind === 'nullish') &&
      ['list', 'object'].some((container) => hasKind(operand, container)),
  )
}

export function movingAnswer({ tool, calls, others }: MovingQuestion): MovingAnswer {
  return { tool, calls: calls.map(({ call }) => call.n), recorded: others.length + 1 }
}

function assigned(
  { calls, others }: MovingQuestion,
  round: number,
  nameOf: (entry: LedgerEntry) => CallName,
): readonly (readonly [CallName, Reply])[] {
  const other = others[round % others.length]
  return other === undefined ? [] : calls.map((each) => [nameOf(each), replyOf(other)])
}

function replyOf(outcome: Outcome): Reply {
  if (outcome.kind === 'result') return { kind: 'value', value: outcomeValue(outcome) }
  return { kind: 'failure', of: outcome.kind === 'tool-error' ? 'tool' : 'protocol' }
}
