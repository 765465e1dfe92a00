/**
 * Which recorded answers the verdict cannot rest on: after a write that nobody can place, no earlier knowledge of that world is
 * certain. Asked once, when the run is over: a write that was under way beside a read counts, too.
 */
import { type ToolCall, toolRef } from '../call/index.js'
import { type Effects, type Footprint, mayChangeAnswer } from '../effects/index.js'
import type { Before } from '../execution/index.js'

/** A call that was made, whoever answered it, or nobody. */
export interface MadeCall {
  readonly call: ToolCall
  readonly before: Before
}

export interface DoubtRules {
  readonly effects: Effects
  /** Whether one server may see what another one changed. */
  shareWorld(server: string, other: string): boolean
}

/** Finds out why the answer to a recorded call may have been another one; undefined where nothing could have changed it. */
export type FindDoubt = (read: MadeCall) => string | undefined

/** `made` in the order of the numbers, stubbed and denied calls included. */
export function doubtsAmong(made: readonly MadeCall[], { effects, shareWorld }: DoubtRules): FindDoubt {
  const writes = made.flatMap((each): PlacedWrite[] => {
    const footprint = effects.footprintOf(each.call)
    return footprint.writes === 'whole' || footprint.writes.length > 0 ? [{ ...each, footprint }] : []
  })
  if (writes.length === 0) return () => undefined
  const isAfter = orderOf(made)
  return (read) => {
    const footprint = effects.footprintOf(read.call)
    const write = writes.find(
      (each) =>
        each.call.n !== read.call.n && reaches(each, read.call, footprint) && !isAfter(each, read.call.n),
    )
    return write && `${toolRef(write.call)} (call ${write.call.n}) may have changed it`
  }

  function reaches(write: PlacedWrite, read: ToolCall, footprint: Footprint): boolean {
    // Names of resources are those of one server: they tell nothing about what another one calls so.
    return write.call.server === read.server
      ? mayChangeAnswer(write.footprint, footprint)
      : shareWorld(write.call.server, read.server)
  }
}

interface PlacedWrite extends MadeCall {
  readonly footprint: Footprint
}

/** Whether a call was surely made only after the one of a number was answered. */
function orderOf(made: readonly MadeCall[]): (later: MadeCall, n: number) => boolean {
  const byNumber = new Map(made.map((each) => [each.call.n, each]))
  const waitedFor = new Map<number, ReadonlySet<number>>()
  return ({ call, before }, n) => {
    if (call.n < n) return false
    return before.kind === 'all' ? before.upTo >= n : allBefore(call.n).has(n)
  }

  /** Along all that was waited for. */
  function allBefore(n: number): ReadonlySet<number> {
    const known = waitedFor.get(n)
    if (known !== undefined) return known
    const found = new Set<number>()
    const open = [n]
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      const before = byNumber.get(each)?.before
      for (const earlier of before?.kind === 'these' ? before.calls : []) {
        if (found.has(earlier)) continue
        found.add(earlier)
        open.push(earlier)
      }
    }
    waitedFor.set(n, found)
    return found
  }
}
