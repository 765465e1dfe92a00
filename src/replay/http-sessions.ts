/** The sessions that a replay has opened over HTTP: what is wrong with a request's headers depends on them. */

import { isJsonObject, type JsonObject } from '../base/index.js'
import {
  type HttpKnowledge,
  type HttpSession,
  type ParamHeader,
  readParamHeaders,
} from '../protocol/index.js'
import type { Recording } from '../recording/index.js'
import type { ServedConnection, ServiceRequest, ServiceResponse } from '../server/index.js'

export interface HttpSessions {
  /** Notes the session that a handshake opens, and what its answer agrees to. */
  heed(request: ServiceRequest, answer: ServiceResponse): void
  find(id: string): HttpSession | undefined
  /** What the client of a session declared. */
  capabilitiesOf(id: string | undefined): JsonObject | undefined
}

export function createHttpSessions(): HttpSessions {
  const connections = new Map<string, Opened>()
  return {
    heed({ method, connection, revision, client, http }, answer) {
      if (http === undefined || method !== 'initialize') return
      const [oldest] = connections.keys()
      if (connections.size >= MAX_SESSIONS && oldest !== undefined) connections.delete(oldest)
      const agreed = agreedRevision(answer) ?? revision
      connections.set(connection.id, { connection, revision: agreed, capabilities: client.capabilities })
    },
    find(id) {
      const found = connections.get(id)
      if (found === undefined) return undefined
      return { state: found.connection.closed.aborted ? 'ended' : 'live', revision: found.revision }
    },
    capabilitiesOf: (id) => (id === undefined ? undefined : connections.get(id)?.capabilities),
  }
}

function agreedRevision(answer: ServiceResponse): string | undefined {
  if (!('result' in answer) || !isJsonObject(answer.result)) return undefined
  const { protocolVersion } = answer.result
  return typeof protocolVersion === 'string' ? protocolVersion : undefined
}

interface Opened {
  readonly connection: ServedConnection
  readonly revision: string
  readonly capabilities: JsonObject
}

/** The arguments that the recorded tools want as headers. */
export function recordedParamHeaders(
  recordings: Iterable<Recording>,
): NonNullable<HttpKnowledge['paramHeaders']> {
  const headers = new Map<string, readonly ParamHeader[]>()
  for (const { method, response } of recordings) {
    if (method !== 'tools/list' || response === undefined || !('result' in response)) continue
    const tools = isJsonObject(response.result) ? response.result.tools : undefined
    for (const tool of Array.isArray(tools) ? tools : []) {
      if (!isJsonObject(tool) || !isJsonObject(tool.inputSchema)) continue
      const reading = readParamHeaders(tool.inputSchema)
      if (reading.kind === 'read') headers.set(String(tool.name), reading.headers)
    }
  }
  return (tool) => headers.get(tool)
}

/** Ended ones are remembered too. */
const MAX_SESSIONS = 10_000
