/** A server that the user set up for rehearsals, with what has to be done before and afterwards. */
import { defined, packageVersion, TransportError } from '../base/index.js'
import type { StandIn } from '../config/index.js'
import { type Surrounded, surround } from '../transport/index.js'
import { type AskedServer, openAskedServer } from './asked-server.js'
import type { ContactOptions } from './options.js'

/** Milliseconds: a dump may be large. */
const BEFORE_MS = 600_000
const AFTER_MS = 60_000

export interface OpenStandIn extends AsyncDisposable {
  readonly server: AskedServer
}

/**
 * Disposing ends the server, and takes its world away; what fails then is told to `warn`.
 * @throws TransportError STAND_IN_FAILED, and what `connectEntry` throws; what was set up is taken away then
 */
export async function openStandIn(
  name: string,
  { with: entry, before, after }: StandIn,
  options: ContactOptions,
  signal: AbortSignal | undefined,
): Promise<OpenStandIn> {
  const { env, cwd, session, warn, clock } = options
  const what = `the stand-in of ${JSON.stringify(name)}`
  if ('unusable' in entry)
    throw new TransportError('STAND_IN_FAILED', `Cannot set up ${what}: ${entry.unusable}`, {
      hint: `correct "rehearse" of ${JSON.stringify(name)} in the settings`,
    })
  const own = entry.launch.kind === 'stdio' ? entry.launch.env : {}
  const world = await surround({
    ...{ what, env: { ...withoutMissing(env), ...own }, cwd, beforeMs: BEFORE_MS, afterMs: AFTER_MS },
    ...defined({ before, after, signal, clock }),
  })
  try {
    const server = await openAskedServer(entry, {
      ...(session?.(name) ?? { clientInfo: { name: 'understudy', version: packageVersion() } }),
      ...(signal === undefined ? {} : { signal }),
    })
    return {
      server,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
        await endWorld(world, what, warn)
      },
    }
  } catch (failure) {
    await endWorld(world, what, warn)
    throw failure
  }
}

async function endWorld(world: Surrounded, what: string, warn: ContactOptions['warn']): Promise<void> {
  const why = await world.end()
  if (why !== undefined) warn(`What was set up for ${what} may still be there: its command "after" ${why}`)
}

function withoutMissing(env: ContactOptions['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((each): each is [string, string] => each[1] !== undefined),
  )
}
