/** Which running servers have been called since they started: those may hold in memory what a fresh twin does not. */
import type { Outcome, ToolCall } from '../../call/index.js'
import type { Session } from '../../session/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'

export interface CalledServers {
  /** A call goes over this session. */
  note(session: Session, call: ToolCall): void
  /** The running servers, as one client has them. */
  seenBy(by: Requester): RunningServers
}

export interface RunningServers {
  /** The last calls of the client's session with a server, the newest first; undefined where it was not called since it started. */
  callsOf(server: string): Promise<readonly ToolCall[] | undefined>
  /** What it answers now. Undefined where it was not called since it started. Rejects as a call does. */
  ask(call: ToolCall): Promise<Outcome | undefined>
}

export function createCalledServers(live: LiveUpstreams): CalledServers {
  const calls = new WeakMap<Session, ToolCall[]>()
  /** For no server is a session opened to see that it was never called. */
  const servers = new Set<string>()
  return {
    note(session, call) {
      servers.add(call.server)
      calls.set(session, [call, ...(calls.get(session) ?? [])].slice(0, MOST_KEPT))
    },
    seenBy: (by) => ({
      async callsOf(server) {
        if (!servers.has(server)) return undefined
        return live.use(server, by, (session) => Promise.resolve(calls.get(session)))
      },
      async ask({ server, tool, arguments: args, signal = by.signal }) {
        return live.use(server, by, (session) =>
          calls.has(session) ? session.callTool(tool, args, { signal }) : Promise.resolve(undefined),
        )
      },
    }),
  }
}

const MOST_KEPT = 20
