/** Who asks, as far as servers may know: the client of one request. */
import { canonicalJson, isJsonObject, type JsonObject, SessionError } from '../../base/index.js'
import { isBelowLevel } from '../../protocol/index.js'
import type { ServedClientSelf, ServiceRequest, Turn } from '../../server/index.js'
import type { LogLevel } from '../../session/index.js'
import type { Requester } from '../requester.js'

export interface ServedRequester extends Requester {
  /** The request is answered: what servers tell after that goes to the client's connection, where it has one. */
  leave(): void
}

/** `logLevel` is what the client has asked for. */
export function requesterOf(
  request: ServiceRequest,
  turn: Turn,
  principal: string,
  logLevel?: LogLevel,
): ServedRequester {
  return new TurnRequester(request, turn, principal, logLevel)
}

/** A class, for there is one a request, and most need no signal. */
class TurnRequester implements ServedRequester {
  readonly key: string
  readonly principal: string
  readonly capabilities: JsonObject
  readonly logLevel?: LogLevel
  readonly traceparent?: string
  readonly gone?: AbortSignal
  readonly client?: string
  readonly clientName?: string
  readonly hasCostlySignal = true
  readonly #request: ServiceRequest
  readonly #turn: Turn
  #hasLeft = false

  constructor(request: ServiceRequest, turn: Turn, principal: string, logLevel: LogLevel | undefined) {
    const { connection, client } = request
    this.#request = request
    this.#turn = turn
    this.principal = principal
    this.capabilities = askableCapabilities(client)
    this.key = answererKey(request, this.capabilities)
    if (logLevel !== undefined) this.logLevel = logLevel
    const { _meta: meta } = request.params ?? {}
    if (isJsonObject(meta) && typeof meta.traceparent === 'string') this.traceparent = meta.traceparent
    if (hasConnection(request)) this.gone = connection.closed
    const own = clientOf(request, principal)
    if (own !== undefined) this.client = own
    const { name } = client.info ?? {}
    if (typeof name === 'string') this.clientName = name
  }

  get signal(): AbortSignal {
    return this.#turn.signal
  }

  async ask(method: string, params: JsonObject): Promise<JsonObject> {
    const response = await this.#turn.ask(method, params)
    if ('error' in response) {
      const { message } = response.error
      throw new SessionError(
        'RPC_ERROR',
        `Cannot get an answer to ${method}: the client refused: ${message}`,
        {
          data: { ...response.error },
        },
      )
    }
    if (isJsonObject(response.result)) return response.result
    throw new SessionError('RESPONSE_INVALID', `Cannot use the client's answer to ${method}: it is no object`)
  }

  tell(method: string, params: JsonObject, isAgainstLevel = false): void {
    if (TOLD_ELSEWHERE.test(method) || isOfRequest(method, params)) return
    if (method === LOG && !isAgainstLevel && isBelowLevel(params.level, this.logLevel)) return
    const { era, connection } = this.#request
    // Whoever serves the modern era keeps to the level of the request.
    if (!this.#hasLeft && isAgainstLevel && era === 'modern')
      this.#turn.sendRaw(JSON.stringify({ jsonrpc: '2.0', method, params }))
    else if (!this.#hasLeft) this.#turn.notify(method, params)
    else if (era === 'legacy') connection.notify(method, params)
  }

  leave(): void {
    this.#hasLeft = true
  }
}

const LOG = 'notifications/message'

/** Changes are told to all who want to hear of them, and who hears of what is settled with each client. */
const TOLD_ELSEWHERE = /^notifications\/(?:cancelled|.*list_changed|resources\/updated|subscriptions\/.*)$/

/** Progress is told with the token of the client's request. Tokens of ours are numbers: another one is the server's own affair. */
function isOfRequest(method: string, { progressToken }: JsonObject): boolean {
  return method === 'notifications/progress' && typeof progressToken !== 'string'
}

const CANNOT_BE_ASKED: JsonObject = {}
const QUESTIONS = ['roots', 'sampling', 'elicitation'] as const

function askableCapabilities({ capabilities }: ServedClientSelf): JsonObject {
  const { roots, sampling, elicitation } = capabilities
  if (roots === undefined && sampling === undefined && elicitation === undefined) return CANNOT_BE_ASKED
  return Object.fromEntries(
    QUESTIONS.flatMap((name) => {
      const declared = capabilities[name]
      return declared === undefined ? [] : [[name, declared]]
    }),
  )
}

/** Every request of a modern client over HTTP stands alone: its connection is that of all others too. */
function hasConnection({ era, http }: ServiceRequest): boolean {
  return era === 'legacy' || http === undefined
}

function clientOf({ era, connection }: ServiceRequest, principal: string): string | undefined {
  if (connection.isShared !== true) return `connection ${connection.id}`
  return era === 'modern' ? `principal ${principal}` : undefined
}

function answererKey({ era, connection }: ServiceRequest, capabilities: JsonObject): string {
  if (capabilities === CANNOT_BE_ASKED) return 'asks nobody'
  // In the legacy era a client says once for its connection what it can be asked.
  return era === 'legacy' ? connection.id : `${connection.id} ${canonicalJson(capabilities)}`
}
