/** The levels of logs (RFC 5424; specification: server/utilities/logging). */
import type { JsonValue } from '../base/index.js'

/** The most talkative first. */
const LOG_LEVELS = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
]

export type LogLevel = (typeof LOG_LEVELS)[number]

export function isLogLevel(value: JsonValue | undefined): value is LogLevel {
  return ranks.has(value)
}

/** Whether a log of this level says less than somebody wants who asked for `wanted`. Of a level that is none nobody knows it: false. */
export function isBelowLevel(level: JsonValue | undefined, wanted: JsonValue | undefined): boolean {
  const rank = ranks.get(level)
  const least = ranks.get(wanted)
  return rank !== undefined && least !== undefined && rank < least
}

const ranks: ReadonlyMap<JsonValue | undefined, number> = new Map(
  LOG_LEVELS.map((level, rank) => [level, rank]),
)
