/** What a fault leaves behind: which effects of the rehearsal are done, which are not, and which were done twice or in their place. */
import { defined, type TextPosition } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import type { Ended } from '../../sandbox/index.js'
import type { FaultTrial } from '../report.js'
import type { FaultyCall } from './choose-faults.js'
import { countBy, described, type FaultState, type MadeCall } from './fault-state.js'

export interface FaultEnd {
  readonly ended: Ended
  /** Why it ended so, when it did not complete. */
  readonly why?: string | undefined
  /** Where the exception came from that ended it. */
  readonly at?: TextPosition | undefined
}

export interface PlayedWithFault {
  readonly on: FaultyCall
  readonly fault: FaultTrial['fault']
  readonly made: readonly MadeCall[]
  readonly end: FaultEnd
  /** The line that should catch it, where it was not caught. */
  readonly catchAt: TextPosition | undefined
}

export type JudgeFault = (played: PlayedWithFault) => FaultTrial

export function judgeFaults({ rehearsed, hasEffect, firstDifference }: FaultState): JudgeFault {
  return ({ on, fault, made, end, catchAt }) => {
    const done = made.filter(
      (each) => hasEffect(each.call, each.as) && (each.isFaulty ? STANDS.has(fault) : each.isTaken),
    )
    const times = countBy(done.flatMap(({ as }) => (as === undefined ? [] : [as])))
    const there = rehearsed.filter((each) => times.has(each))
    const missing = rehearsed.filter((each) => !times.has(each))
    const firsts = new Set([...times.keys()].map((as) => done.find((each) => each.as === as)))
    const again = done.filter((each) => each.as !== undefined && !firsts.has(each))
    const instead = done.filter(({ as }) => as === undefined)
    const { call } = on.entry
    return {
      ...{ call: call.n, tool: toolRef(call), ...call.site, fault },
      end:
        end.ended !== 'completed'
          ? 'stopped'
          : missing.length + instead.length === 0
            ? 'survived'
            : 'handled',
      ...{ ended: end.ended, ...defined({ ended_because: end.why, ended_at: end.at, catch_at: catchAt }) },
      half_done: there.length > 0 && missing.length > 0 && instead.length === 0,
      done: there.map((each) => each.call.n),
      not_made: missing.map((each) => each.call.n),
      repeated: again.flatMap(({ as, call: { site } }) =>
        as === undefined ? [] : [{ call: as.call.n, ...site }],
      ),
      instead: instead.map(({ call: made }) => ({
        ...{ tool: toolRef(made), arguments: made.arguments ?? {}, ...made.site },
      })),
      assumes: [...besideIt(made, end), ...assumptionsIn(made, done)].slice(0, MOST_TOLD),
    }
  }

  /** Whose answers are taken for what they were although something else was done by then, and what nobody ever answered. */
  function assumptionsIn(made: readonly MadeCall[], done: readonly MadeCall[]): readonly string[] {
    const told = new Set<string>()
    for (const each of made.slice(made.findIndex(({ isFaulty }) => isFaulty) + 1)) {
      const what = assumptionOf(each, done)
      if (what !== undefined) told.add(what)
      if (told.size >= MOST_TOLD) break
    }
    return [...told]
  }

  function assumptionOf(each: MadeCall, done: readonly MadeCall[]): string | undefined {
    if (each.as === undefined)
      return each.isInvented && each.isTaken
        ? `${described(each)} succeeds, with an answer that nobody gave`
        : undefined
    const before = done.filter((other) => other.call.n < each.call.n)
    const differs = firstDifference(each.as, before)
    if (differs === undefined) return undefined
    return differs.as === each.as
      ? `${described(each)} is answered as it was, although its effect is there already`
      : `${described(each)} is answered as it was, whatever became of ${described(differs)}`
  }
}

/** An exception ends what is under way beside it, and how far that is by then hangs on how long things take. */
function besideIt(made: readonly MadeCall[], { ended }: FaultEnd): readonly string[] {
  const faulty = made.find(({ isFaulty }) => isFaulty)
  if (ended === 'completed' || faulty === undefined) return []
  const isBeside = made.some((each) => !isAfter(each, faulty) && !isAfter(faulty, each) && each !== faulty)
  return isBeside ? ['the calls beside it are as far as here when it fails'] : []
}

/** Of a workflow what does not wait for the other goes on in any case. */
function isAfter({ before }: MadeCall, { call: { n } }: MadeCall): boolean {
  return before.kind === 'these' || before.upTo >= n
}

/** After which the call took effect all the same. */
const STANDS: ReadonlySet<FaultTrial['fault']> = new Set(['timeout_after', 'empty', 'slow'])
const MOST_TOLD = 3
