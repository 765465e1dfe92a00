/** What every modern request says of itself in `_meta` (specification: 2026-07-28, basic). */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import {
  type Era,
  META_KEYS,
  NEWEST_REVISION,
  type Revision,
  RPC_CODES,
  type RpcError,
  type RpcRequest,
} from '../../protocol/index.js'
import type { AskingTurn, Question } from '../client/asking-turn.js'
import type { PendingRequest } from '../client/pending-request.js'
import type { ServedClientSelf, ServiceRequest, ServiceResponse } from '../service.js'

export type Envelope =
  | { readonly kind: 'read'; readonly client: ServedClientSelf }
  | { readonly kind: 'refused'; readonly admission: Admission }

/**
 * What differs between the eras for a server: one side each.
 * Reads what clients of its era ask, and writes what they understand. Nothing needs closing. No method throws.
 */
export interface EraSide {
  readonly era: Era
  /** Who answers a request of this principal. */
  admit(request: RpcRequest, principal?: string): Admission
  /** The response as clients of this era understand it. */
  adapt(request: ServiceRequest, response: ServiceResponse): ServiceResponse
  /** Asks the client as part of a turn; see `Turn.ask`. */
  ask(turn: AskingTurn, question: Question): void
}

export type Admission =
  /** The machine itself does. */
  | { readonly kind: 'answered'; readonly response: ServiceResponse }
  | { readonly kind: 'for-service'; readonly revision: Revision; readonly client: ServedClientSelf }
  /** It opens a stream, whose end is its answer. */
  | { readonly kind: 'stream'; readonly client: ServedClientSelf; open(pending: PendingRequest): AbortSignal }
  /** It goes on with a turn that asked the client. */
  | { readonly kind: 'retry'; resume(pending: PendingRequest): void }

export function refused(code: number, message: string, data?: RpcError['data']): Admission {
  const error = { code, message, ...defined({ data }) }
  return { kind: 'answered', response: { error } }
}

export function readEnvelope({ _meta }: JsonObject): Envelope {
  const meta = isJsonObject(_meta) ? _meta : {}
  const {
    [META_KEYS.PROTOCOL_VERSION]: revision,
    [META_KEYS.CLIENT_CAPABILITIES]: capabilities,
    [META_KEYS.CLIENT_INFO]: info,
  } = meta
  if (typeof revision !== 'string') return invalidMeta(META_KEYS.PROTOCOL_VERSION, revision, 'a string')
  if (revision !== NEWEST_REVISION) return unsupported(revision)
  if (!isJsonObject(capabilities))
    return invalidMeta(META_KEYS.CLIENT_CAPABILITIES, capabilities, 'an object')
  if (info !== undefined && !isJsonObject(info)) return invalidMeta(META_KEYS.CLIENT_INFO, info, 'an object')
  return { kind: 'read', client: { ...defined({ info }), capabilities } }
}

/** The error of a request that does not say of itself what it must; undefined for one that may be answered. */
export function errorOfEnvelope(params: JsonObject = {}): RpcError | undefined {
  const envelope = readEnvelope(params)
  if (envelope.kind === 'read' || envelope.admission.kind !== 'answered') return undefined
  const { response } = envelope.admission
  return 'error' in response ? response.error : undefined
}

function unsupported(requested: string): Envelope {
  const data = { supported: [NEWEST_REVISION], requested }
  const admission = refused(RPC_CODES.UNSUPPORTED_VERSION, 'Unsupported protocol version', data)
  return { kind: 'refused', admission }
}

function invalidMeta(key: string, value: JsonValue | undefined, wanted: string): Envelope {
  const problem = value === undefined ? 'is missing' : `is not ${wanted}`
  const admission = refused(RPC_CODES.INVALID_PARAMS, `Invalid params: "${key}" of _meta ${problem}`)
  return { kind: 'refused', admission }
}
