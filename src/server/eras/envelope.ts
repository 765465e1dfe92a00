/** What every modern request says of itself in `_meta` (specification: 2026-07-28, basic). */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { META_KEYS, NEWEST_REVISION, RPC_CODES, type RpcError } from '../../protocol/index.js'
import type { ServedClientSelf } from '../service.js'
import { type Admission, refused } from './era-side.js'

export type Envelope =
  | { readonly kind: 'read'; readonly client: ServedClientSelf }
  | { readonly kind: 'refused'; readonly admission: Admission }

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
