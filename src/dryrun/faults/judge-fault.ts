/** What a fault leaves behind: which effects of the rehearsal are done, which are not, and which were done twice or in their place. */
import { defined, type TextPosition } from '../../base/index.js'
import { type ToolCall, toolRef } from '../../call/index.js'
import { type Footprint, mayChangeAnswer } from '../../effects/index.js'
import type { Ended } from '../../sandbox/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { FaultTrial } from '../report.js'
import type { Stage } from '../stage.js'
import { worldsOf } from '../worlds.js'
import type { FaultyCall } from './choose-faults.js'
import type { MadeCall } from './fault-stage.js'

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

/** `hasEffect`: whether a call does something beside reading, as far as anybody knows. */
export function judgeFaults(
  entries: readonly LedgerEntry[],
  { effects, registry }: Pick<Stage, 'effects' | 'registry'>,
  hasEffect: (call: ToolCall, as: LedgerEntry | undefined) => boolean,
): JudgeFault {
  const rehearsed = entries.filter(
    (each) => each.answer.outcome.kind === 'result' && hasEffect(each.call, each),
  )
  const shareWorld = worldsOf(registry)
  const footprints = new Map<ToolCall, Footprint>()

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

  /** An effect that a call had before it in the rehearsal and has not now, as often, or the other way round. */
  function firstDifference(as: LedgerEntry, before: readonly MadeCall[]): Described | undefined {
    const then = rehearsed.filter((each) => each.call.n < as.call.n)
    const now = before.map((each) => each.as)
    if (then.length === now.length && then.every((each, i) => each === now[i])) return undefined
    const counts = countBy(now)
    const wasThere = new Set(then)
    const missing = then.find((each) => !counts.has(each) && mayChange(each.call, as.call))
    if (missing !== undefined) return { call: missing.call, as: missing }
    return before.find(
      (each) =>
        (each.as === undefined || !wasThere.has(each.as) || counts.get(each.as) !== 1) &&
        mayChange(each.call, as.call),
    )
  }

  function mayChange(write: ToolCall, read: ToolCall): boolean {
    if (write.server !== read.server) return shareWorld(write.server, read.server)
    const written = footprintOf(write)
    // What only says that it reads, and was seen to write, may write anything.
    const writes = written.writes.length === 0 ? 'whole' : written.writes
    return mayChangeAnswer({ ...written, writes }, footprintOf(read))
  }

  function footprintOf(call: ToolCall): Footprint {
    const known = footprints.get(call) ?? effects.footprintOf(call)
    footprints.set(call, known)
    return known
  }
}

type Described = Pick<MadeCall, 'call' | 'as'>

/** Numbers are those of the rehearsal. */
function described({ call, as }: Described): string {
  if (as !== undefined) return `${toolRef(call)} (call ${as.call.n})`
  return call.site === undefined ? toolRef(call) : `${toolRef(call)} in line ${call.site.line}`
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

function countBy<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
