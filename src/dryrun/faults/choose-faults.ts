/** Which faults are played, and in which order: what is lost for good first. */
import { type Effect, toolRef } from '../../call/index.js'
import type { LedgerEntry } from '../ledger.js'
import { lossOf } from '../loss-of-effect.js'
import type { FaultsLeftOut } from '../report.js'
import type { CallName } from '../variants/played.js'

/** What is played. Whether a call that got no answer took effect its program cannot know: both are one play. */
export type PlayedFault = 'timeout' | 'tool_error' | 'empty' | 'slow'

export interface FaultyCall {
  readonly name: CallName
  readonly entry: LedgerEntry
  readonly effect: Effect
  readonly faults: readonly PlayedFault[]
}

export interface ChosenFault {
  readonly on: FaultyCall
  readonly fault: PlayedFault
}

/**
 * Destructive calls before writes and those before reads; of each kind the first and the last call of every place before those
 * between them.
 */
export function orderFaults(calls: readonly FaultyCall[]): readonly ChosenFault[] {
  const lasts = new Map(calls.map(({ name }) => [placeOf(name), occurrenceOf(name)]))
  const rankOf = ({ name, effect }: FaultyCall): readonly [number, number] => {
    const occurrence = occurrenceOf(name)
    const isLast = occurrence > 0 && lasts.get(placeOf(name)) === occurrence
    return [lossOf(effect), isLast ? 1 : occurrence === 0 ? 0 : occurrence + 1]
  }
  const sorted = calls.toSorted((one, other) => {
    const [a, b] = [rankOf(one), rankOf(other)]
    return a[0] - b[0] || a[1] - b[1] || one.entry.call.n - other.entry.call.n
  })
  return sorted.flatMap((on) => on.faults.map((fault) => ({ on, fault })))
}

/** What was not played, by the place of the call, in the order of the plan. */
export function leftOut(faults: readonly ChosenFault[]): readonly FaultsLeftOut[] {
  const sorted = faults.toSorted((a, b) => a.on.entry.call.n - b.on.entry.call.n)
  const places = new Set(sorted.map(({ on }) => placeOf(on.name)))
  return [...places].flatMap((place): FaultsLeftOut[] => {
    const all = sorted.filter(({ on }) => placeOf(on.name) === place)
    const [first] = all
    if (first === undefined) return []
    const { call } = first.on.entry
    const calls = new Set(all.map(({ on }) => on.name)).size
    return [{ tool: toolRef(call), ...call.site, calls, faults: all.length }]
  })
}

function placeOf(name: CallName): string {
  return name.slice(0, name.lastIndexOf('#'))
}

function occurrenceOf(name: CallName): number {
  return Number(name.slice(name.lastIndexOf('#') + 1))
}
