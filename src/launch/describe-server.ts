/** What a running server says of itself. */
import { defined, SessionError } from '../base/index.js'
import { launchDigest, type ServerEntry } from '../config/server-entry.js'
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

/** Tools and identity, and what else the server tells a client or its model. */
export async function describeWholeServer(
  entry: ServerEntry,
  session: Session,
  options: RequestOptions = {},
): Promise<ServerTools> {
  const described = await describeServer(entry, session, options)
  const { capabilities, instructions, revision } = session
  const [hasPrompts, hasResources] = [capabilities.prompts, capabilities.resources].map(
    (declared) => declared !== undefined,
  )
  return {
    ...described,
    offers: {
      revision,
      ...defined({
        instructions,
        prompts: hasPrompts ? await unlessRefused(session.listPrompts(options)) : [],
        resources: hasResources ? await unlessRefused(session.listResources(options)) : [],
        templates: hasResources ? await unlessRefused(session.listResourceTemplates(options)) : [],
      }),
    },
  }
}

/** Some declare resources, and know no templates. */
async function unlessRefused<T>(listing: Promise<T>): Promise<T | undefined> {
  try {
    return await listing
  } catch (failure) {
    if (failure instanceof SessionError && failure.code === 'RPC_ERROR') return undefined
    throw failure
  }
}

function reachOf(entry: ServerEntry): Pick<ServerTools, 'reach'> {
  const reach = serverReach(entry)
  return defined({ reach })
}
