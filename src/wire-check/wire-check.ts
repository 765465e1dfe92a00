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
  const log = createViolationLog()
  const requests: Readonly<Record<Side, Map<RpcId, Asked>>> = { client: new Map(), server: new Map() }
  let negotiated: Revision | undefined
  /** Of the latest request that named one: the messages around it, which name none, are of the same. */
  let named: Revision | undefined
  let hasHandshake = false
  let isInitialized = false
  let unchecked = 0

  function look(side: Side, value: JsonValue): string[] {
    if (Array.isArray(value)) return lookAtBatch(side, value)
    const classified = classifyMessage(value)
    switch (classified.kind) {
      case 'request':
        return [...lookAtOrder(side, classified), ...lookAtRequest(side, classified.message)]
      case 'notification':
        return [...lookAtOrder(side, classified), ...lookAtNotification(side, classified.message)]
      case 'result':
      case 'failure':
        return lookAtResponse(side, classified)
      case 'invalid':
        return [classified.reason]
    }
  }

  function lookAtBatch(side: Side, items: readonly JsonValue[]): string[] {
    const found = items.flatMap((item) => look(side, item))
    const why = whyNoBatch(negotiated)
    return why === undefined ? found : [why, ...found]
  }

  /** A legacy client says initialize, then notifications/initialized, then everything else; pings are always fine. */
  function lookAtOrder(side: Side, { message }: Exclude<ClassifiedMessage, { kind: 'invalid' }>): string[] {
    const method = String(message.method)
    if (side === 'server' || modernRevision(message) !== undefined) return []
    if (method === 'initialize') hasHandshake = true
    if (method === 'notifications/initialized') isInitialized = true
    // Notifications of the modern era name no revision.
    if (message.id === undefined && named !== undefined && !hasHandshake) return []
    const isEarly = !isInitialized && !ALLOWED_BEFORE_INITIALIZED.has(method)
    return isEarly ? [`${method} was sent before notifications/initialized`] : []
  }

  function lookAtRequest(side: Side, message: RpcRequest): string[] {
    const isReused = requests[side].has(message.id)
    const { revision, definition } = note(side, message)
    return [
      ...(isReused ? [`the id ${JSON.stringify(message.id)} was used before`] : []),
      ...lookAtMethod(revision, side, 'Request', message.method),
      ...issues(revision, 'JSONRPCRequest', message),
      ...(definition === undefined ? [] : issues(revision, definition, message)),
    ]
  }

  /** Remembers a request until it is answered, and of it no more than reading its answer takes. */
  function note(side: Side, message: RpcRequest): Asked {
    const { id, method, params } = message
    const modern = modernRevision(message)
    named = modern ?? named
    const revision = modern ?? proposedRevision(message) ?? current()
    const asked: Asked = {
      method,
      wantsTask: params?.task !== undefined,
      revision,
      definition: schemas.definitionOf(revision, side, 'Request', method),
      owed: 1 + (requests[side].get(id)?.owed ?? 0),
    }
    requests[side].set(id, asked)
    const [oldest] = requests[side].keys()
    if (requests[side].size > MAX_REMEMBERED && oldest !== undefined) requests[side].delete(oldest)
    return asked
  }

  function lookAtNotification(side: Side, message: RpcNotification): string[] {
    const revision = modernRevision(message) ?? current()
    const definition = schemas.definitionOf(revision, side, 'Notification', message.method)
    return [
      ...lookAtMethod(revision, side, 'Notification', message.method),
      ...issues(revision, 'JSONRPCNotification', message),
      ...(definition === undefined ? [] : issues(revision, definition, message)),
    ]
  }

  /** Methods that the protocol does not know are extensions; one that only the other side may send is wrong. */
  function lookAtMethod(
    revision: Revision,
    side: Side,
    kind: 'Request' | 'Notification',
    method: string,
  ): string[] {
    const ofOther = schemas.definitionOf(revision, otherSide(side), kind, method)
    const isWrong = ofOther !== undefined && schemas.definitionOf(revision, side, kind, method) === undefined
    return isWrong ? [`a ${side} does not send ${method}`] : []
  }

  function lookAtResponse(side: Side, response: ClassifiedResponse): string[] {
    const { id } = response.message
    const asked = id === undefined || id === null ? undefined : requests[otherSide(side)].get(id)
    if (asked === undefined)
      return response.kind === 'failure' && (id === undefined || id === null)
        ? issues(current(), errorDefinition(current()), response.message)
        : [`it answers no request: nothing was asked with the id ${JSON.stringify(id)}`]
    const twice = asked.owed === 0 ? ['it answers a request that was answered before'] : []
    asked.owed = Math.max(0, asked.owed - 1)
    if (response.kind === 'failure')
      return [...twice, ...issues(asked.revision, errorDefinition(asked.revision), response.message)]
    if (asked.method === 'initialize') return [...twice, ...lookAtHandshake(response.message.result)]
    return [...twice, ...lookAtResult(asked, response.message.result)]
  }

  function lookAtHandshake(result: JsonValue): string[] {
    const revision = isJsonObject(result) ? result.protocolVersion : undefined
    if (!isRevision(revision) || eraOf(revision) === 'modern')
      return [
        `initialize was answered with ${JSON.stringify(revision)}, which is no revision that has a handshake`,
      ]
    negotiated = revision
    return issues(revision, 'InitializeResult', result)
  }

  function lookAtResult(asked: Asked, result: JsonValue): string[] {
    const { revision } = asked
    if (asked.definition === undefined) return issues(revision, 'Result', result)
    const own = asked.definition.replace(/Request$/, 'Result')
    const special = specialResult(asked, result)
    const definition = [special, own].find((name) => name !== undefined && schemas.has(revision, name))
    return issues(revision, definition ?? 'EmptyResult', result)
  }

  function issues(revision: Revision, definition: string, value: JsonValue): string[] {
    const found = schemas.check(revision, definition, value)
    if (found.some(({ keyword }) => keyword === 'complexity')) {
      unchecked++
      return []
    }
    return found.map(({ message }) => `it breaks ${definition} of ${revision}: ${message}`)
  }

  function errorDefinition(revision: Revision): string {
    return schemas.has(revision, 'JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError'
  }

  function current(): Revision {
    return negotiated ?? named ?? NEWEST_LEGACY_REVISION
  }

  /** What was sent as text may be wrong on purpose; but an answer to it answers something. */
  function noteSentText(text: string): void {
    const value = parsedOrUndefined(text)
    for (const item of Array.isArray(value) ? value : [value]) {
      const classified = item === undefined ? undefined : classifyMessage(item)
      if (classified?.kind === 'request') note('client', classified.message)
    }
  }

  return {
    violations: log.kept,
    further: log.further,
    get unchecked() {
      return unchecked
    },
    see(event) {
      if (event.kind === 'sent-text') noteSentText(event.text)
      if (event.kind === 'noise' && event.noise.isBeyondUs === true) unchecked++
      const found = seen(event, look)
      log.add(found)
      return found
    },
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
