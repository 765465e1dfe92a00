/** What of a notification a client wants to hear while its request is answered. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { type Era, isBelowLevel, META_KEYS, type RpcRequest } from '../../protocol/index.js'

/** The params to send; `nothing` when the client did not ask for it; `elsewhere` when it belongs on another stream. */
export function toldParams(
  era: Era,
  { params }: RpcRequest,
  method: string,
  told: JsonObject | undefined,
): JsonObject | undefined | 'nothing' | 'elsewhere' {
  const meta = isJsonObject(params?._meta) ? params._meta : {}
  if (method === 'notifications/progress') return progress(meta.progressToken, told)
  if (era === 'legacy') return told
  if (method === 'notifications/message')
    return isLoud(told?.level, meta[META_KEYS.LOG_LEVEL]) ? told : 'nothing'
  return ON_SUBSCRIPTIONS.test(method) ? 'elsewhere' : told
}

const ON_SUBSCRIPTIONS = /^notifications\/(?:(?:tools|prompts|resources)\/list_changed|resources\/updated)$/

function progress(token: JsonValue | undefined, told: JsonObject | undefined): JsonObject | 'nothing' {
  const own = told?.progressToken ?? token
  return own === undefined ? 'nothing' : { ...told, progressToken: own }
}

/** A request without a level wants no logs (specification: 2026-07-28, logging). */
function isLoud(level: JsonValue | undefined, least: JsonValue | undefined): boolean {
  return least !== undefined && !isBelowLevel(level, least)
}
