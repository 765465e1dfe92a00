/** From which level on each client wants to hear logs (specification: 2025-11-25, server/utilities/logging). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { isBelowLevel, META_KEYS } from '../protocol/index.js'
import type { Recording } from '../recording/index.js'
import type { ServedConnection, ServiceRequest } from '../server/index.js'
import type { Exchange } from './exchange.js'

export interface LogLevels {
  /** Notes what a client asks for. */
  heed(request: ServiceRequest): void
  /** True for a log below the level of this client; one that never asked for a level hears all that was recorded. */
  isUnwanted(connection: ServedConnection, method: string, params: JsonObject | undefined): boolean
}

export function createLogLevels(): LogLevels {
  const levels = new WeakMap<ServedConnection, JsonValue>()
  return {
    heed({ method, params, connection }) {
      if (method === 'logging/setLevel' && params?.level !== undefined) levels.set(connection, params.level)
    },
    isUnwanted: (connection, method, params) =>
      method === LOG && isBelowLevel(params?.level, levels.get(connection)),
  }
}

/** Whether the recorded server said a log that its client had not asked for: it does not heed levels, whoever asks. */
export function isAgainstLevel(
  { era, level }: Exchange,
  method: string,
  params: JsonObject | undefined,
): boolean {
  if (method !== LOG) return false
  // In the modern era who names no level wants no logs.
  return level === undefined ? era === 'modern' : isBelowLevel(params?.level, level)
}

/** Tells of each recording, in their order, which level was in force when it was made. */
export function createRecordedLevels(): (recording: Recording) => JsonValue | undefined {
  let told: JsonValue | undefined
  return ({ method, params, response }) => {
    const meta = params?._meta
    const own = isJsonObject(meta) ? meta[META_KEYS.LOG_LEVEL] : undefined
    if (method === 'initialize') told = undefined
    if (method === 'logging/setLevel' && response !== undefined && 'result' in response) told = params?.level
    return own ?? told
  }
}

const LOG = 'notifications/message'
