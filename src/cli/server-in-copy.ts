/** A server in a throwaway copy of this machine: as `startServer` starts one, and nothing that it does lasts. */
import type { ServerEntry, Settings } from '../config/index.js'
import type { ServerCopy } from '../copy/index.js'
import type { Session } from '../session/index.js'
import type { CliIo } from './cli-io.js'
import { type CopyNotes, createCopyNotes } from './copy-notes.js'
import { type StartChoice, startServer } from './servers.js'
import type { FrameTrace } from './trace-file.js'

export interface CopiedHow {
  readonly project: Settings
  readonly tap?: FrameTrace['tap'] | undefined
  /** Of the command, where it makes more than one copy. */
  readonly notes?: CopyNotes
}

/** Disposing ends the server, and then its world. */
export interface ServerInCopy extends AsyncDisposable {
  readonly session: Session
  readonly copy: ServerCopy
}

/**
 * Starts one server in a copy of its own. What it writes when it starts is no change of the copy.
 * @throws what `openServerCopy` and `startServer` throw; nothing is left then
 */
export async function startServerInCopy(
  entry: ServerEntry,
  choice: StartChoice,
  io: CliIo,
  { project, tap, notes = createCopyNotes(io) }: CopiedHow,
): Promise<ServerInCopy> {
  const copy = await openServerCopy(entry, project, io, notes)
  try {
    const session = await startServer(entry, choice, io, { ...(tap && { tap }), startCommand: copy.start })
    await copy.changes()
    return {
      session,
      copy,
      async [Symbol.asyncDispose]() {
        await session.close()
        await copy[Symbol.asyncDispose]()
      },
    }
  } catch (failure) {
    await copy[Symbol.asyncDispose]()
    throw failure
  }
}

/**
 * A copy in which nothing runs yet. Where it is no whole copy, and when something in it tries to reach out, that is told.
 * @throws TransportError COPY_REFUSED for a server that cannot be copied, and where no copy can be made; SandboxError SANDBOX_MISSING
 */
export async function openServerCopy(
  entry: ServerEntry,
  project: Settings,
  io: CliIo,
  notes: CopyNotes = createCopyNotes(io),
): Promise<ServerCopy> {
  // Loaded only where something is copied.
  const { createServerCopy } = await import('../copy/index.js')
  const { serverSettings } = await import('../config/index.js')
  const copy = await createServerCopy(entry, {
    baseDir: io.cwd,
    copy: { clock: io.clock },
    settings: serverSettings(project, entry.name),
    onNetworkAttempt: notes.reachedOut,
  })
  copy.partly.forEach(notes.partly)
  return copy
}
