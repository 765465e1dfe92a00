/** A server that is probed: in place, or in throwaway copies. */
import type { ServerEntry, Settings } from '../../config/index.js'
import { createFreshCaller, createLiveCaller, type ProbeCaller } from '../../probe/index.js'
import type { TapEvent } from '../../transport/index.js'
import type { CopyNotes } from '../copy-notes.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ServerInCopy, startServerInCopy } from '../server-in-copy.js'
import type { ServerChoice } from '../server-options.js'
import { startServer } from '../servers.js'
import type { FrameTrace } from '../trace-file.js'

export interface ProbedWorld {
  readonly choice: ServerChoice
  readonly io: DiscreetIo
  readonly trace: FrameTrace | undefined
  readonly notes: CopyNotes
  readonly project: Settings
}

export interface OpenedCaller extends AsyncDisposable {
  readonly caller: ProbeCaller
}

/** In place. */
export async function openHere(
  entry: ServerEntry,
  signal: AbortSignal,
  { choice, io, trace }: ProbedWorld,
): Promise<OpenedCaller> {
  const caller = await createLiveCaller({
    open: (see) => startServer(entry, choice, { ...io, signal }, { tap: tapBoth(trace, see) }),
    timeoutMs: choice.timeoutMs,
    signal,
  })
  return { caller, [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose]() }
}

/** Each time that the server is opened it stands in a copy of its own. */
export async function openInCopies(
  entry: ServerEntry,
  signal: AbortSignal,
  { choice, io, trace, notes, project }: ProbedWorld,
): Promise<OpenedCaller> {
  let server: ServerInCopy | undefined
  const live = await createLiveCaller({
    async open(see) {
      await server?.[Symbol.asyncDispose]()
      server = undefined
      const how = { tap: tapBoth(trace, see), notes, project }
      server = await startServerInCopy(entry, choice, { ...io, signal }, how)
      return server.session
    },
    timeoutMs: choice.timeoutMs,
    signal,
  })
  const caller = createFreshCaller(live, {
    changed: async () => ((await server?.copy.changes()) ?? []).length > 0,
    networkAttempts: () => server?.copy.networkAttempts() ?? 0,
  })
  return {
    caller,
    async [Symbol.asyncDispose]() {
      await live[Symbol.asyncDispose]()
      await server?.[Symbol.asyncDispose]()
    },
  }
}

function tapBoth(trace: FrameTrace | undefined, see: (event: TapEvent) => void): FrameTrace['tap'] {
  return (server) => {
    const note = trace?.tap(server)
    return (event) => {
      note?.(event)
      see(event)
    }
  }
}
