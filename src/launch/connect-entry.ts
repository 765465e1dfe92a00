/** Starts the server of an entry, or reaches it, and opens a session with it: all of the package does it in this way. */
import { assertNever, type Clock, defined } from '../base/index.js'
import type { ContainerLaunch, ServerEntry } from '../config/index.js'
import { openSession, type Session, type SessionOptions } from '../session/index.js'
import {
  type ContainerTarget,
  type Launch,
  startContainer,
  startHttp,
  startStdio,
  type TapEvent,
  type Transport,
  tapTransport,
} from '../transport/index.js'
import { withMarks } from './gateway-marks.js'
import type { OpenReplay } from './serve-recording.js'

export interface ConnectEntryOptions extends SessionOptions {
  /** Is told every message in both directions, every line of noise and of standard error, and the end. */
  readonly tap?: (event: TapEvent) => void
  /** Stands around the connection, between the tap and the session: it sees first what the session sends. */
  readonly around?: (transport: Transport) => Transport
  /** Opens what was recorded, for an entry that is a cassette. Default: as it was recorded, with no settings. */
  readonly openReplay?: OpenReplay
  /** The gateways that stand in front of the server: it is told of them. */
  readonly marks?: readonly string[]
  /** Starts commands elsewhere than on this machine itself, such as in a copy of it. Default: `startStdio`. */
  readonly startCommand?: (launch: Launch) => Promise<Transport>
  /** From its abort on, what was started is ended in a second, and not in four. */
  readonly hurry?: AbortSignal
}

/**
 * Closing the session ends what was started for it. A failed start leaves nothing behind. With the era `auto`, a process that
 * exits when it is asked for its era is started again.
 * @throws TransportError SPAWN_FAILED, ENGINE_MISSING, ENGINE_FAILED; SessionError HANDSHAKE_FAILED, REVISION_UNSUPPORTED or
 *   REQUEST_ABORTED; UsageError for what cannot be started at all; StoreError for a cassette that cannot be read
 */
export async function connectEntry(entry: ServerEntry, options: ConnectEntryOptions): Promise<Session> {
  const { tap, around = itself, openReplay, marks, hurry, startCommand: _, ...session } = options
  const open = async (): Promise<Transport> => {
    const transport = await startTransport(withMarks(entry, marks ?? []), options)
    return around(tap === undefined ? transport : tapTransport(transport, tap, session.clock))
  }
  const transport = await open()
  return openSession({ ...session, transport, ...(isProcess(entry) ? { reopen: open } : {}) })
}

function itself(transport: Transport): Transport {
  return transport
}

function isProcess({ launch: { kind } }: ServerEntry): boolean {
  return kind === 'stdio' || kind === 'container'
}

/** The connection alone: whoever asked speaks over it, and closes it. @throws as `connectEntry`, but no SessionError */
export async function startTransport(
  { name, launch }: ServerEntry,
  options: Pick<ConnectEntryOptions, 'signal' | 'openReplay' | 'clock' | 'hurry' | 'startCommand'>,
): Promise<Transport> {
  const { signal, openReplay } = options
  const clock = clockOf(options)
  const ending = options.hurry === undefined ? clock : { ...clock, hurry: options.hurry }
  switch (launch.kind) {
    case 'stdio': {
      const { command, args, env, cwd } = launch
      const process = { command, args, env, ...(cwd === undefined ? {} : { cwd }) }
      return options.startCommand?.(process) ?? startStdio(process, ending)
    }
    case 'http':
      return startHttp(launch.url, { headers: launch.headers, ...clock })
    case 'container':
      return startContainer(containerTarget(launch), {
        ...ending,
        ...defined({ signal }),
      })
    case 'cassette': {
      // Loaded only where a recording stands in for a server.
      const { serveRecording } = await import('./serve-recording.js')
      return serveRecording(launch.file, name, {
        ...clock,
        ...defined({ openReplay }),
      })
    }
    default:
      return assertNever(launch)
  }
}

function clockOf({ clock }: { readonly clock?: Clock }): { readonly clock?: Clock } {
  return defined({ clock })
}

/** An entry that is a container, in the words of the transport. */
export function containerTarget({ kind: _, cwd, ...launch }: ContainerLaunch): ContainerTarget {
  return { ...launch, ...defined({ workdir: cwd }) }
}
