/** What the effects of a rehearsal have come to by a call that is made while another one failed: which are there, and whether it matters to the call. */
import { type ToolCall, toolRef } from '../../call/index.js'
import { type Footprint, mayChangeAnswer } from '../../effects/index.js'
import type { Before } from '../../plan/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { Stage } from '../stage.js'
import { worldsOf } from '../worlds.js'

/** A call that was made while another one failed, or that failed. */
export interface MadeCall {
  readonly call: ToolCall
  /** The call of the rehearsal that asked the same; absent where none did. */
  readonly as?: LedgerEntry
  /** The answers that had been given by then, or may have been. */
  readonly before: Before
  readonly isFaulty: boolean
  /** False for what got no answer, and what the server, the policy or the check of arguments refused. */
  readonly isTaken: boolean
  /** True where nobody said the answer, in the rehearsal neither. */
  readonly isInvented: boolean
}

export interface FaultState {
  /** The calls of the rehearsal that took effect. */
  readonly rehearsed: readonly LedgerEntry[]
  /** Whether a call does something beside reading, as far as anybody knows. */
  hasEffect(call: ToolCall, as: LedgerEntry | undefined): boolean
  /**
   * An effect that a call had before it in the rehearsal and has not now, as often, or the other way round, and that may change its answer.
   * `before`: the calls that have taken effect by now.
   */
  firstDifference(as: LedgerEntry, before: readonly MadeCall[]): Described | undefined
  /** Whether what the first call writes is known to be what the second one reads, and no mere may-be. */
  isReadOf(write: ToolCall, read: ToolCall): boolean
}

export type Described = Pick<MadeCall, 'call' | 'as'>

export function createFaultState(
  entries: readonly LedgerEntry[],
  { effects, registry }: Pick<Stage, 'effects' | 'registry'>,
  hasEffect: FaultState['hasEffect'],
): FaultState {
  const rehearsed = entries.filter(
    (each) => each.answer.outcome.kind === 'result' && hasEffect(each.call, each),
  )
  const shareWorld = worldsOf(registry)
  const footprints = new Map<ToolCall, Footprint>()
  return {
    ...{ rehearsed, hasEffect },
    firstDifference(as, before) {
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
    },
    isReadOf(write, read) {
      const isNamed = footprintOf(write).writes !== 'whole' && footprintOf(read).reads !== 'whole'
      return isNamed && write.server === read.server && mayChange(write, read)
    },
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

/** Numbers are those of the rehearsal. */
export function described({ call, as }: Described): string {
  if (as !== undefined) return `${toolRef(call)} (call ${as.call.n})`
  return call.site === undefined ? toolRef(call) : `${toolRef(call)} in line ${call.site.line}`
}

export function countBy<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
