/** Serves a server on stdio over HTTP: to each session of the legacy era one of its own, to all else of a client one that is shared. */
import type { ParamHeader } from '../protocol/index.js'
import { type HttpServing, type ServedHttp, serveConversations } from '../server/index.js'
import type { Transport } from '../transport/index.js'
import { createFrontSession } from './front-session.js'
import { createSharedServer, type SharedServer } from './shared-server.js'
import { type ServerListener, type StartedServer, startServer } from './started-server.js'

export interface HttpFrontOptions {
  /** Starts the server anew. */
  readonly open: () => Promise<Transport>
  readonly serving: HttpServing
  /** Which arguments of a tool travel as headers too, as far as the server has listed it. */
  readonly paramHeaders: (tool: string) => readonly ParamHeader[] | undefined
  /** Is told what servers say that is no message, and why one ended. */
  readonly onLine: (line: string) => void
}

/**
 * Starts one server, which the first client gets, and resolves when clients can connect.
 * Closing it resolves when no server runs any more.
 * @throws what `open` throws; TransportError HTTP_FAILED when the port cannot be had. Nothing is left running
 */
export async function startHttpFront(options: HttpFrontOptions): Promise<ServedHttp> {
  const { open, serving, paramHeaders, onLine } = options
  const running = new Set<StartedServer>()
  const ending = new Set<Promise<void>>()
  /** Clients of different principals share nothing. */
  const shared = new Map<string | undefined, SharedServer>()
  // That a server cannot be started is told before anybody asks for it.
  let spare: Transport | undefined = await open()

  function start(listener: Omit<ServerListener, 'line'>): StartedServer {
    const given = spare
    spare = undefined
    const started = startServer(given === undefined ? open() : Promise.resolve(given), {
      message: listener.message,
      line: onLine,
      ended(reason) {
        onLine(`The server ended: ${reason}`)
        void stop()
        listener.ended(reason)
      },
    })
    function stop(): Promise<void> {
      running.delete(started)
      const end = started.close()
      ending.add(end)
      return end.finally(() => ending.delete(end))
    }
    running.add(started)
    return { send: started.send, close: stop }
  }

  function sharedBy(principal: string | undefined): SharedServer {
    const found = shared.get(principal) ?? createSharedServer(start)
    shared.set(principal, found)
    return found
  }

  const served = await serveConversations(
    {
      openSession: (session) => createFrontSession(session, start),
      openModern: ({ principal }) => sharedBy(principal).open(),
      heard: (message, { principal }) => sharedBy(principal).tell(message),
      headersOf: (tool) => paramHeaders(tool) ?? [],
      close: () => undefined,
    },
    { maxSessions: MAX_SESSIONS, ...serving },
  ).catch(async (failure: unknown) => {
    await spare?.close()
    throw failure
  })

  async function close(): Promise<void> {
    await served.close()
    await Promise.all([spare?.close(), ...[...running].map((each) => each.close()), ...ending])
  }
  let over: Promise<void> | undefined
  const closeOnce = (): Promise<void> => {
    over ??= close()
    return over
  }
  return { ...served, close: closeOnce, [Symbol.asyncDispose]: closeOnce }
}

/** Each is a process. Most clients never end their session: the one that was not used for longest makes room. */
const MAX_SESSIONS = 32
