/** A server that is asked for real: one session, and the tools as they were when it was opened. */
import { defined } from '../base/index.js'
import type { Outcome, ToolCall } from '../call/index.js'
import type { ServerEntry } from '../config/index.js'
import { type ConnectEntryOptions, connectEntry } from '../launch/index.js'
import { contractOf } from '../registry/contract-of.js'
import type { RegisteredTool } from '../registry/index.js'
import type { Session } from '../session/index.js'

/** Disposing ends the session, and what was started for it. */
export interface AskedServer extends AsyncDisposable {
  readonly session: Session
  /** Why a tool of it is not what is known of it: the end of a sentence. */
  whyOther(known: RegisteredTool): Promise<string | undefined>
  call(call: ToolCall): Promise<Outcome>
}

/** @throws what `connectEntry` throws; nothing is left then */
export async function openAskedServer(
  entry: ServerEntry,
  options: ConnectEntryOptions,
): Promise<AskedServer> {
  let isListCurrent = false
  const session = await connectEntry(entry, {
    ...options,
    listeners: {
      ...options.listeners,
      notification(method, params) {
        if (method === 'notifications/tools/list_changed') isListCurrent = false
        options.listeners?.notification?.(method, params)
      },
    },
  })
  let contracts: ReadonlyMap<string, string> = new Map()
  return {
    session,
    async whyOther({ name, fingerprint }) {
      if (!isListCurrent) {
        // First: a change that is told meanwhile counts.
        isListCurrent = true
        const tools = await session.listTools(defined({ signal: options.signal }))
        contracts = new Map(tools.map((tool) => [tool.name, contractOf(tool).fingerprint]))
      }
      const now = contracts.get(name)
      if (now === undefined) return 'the server lists no such tool any more'
      return now === fingerprint
        ? undefined
        : 'its contract is another one than it was when tools were listed'
    },
    call: ({ tool, arguments: args, signal }) => session.callTool(tool, args, defined({ signal })),
    [Symbol.asyncDispose]: () => session.close(),
  }
}
