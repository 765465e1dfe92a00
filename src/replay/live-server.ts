/** Asks the real server what was not recorded, on behalf of whoever asks the replay. */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { Era } from '../protocol/index.js'
import { writtenResponse } from '../recording/index.js'
import type { ServiceRequest, ServiceResponse, Turn } from '../server/index.js'

/** A connection to the real server: what a session is. */
export interface LiveSession {
  readonly era: Era
  request(method: string, params: JsonObject | undefined, options: LiveRequest): Promise<JsonValue>
}

export interface LiveRequest {
  readonly signal: AbortSignal
  readonly onProgress: (progress: object) => void
  readonly onResponse: (message: JsonObject) => void
  readonly onWritten: (text: string) => void
  readonly writtenParams?: string
}

/** What the real server says beside its answers. */
export interface LiveHooks {
  readonly handlers: Readonly<Record<Asked, (params: JsonObject) => Promise<JsonObject>>>
  readonly notification: (method: string, params: JsonObject) => void
}

type Asked = 'roots/list' | 'sampling/createMessage' | 'elicitation/create'

export interface LiveServer {
  /** Connects, if it has not happened yet. */
  open(): Promise<LiveSession>
  answer(request: ServiceRequest, turn: Turn): Promise<ServiceResponse>
}

/**
 * `open` is called once, with the first request that needs it; whoever opens the session closes it. What the server asks goes to
 * the client whose request was asked last, and so does what it tells.
 */
export function createLiveServer(open: (hooks: LiveHooks) => Promise<LiveSession>): LiveServer {
  const turns = new Set<Turn>()
  let session: Promise<LiveSession> | undefined

  const ask = (method: Asked) => async (params: JsonObject) => {
    const turn = newest()
    if (turn === undefined) throw new Error(`Nobody is there who could answer ${method}`)
    const reply = await turn.ask(method, params)
    if ('error' in reply) throw new Error(reply.error.message)
    return isJsonObject(reply.result) ? reply.result : {}
  }
  const hooks: LiveHooks = {
    handlers: {
      'roots/list': ask('roots/list'),
      'sampling/createMessage': ask('sampling/createMessage'),
      'elicitation/create': ask('elicitation/create'),
    },
    notification(method, params) {
      // Progress goes to the request that wants it.
      if (method !== 'notifications/progress') newest()?.notify(method, params)
    },
  }

  function newest(): Turn | undefined {
    return [...turns].at(-1)
  }

  function opened(): Promise<LiveSession> {
    session ??= open(hooks)
    return session
  }

  return {
    open: opened,
    async answer(request, turn) {
      const live = await opened()
      turns.add(turn)
      try {
        return await askLive(live, request, turn)
      } finally {
        turns.delete(turn)
      }
    },
  }
}

async function askLive(
  live: LiveSession,
  { method, params, writtenParams, era }: ServiceRequest,
  turn: Turn,
): Promise<ServiceResponse> {
  let message: JsonObject | undefined
  let text: string | undefined
  const verbatim = () =>
    live.era === era && message !== undefined
      ? { verbatim: true as const, ...defined({ written: writtenResponse(message, text) }) }
      : {}
  const { _meta, ...asked } = params ?? {}
  try {
    const result = await live.request(method, params === undefined ? undefined : asked, {
      signal: turn.signal,
      onProgress: (progress) => turn.notify('notifications/progress', { ...progress }),
      onResponse(response) {
        message = response
      },
      onWritten(written) {
        text = written
      },
      ...defined({ writtenParams }),
    })
    return { result, ...verbatim() }
  } catch (failure) {
    // An error of the server is its answer; anything else is a failure to ask it.
    const error = message?.error
    if (!isJsonObject(error) || typeof error.code !== 'number') throw failure
    return { error: { ...error, code: error.code, message: String(error.message) } }
  }
}
