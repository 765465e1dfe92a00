/** From which level on each client wants to hear logs (specification: 2025-11-25, server/utilities/logging). */
import type { JsonObject } from '../base/index.js'
import type { ServedConnection, ServiceRequest } from '../server/index.js'

export interface LogLevels {
  /** Notes what a client asks for. */
  heed(request: ServiceRequest): void
  /** True for a log below the level of this client; one that never asked for a level hears all that was recorded. */
  isUnwanted(connection: ServedConnection, method: string, params: JsonObject | undefined): boolean
}

export function createLogLevels(): LogLevels {
  const levels = new WeakMap<ServedConnection, number>()
  return {
    heed({ method, params, connection }) {
      if (method !== 'logging/setLevel') return
      const level = LEVELS.indexOf(String(params?.level))
      if (level >= 0) levels.set(connection, level)
    },
    isUnwanted(connection, method, params) {
      if (method !== 'notifications/message') return false
      const wanted = levels.get(connection)
      const level = LEVELS.indexOf(String(params?.level))
      return wanted !== undefined && level >= 0 && level < wanted
    },
  }
}

const LEVELS: readonly string[] = [
  ...['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'],
]
