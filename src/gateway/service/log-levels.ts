/** How talkative the logs of servers are: as much as their most talkative listener wants, and each listener hears its own part. */
import { isBelowLevel } from '../../protocol/index.js'
import type { LogLevel, Session } from '../../session/index.js'

/** Makes a server of the legacy era talk as much as `wanted`, and never less than before; those of the modern era are told with every request. A server that will not is called all the same. */
export async function tellLogLevel(session: Session, wanted: LogLevel): Promise<void> {
  const { era, capabilities, logLevel } = session
  if (era === 'modern' || capabilities.logging === undefined) return
  if (logLevel === undefined || isBelowLevel(wanted, logLevel))
    await session.setLogLevel(wanted).catch(() => undefined)
}
