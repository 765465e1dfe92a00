/** What a running server says of itself. */
import { defined } from '../base/index.js'
import { launchDigest, type ServerEntry } from '../config/index.js'
import type { ServerTools } from '../registry/index.js'
import type { RequestOptions, Session } from '../session/index.js'
import { serverReach } from './server-reach.js'

/** What it takes to be asked: a session, or less. */
export type AskedSession = Pick<Session, 'serverInfo' | 'capabilities' | 'listTools'>

/** Tools and identity. */
export async function describeServer(
  entry: ServerEntry,
  session: AskedSession,
  options: RequestOptions = {},
): Promise<ServerTools> {
  const { version } = session.serverInfo
  return {
    server: entry.name,
    ...defined({ version }),
    // Recordings know how their server was launched, which is another way than this.
    ...(entry.launch.kind === 'cassette' ? {} : { launch: launchDigest(entry) }),
    ...reachOf(entry),
    capabilities: session.capabilities,
    tools: await session.listTools(options),
  }
}

function reachOf(entry: ServerEntry): Pick<ServerTools, 'reach'> {
  const reach = serverReach(entry)
  return defined({ reach })
}
