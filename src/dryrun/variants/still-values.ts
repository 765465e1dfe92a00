/**
 * Operations that gave the same in all runs, whatever they were given: the end of a list that was never long enough, the part of a number
 * that was never large enough. Nothing is known of what they give for other values.
 */
import type { Played } from './played.js'

/** Numbers of operations that stood still while what they were given moved, or gave back nothing but that. `runs`: the first is the rehearsal as it was. */
export function stillValues(runs: readonly Played[]): readonly number[] {
  const results = new Map<number, Set<string>>()
  const given = new Map<number, Set<string>[]>()
  const changed = new Set<number>()
  for (const [i, { trace }] of runs.entries())
    for (const { id, operands, result, isGiven } of trace.watched?.values ?? []) {
      if (!isGiven) changed.add(id)
      results.set(id, (results.get(id) ?? new Set()).add(result))
      const byRun = given.get(id) ?? []
      given.set(id, byRun)
      byRun[i] = (byRun[i] ?? new Set()).add(operands)
    }
  return [...results].flatMap(([id, [first, ...others]]) => {
    const isStill = others.length === 0 && first !== OPAQUE
    return (isStill || !changed.has(id)) && isMoved(given.get(id) ?? []) ? [id] : []
  })
}

const OPAQUE = 'object'

/** What an operation of known values is given is the same in each run, or more of the same where a loop goes on for longer. */
function isMoved(byRun: readonly (ReadonlySet<string> | undefined)[]): boolean {
  const [first, ...others] = byRun.filter((each) => each !== undefined)
  return first !== undefined && others.some((each) => !isWithin(first, each) && !isWithin(each, first))
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((each) => whole.has(each))
}
