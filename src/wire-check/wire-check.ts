/** Holds every message of a connection against the protocol's own schema of its revision. */
import { isJsonObject, type JsonObject, type JsonValue, parseJson, shorten } from '../base/index.js'
import {
  type ClassifiedMessage,
  type ClassifiedResponse,
  classifyMessage,
  eraOf,
  isRevision,
  NEWEST_LEGACY_REVISION,
  type Revision,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
  whyNoBatch,
} from '../protocol/index.js'
import type { TapEvent } from '../transport/index.js'
import type { ProtocolSchemas, Side } from './protocol-schemas.js'
import { createViolationLog, type WireViolation } from './violation-log.js'

export type { WireViolation } from './violation-log.js'

export interface WireCheck {
  /** Takes the next event of a tap on the client's side; returns what is wrong with it. */
  see(event: TapEvent): readonly WireViolation[]
  /** What was wrong so far: the first 1000, and no more than about four million characters of their frames. */
  readonly violations: readonly WireViolation[]
  /** How many more there were, of each side. */
  readonly further: Readonly<Record<Side, number>>
  /** How many messages were too deep or too long to be read, or to be held against their schema to the end: nobody is blamed for them. */
  readonly unchecked: number
}

/** Creates the check of one connection. It learns the revision from the handshake, or from each request's metadata. */
export function createWireCheck(schemas: ProtocolSchemas): WireCheck {
  return new SchemaWireCheck(schemas)
}

class SchemaWireCheck implements WireCheck {
  readonly #schemas: ProtocolSchemas
  readonly #log = createViolationLog()
  readonly #requests: Readonly<Record<Side, Map<RpcId, Asked>>> = { client: new Map(), server: new Map() }
  readonly violations: readonly WireViolation[]
  readonly further: Readonly<Record<Side, number>>
  #negotiated: Revision | undefined
  /** Of the latest request that named one: the messages around it, which name none, are of the same. */
  #named: Revision | undefined
  #hasHandshake = false
  #isInitialized = false
  #unchecked = 0

  constructor(schemas: ProtocolSchemas) {
    this.#schemas = schemas
    this.violations = this.#log.kept
    this.further = this.#log.further
  }

  get unchecked(): number {
    return this.#unchecked
  }

  readonly see = (event: TapEvent): readonly WireViolation[] => {
    if (event.kind === 'sent-text') this.#noteSentText(event.text)
    if (event.kind === 'noise' && event.noise.isBeyondUs === true) this.#unchecked++
    const found = seen(event, this.#look)
    this.#log.add(found)
    return found
  }

  readonly #look = (side: Side, value: JsonValue): string[] => {
    if (Array.isArray(value)) return this.#lookAtBatch(side, value)
    const classified = classifyMessage(value)
    switch (classified.kind) {
      case 'request':
        return [...this.#lookAtOrder(side, classified), ...this.#lookAtRequest(side, classified.message)]
      case 'notification':
        return [...this.#lookAtOrder(side, classified), ...this.#lookAtNotification(side, classified.message)]
      case 'result':
      case 'failure':
        return this.#lookAtResponse(side, classified)
      case 'invalid':
        return [classified.reason]
    }
  }

  #lookAtBatch(side: Side, items: readonly JsonValue[]): string[] {
    const found = items.flatMap((item) => this.#look(side, item))
    const why = whyNoBatch(this.#negotiated)
    return why === undefined ? found : [why, ...found]
  }

  /** A legacy client says initialize, then notifications/initialized, then everything else; pings are always fine. */
  #lookAtOrder(side: Side, { message }: Exclude<ClassifiedMessage, { kind: 'invalid' }>): string[] {
    const method = String(message.method)
    if (side === 'server' || modernRevision(message) !== undefined) return []
    if (method === 'initialize') this.#hasHandshake = true
    if (method === 'notifications/initialized') this.#isInitialized = true
    // Notifications of the modern era name no revision.
    if (message.id === undefined && this.#named !== undefined && !this.#hasHandshake) return []
    const isEarly = !this.#isInitialized && !ALLOWED_BEFORE_INITIALIZED.has(method)
    return isEarly ? [`${method} was sent before notifications/initialized`] : []
  }

  #lookAtRequest(side: Side, message: RpcRequest): string[] {
    const isReused = this.#requests[side].has(message.id)
    const { revision, definition } = this.#note(side, message)
    return [
      ...(isReused ? [`the id ${JSON.stringify(message.id)} was used before`] : []),
      ...this.#lookAtMethod(revision, side, 'Request', message.method),
      ...this.#issues(revision, 'JSONRPCRequest', message),
      ...(definition === undefined ? [] : this.#issues(revision, definition, message)),
    ]
  }

  /** Remembers a request until it is answered, and of it no more than reading its answer takes. */
  #note(side: Side, message: RpcRequest): Asked {
    const { id, method, params } = message
    const modern = modernRevision(message)
    this.#named = modern ?? this.#named
    const revision = modern ?? proposedRevision(message) ?? this.#current()
    const asked: Asked = {
      method,
      wantsTask: params?.task !== undefined,
      revision,
      definition: this.#schemas.definitionOf(revision, side, 'Request', method),
      owed: 1 + (this.#requests[side].get(id)?.owed ?? 0),
    }
    this.#requests[side].set(id, asked)
    const [oldest] = this.#requests[side].keys()
    if (this.#requests[side].size > MAX_REMEMBERED && oldest !== undefined)
      this.#requests[side].delete(oldest)
    return asked
  }

  #lookAtNotification(side: Side, message: RpcNotification): string[] {
    const revision = modernRevision(message) ?? this.#current()
    const definition = this.#schemas.definitionOf(revision, side, 'Notification', message.method)
    return [
      ...this.#lookAtMethod(revision, side, 'Notification', message.method),
      ...this.#issues(revision, 'JSONRPCNotification', message),
      ...(definition === undefined ? [] : this.#issues(revision, definition, message)),
    ]
  }

  /** Methods that the protocol does not know are extensions; one that only the other side may send is wrong. */
  #lookAtMethod(revision: Revision, side: Side, kind: 'Request' | 'Notification', method: string): string[] {
    const ofOther = this.#schemas.definitionOf(revision, otherSide(side), kind, method)
    const isWrong =
      ofOther !== undefined && this.#schemas.definitionOf(revision, side, kind, method) === undefined
    return isWrong ? [`a ${side} does not send ${method}`] : []
  }

  #lookAtResponse(side: Side, response: ClassifiedResponse): string[] {
    const { id } = response.message
    const asked = id === undefined || id === null ? undefined : this.#requests[otherSide(side)].get(id)
    if (asked === undefined)
      return response.kind === 'failure' && (id === undefined || id === null)
        ? this.#issues(this.#current(), this.#errorDefinition(this.#current()), response.message)
        : [`it answers no request: nothing was asked with the id ${JSON.stringify(id)}`]
    const twice = asked.owed === 0 ? ['it answers a request that was answered before'] : []
    asked.owed = Math.max(0, asked.owed - 1)
    if (response.kind === 'failure')
      return [
        ...twice,
        ...this.#issues(asked.revision, this.#errorDefinition(asked.revision), response.message),
      ]
    if (asked.method === 'initialize') return [...twice, ...this.#lookAtHandshake(response.message.result)]
    return [...twice, ...this.#lookAtResult(asked, response.message.result)]
  }

  #lookAtHandshake(result: JsonValue): string[] {
    const revision = isJsonObject(result) ? result.protocolVersion : undefined
    if (!isRevision(revision) || eraOf(revision) === 'modern')
      return [
        `initialize was answered with ${JSON.stringify(revision)}, which is no revision that has a handshake`,
      ]
    this.#negotiated = revision
    return this.#issues(revision, 'InitializeResult', result)
  }

  #lookAtResult(asked: Asked, result: JsonValue): string[] {
    const { revision } = asked
    if (asked.definition === undefined) return this.#issues(revision, 'Result', result)
    const own = asked.definition.replace(/Request$/, 'Result')
    const special = specialResult(asked, result)
    const definition = [special, own].find((name) => name !== undefined && this.#schemas.has(revision, name))
    return this.#issues(revision, definition ?? 'EmptyResult', result)
  }

  #issues(revision: Revision, definition: string, value: JsonValue): string[] {
    const found = this.#schemas.check(revision, definition, value)
    if (found.some(({ keyword }) => keyword === 'complexity')) {
      this.#unchecked++
      return []
    }
    return found.map(({ message }) => `it breaks ${definition} of ${revision}: ${message}`)
  }

  #errorDefinition(revision: Revision): string {
    return this.#schemas.has(revision, 'JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError'
  }

  #current(): Revision {
    return this.#negotiated ?? this.#named ?? NEWEST_LEGACY_REVISION
  }

  /** What was sent as text may be wrong on purpose; but an answer to it answers something. */
  #noteSentText(text: string): void {
    const value = parsedOrUndefined(text)
    for (const item of Array.isArray(value) ? value : [value]) {
      const classified = item === undefined ? undefined : classifyMessage(item)
      if (classified?.kind === 'request') this.#note('client', classified.message)
    }
  }
}

interface Asked {
  readonly method: string
  /** It asks for a task instead of a result (revision 2025-11-25). */
  readonly wantsTask: boolean
  readonly revision: Revision
  readonly definition: string | undefined
  /** Answers that are still to come: more than one where its side has used the id again. */
  owed: number
}

/** Requests of one side, answered ones among them: who repeats an answer does it soon. */
const MAX_REMEMBERED = 100_000

const ALLOWED_BEFORE_INITIALIZED = new Set([
  'initialize',
  'ping',
  'notifications/initialized',
  'notifications/cancelled',
])

function seen(event: TapEvent, look: (side: Side, value: JsonValue) => string[]): WireViolation[] {
  if (event.kind === 'noise') {
    const { line, reason, place, isBeyondUs } = event.noise
    if (isBeyondUs === true) return []
    return [
      {
        side: 'server',
        text: `${place === undefined ? 'standard output carries a line that' : place} is no message, ${reason}`,
        frame: shorten(line, 1000),
      },
    ]
  }
  if (event.kind !== 'sent' && event.kind !== 'received') return []
  const side = event.kind === 'sent' ? 'client' : 'server'
  return look(side, event.message).map((text) => ({ side, text, frame: event.message }))
}

function specialResult({ wantsTask }: Asked, result: JsonValue): string | undefined {
  const resultType = isJsonObject(result) ? result.resultType : undefined
  if (resultType === 'input_required') return 'InputRequiredResult'
  // An extension's: what the protocol says of every result.
  if (resultType === 'task') return 'Result'
  return wantsTask ? 'CreateTaskResult' : undefined
}

function parsedOrUndefined(text: string): JsonValue | undefined {
  try {
    return parseJson(text, 'a text that was sent')
  } catch {
    // It need not be JSON.
    return undefined
  }
}

/** A modern message names its revision in its metadata (specification: 2026-07-28, basic). */
function modernRevision({ params }: JsonObject): Revision | undefined {
  const meta = isJsonObject(params) ? params._meta : undefined
  const revision = isJsonObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined
  return isRevision(revision) ? revision : undefined
}

function proposedRevision({ method, params }: RpcRequest): Revision | undefined {
  const revision = method === 'initialize' ? params?.protocolVersion : undefined
  return isRevision(revision) ? revision : undefined
}

function otherSide(side: Side): Side {
  return side === 'client' ? 'server' : 'client'
}
