/**
 * Which answers the verdict cannot rest on: after a write that nobody can place, no earlier knowledge of that world is certain, and
 * a copy of it knows only of the writes that were made there. Asked once, when the run is over: a write that was under way beside a
 * read counts, too.
 */
import { type ToolCall, toolRef } from '../call/index.js'
import { type Effects, extentsMeet, type Footprint, mayChangeAnswer } from '../effects/index.js'
import type { Before } from '../plan/index.js'
import { mayNameTheSame, namesPath } from './named-things.js'

/** A call that was made, whoever answered it, or nobody. */
export interface MadeCall {
  readonly call: ToolCall
  readonly before: Before
}

export interface DoubtRules {
  readonly effects: Effects
  /** Whether one server may see what another one changed. */
  shareWorld(server: string, other: string): boolean
  /** Paths of what was seen to change in the call of a number; absent where nobody looked. */
  changedBy?(n: number): readonly string[]
}

export interface Doubts {
  /**
   * Finds out why the answer to a call may have been another one; undefined where nothing could have changed it. `knows`: whether
   * whoever answered knew what the call of a number, which writes, had done by then. A write that was made beside the call counts even
   * so where both name the same: for real the other one may be first. `reads`: what the answer hangs on, where that is more than the
   * call is known to read.
   */
  find(read: MadeCall, knows: (n: number) => boolean, reads?: 'whole'): string | undefined
  /** Which two known writes, under way side by side, may have come in another order, where the answer hangs on both. */
  findDisorder(read: MadeCall, knows: (n: number) => boolean): string | undefined
}

/** `made` in the order of the numbers, stubbed and denied calls included. */
export function doubtsAmong(
  made: readonly MadeCall[],
  { effects, shareWorld, changedBy = () => [] }: DoubtRules,
): Doubts {
  const said = made.map((each) => {
    const footprint = effects.footprintOf(each.call)
    return { ...each, footprint, changed: changedBy(each.call.n), writes: footprint.writes.length > 0 }
  })
  const isAfter = orderOf(made)
  const writes = said.flatMap((each): PlacedWrite[] => {
    if (each.writes) return [each]
    // It only says that it reads, and what was seen to change is nobody else's.
    const isLiar = each.changed.length > 0 && !said.some((other) => other.writes && areBeside(each, other))
    return isLiar ? [{ ...each, footprint: { ...each.footprint, writes: 'whole' } }] : []
  })
  if (writes.length === 0) return { find: () => undefined, findDisorder: () => undefined }
  return { find, findDisorder }

  function find(read: MadeCall, knows: (n: number) => boolean, reads?: 'whole'): string | undefined {
    const known = effects.footprintOf(read.call)
    const footprint = reads === undefined ? known : { ...known, reads }
    const write = writes.find(
      (each) =>
        each.call.n !== read.call.n &&
        reaches(shareWorld, each, read.call, footprint) &&
        !isAfter(each, read.call.n) &&
        (!knows(each.call.n) || (!isAfter(read, each.call.n) && touches(each, read.call))),
    )
    return write && `${toolRef(write.call)} (call ${write.call.n}) may have changed it`
  }

  function findDisorder(read: MadeCall, knows: (n: number) => boolean): string | undefined {
    const footprint = effects.footprintOf(read.call)
    const met = writes.filter((each) => knows(each.call.n) && reaches(shareWorld, each, read.call, footprint))
    for (const [i, one] of met.entries()) {
      const other = met
        .slice(i + 1)
        .find((each) => areBeside(one, each) && extentsMeet(one.footprint.writes, each.footprint.writes))
      if (other !== undefined)
        return `${toolRef(one.call)} (call ${one.call.n}) and ${toolRef(other.call)} (call ${other.call.n}) may have changed it in another order`
    }
    return undefined
  }

  function areBeside(one: MadeCall, other: MadeCall): boolean {
    return !isAfter(one, other.call.n) && !isAfter(other, one.call.n)
  }

  /** Of calls beside each other: nobody says that all of them are races. */
  function touches({ call, changed }: PlacedWrite, read: ToolCall): boolean {
    const { effect } = effects.claimOf(call)
    if (effect === 'read' || effect === 'unknown')
      return changed.some((path) => namesPath(read.arguments, path))
    return mayNameTheSame(call.arguments, read.arguments)
  }
}

function reaches(
  shareWorld: DoubtRules['shareWorld'],
  write: PlacedWrite,
  read: ToolCall,
  footprint: Footprint,
): boolean {
  // Names of resources are those of one server: they tell nothing about what another one calls so.
  return write.call.server === read.server
    ? mayChangeAnswer(write.footprint, footprint)
    : shareWorld(write.call.server, read.server)
}

interface PlacedWrite extends MadeCall {
  readonly footprint: Footprint
  readonly changed: readonly string[]
}

/** Whether a call was surely made only after the one of a number was answered. */
export function orderOf(made: readonly MadeCall[]): (later: MadeCall, n: number) => boolean {
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
