/** Why a recording may not say any more what the server would say. */
import { type Clock, counted } from '../../base/index.js'
import type { ToolCall } from '../../call/index.js'
import type { Recording } from '../recording.js'
import { changesData } from './data-changes.js'

/** How fresh an answer has to be. Data of a server that changed since makes every answer stale, however young. */
export interface Freshness {
  readonly clock: Clock
  /** How long an answer stays fresh; a function where that hangs on the tool. Absent, or undefined: for ever. */
  readonly maxAgeMs?: number | ((call: ToolCall) => number | undefined)
  /** `serve` answers all the same, and the provenance says so; `skip` lets the next answerer answer. */
  readonly whenStale: 'serve' | 'skip'
}

/** What is known about a recording's surroundings. */
export interface Surroundings {
  readonly nowMs: number
  readonly maxAgeMs?: number
  /** Of the server's data now: see Generations. */
  readonly generation: number
  /** What is another thing in the tool's contract since; absent when nothing that matters is. */
  readonly contractChange?: string
  /** True when another start of the server answered. */
  readonly isOfOtherStart?: boolean
  /** True when all that changed in the data of the server since is provably not what was read. */
  readonly isUntouched?: boolean
}

/**
 * A sentence on its age and all that makes it stale, such as `recorded 3 hours ago, older than 2 hours`; undefined while it is
 * fresh.
 */
export function whyStale(recording: Recording, surroundings: Surroundings): string | undefined {
  const { nowMs, maxAgeMs, generation, contractChange, isOfOtherStart, isUntouched } = surroundings
  const isChanged = generationSeen(recording) < generation && isUntouched !== true
  const ageMs = Math.max(0, nowMs - Date.parse(recording.recordedAt))
  const reasons = [
    ...(maxAgeMs !== undefined && ageMs > maxAgeMs ? [`older than ${inWords(maxAgeMs)}`] : []),
    ...(isChanged ? ['the data of the server changed since'] : []),
    ...(contractChange === undefined ? [] : [`its contract changed since: ${contractChange}`]),
    ...(isOfOtherStart === true
      ? ['the server was started in another way (arguments, folder or variables)']
      : []),
  ]
  return reasons.length === 0 ? undefined : `recorded ${inWords(ageMs)} ago, ${reasons.join('; ')}`
}

/** The data that an answer was made with. What a call changed itself, its own answer knows. */
export function generationSeen(recording: Recording): number {
  return recording.generation + (changesData(recording) ? 1 : 0)
}

/** `3 hours`: whole units of the largest that fits. */
function inWords(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms >= each) ?? ['second', 1000]
  const count = Math.floor(ms / size)
  return counted(count, unit)
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
