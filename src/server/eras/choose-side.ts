/** Which era a request is of: every message tells for itself, so that one connection may serve both. */
import { isJsonObject } from '../../base/index.js'
import { META_KEYS, type RpcRequest } from '../../protocol/index.js'
import type { EraSide } from './envelope.js'
import type { LegacySide } from './legacy-side.js'

/** A request is modern when its metadata names a revision, or when only modern clients ask for it and there was no handshake. */
export function chooseSide(message: RpcRequest, legacy: LegacySide, modern: EraSide): EraSide {
  if (namesRevision(message)) return modern
  return legacy.revision === undefined && MODERN_OPENINGS.has(message.method) ? modern : legacy
}

export function namesRevision({ params }: { readonly params?: unknown }): boolean {
  const meta = isJsonObject(params) ? params._meta : undefined
  return isJsonObject(meta) && meta[META_KEYS.PROTOCOL_VERSION] !== undefined
}

const MODERN_OPENINGS: ReadonlySet<string> = new Set(['server/discover', 'subscriptions/listen'])
