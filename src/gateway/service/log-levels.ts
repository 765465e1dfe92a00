/** How talkative the logs of servers are: as much as their most talkative listener wants, and each listener hears its own part. */
import type { JsonValue } from '../../base/index.js'
import type { LogLevel, Session } from '../../session/index.js'

export function isLogLevel(value: JsonValue | undefined): value is LogLevel {
  return ranks.has(value)
}

/** Whether a log of this level is for somebody who wants `wanted` and what is graver. */
export function isAtLeast(level: JsonValue | undefined, wanted: LogLevel): boolean {
  // A level that is none is told: the client may know more.
  return (ranks.get(level) ?? LEVELS.length) >= (ranks.get(wanted) ?? 0)
}

/** Makes a server of the legacy era talk as much as `wanted`, and never less than before; those of the modern era are told with every request. A server that will not is called all the same. */
export async function tellLogLevel(session: Session, wanted: LogLevel): Promise<void> {
  const { era, capabilities, logLevel } = session
  if (era === 'modern' || capabilities.logging === undefined) return
  if (logLevel === undefined || !isAtLeast(wanted, logLevel))
    await session.setLogLevel(wanted).catch(() => undefined)
}

/** The most talkative first (RFC 5424). */
const LEVELS = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
] satisfies readonly LogLevel[]

const ranks: ReadonlyMap<JsonValue | undefined, number> = new Map(LEVELS.map((level, rank) => [level, rank]))
