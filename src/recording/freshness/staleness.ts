/** Why a recording may not say any more what the server would say. */
import { ageText, type Clock, durationText } from '../../base/index.js'
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
 * A sentence on its age and all that makes it stale, such as `recorded 3 h ago, older than 2 h`; undefined while it is
 * fresh.
 */
export function whyStale(recording: Recording, surroundings: Surroundings): string | undefined {
  const { nowMs, maxAgeMs, generation, contractChange, isOfOtherStart, isUntouched } = surroundings
  const isChanged = generationSeen(recording) < generation && isUntouched !== true
  const ageMs = Math.max(0, nowMs - Date.parse(recording.recordedAt))
  const reasons = [
    ...(maxAgeMs !== undefined && ageMs > maxAgeMs ? [`older than ${durationText(maxAgeMs)}`] : []),
    ...(isChanged ? ['the data of the server changed since'] : []),
    ...(contractChange === undefined ? [] : [`its contract changed since: ${contractChange}`]),
    ...(isOfOtherStart === true
      ? ['the server was started in another way (arguments, folder or variables)']
      : []),
  ]
  return reasons.length === 0 ? undefined : `recorded ${ageText(ageMs)}, ${reasons.join('; ')}`
}

/** The data that an answer was made with. What a call changed itself, its own answer knows. */
export function generationSeen(recording: Recording): number {
  return recording.generation + (changesData(recording) ? 1 : 0)
}
