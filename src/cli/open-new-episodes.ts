/** A recording that grows: what is not in it is asked of the server itself. */

import { counted, defined, UsageError } from '../base/index.js'
import { type ServerEntry, statedFootprints } from '../config/index.js'
import { isHandshake } from '../protocol/index.js'
import { type Recording, recordEvents } from '../recording/index.js'
import { captureRedactor } from '../recording/redaction/index.js'
import { createLiveServer, createReplay } from '../replay/index.js'
import type { Session } from '../session/index.js'
import type { DiscreetIo } from './discreet-io.js'
import { environmentSecrets, type OpenReplay, type RecordingChoice } from './open-replay.js'
import { recorderOf } from './recording-of-server.js'
import type { ServerChoice } from './server-options.js'
import { nameServers, startServer } from './servers.js'
import { ignoredArguments, readSettings } from './settings.js'
import { openStoreToWrite } from './stores.js'

/** Disposing stops the server, and resolves when all that it said is stored. */
export type NewEpisodes = OpenReplay & AsyncDisposable

/**
 * The server is started at once where no handshake was recorded, else with the first request that needs it. What is new is asked of
 * it each time, and answered from the recording when that is opened again.
 */
export async function openNewEpisodes(
  { from, server: _, settings, ...options }: RecordingChoice,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<NewEpisodes> {
  const named = await nameServers(choice, io)
  const project = await readSettings(settings, io)
  const store = await openStoreToWrite(from, io)
  const recordings: Recording[] = []
  for await (const each of store.list()) recordings.push(each)
  const entry = theServer(
    named.entries,
    recordings.map(({ server }) => server),
  )
  const redactor = captureRedactor(
    store,
    [...environmentSecrets(io), ...named.secrets],
    project.recordings.redact,
  )
  const ignore = await ignoredArguments(project, entry.name)
  const recorder = await recorderOf(entry, {
    ...{ store, redactor: () => redactor, io },
    stated: statedFootprints(project),
  })
  let session: Session | undefined
  const live = createLiveServer(async ({ handlers, notification }) => {
    const tap = () => recordEvents(recorder)
    session = await startServer(entry, { ...choice, handlers, listeners: { notification } }, io, { tap })
    return session
  })

  async function stop(): Promise<void> {
    await session?.close()
    await recorder.settled()
    await store[Symbol.asyncDispose]()
    const count = recorder.counts.exchanges
    io.stderr(`Recorded ${counted(count, 'exchange')} of ${entry.name}\n`)
  }

  const own = recordings.filter(({ server }) => server === entry.name)
  const isKnown = own.some(({ method }) => isHandshake(method))
  try {
    if (!isKnown) await live.open()
  } catch (failure) {
    await stop()
    throw failure
  }
  const replay = createReplay({
    ...{
      clock: io.clock,
      ...options,
      recordings: own,
      server: entry.name,
      redactor,
      ignore,
      live: live.answer,
    },
    ...(session === undefined ? {} : { self: selfOf(session) }),
  })
  return Object.assign(replay, { server: entry.name, [Symbol.asyncDispose]: stop })
}

/** A server that was recorded under another name keeps that name. */
function theServer(entries: readonly ServerEntry[], recorded: readonly string[]): ServerEntry {
  const [entry, ...others] = entries
  if (entry === undefined || others.length > 0)
    throw new UsageError('USAGE', 'Cannot ask more or fewer than one server for what was not recorded', {
      hint: 'name it: understudy replay FILE --new-episodes -- node server.js',
    })
  const [name, ...more] = new Set(recorded)
  return name === undefined || more.length > 0 ? entry : { ...entry, name }
}

function selfOf({ serverInfo, capabilities, instructions }: Session) {
  return {
    serverInfo: { ...serverInfo },
    capabilities,
    ...defined({ instructions }),
  }
}
