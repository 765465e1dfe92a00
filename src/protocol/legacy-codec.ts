/** The handshake era: revisions 2024-11-05 to 2025-11-25 (specification: basic/lifecycle). */
import { isJsonObject, type JsonObject, type JsonValue, shorten } from '../base/index.js'
import type { ClientSelf, Codec, Opening, Reading, ServerSelf } from './codec.js'
import { readToolPage } from './read-tool-page.js'
import { readToolResult } from './read-tool-result.js'
import { eraOf, isRevision, NEWEST_LEGACY_REVISION, revisionsOf } from './revision.js'

export const legacyCodec: Codec = {
  era: 'legacy',
  opening,
  readOpening,
  withMeta,
  readToolPage,
  readToolResult,
}

function opening({ name, version, capabilities }: ClientSelf): Opening {
  return {
    method: 'initialize',
    params: { protocolVersion: NEWEST_LEGACY_REVISION, capabilities, clientInfo: { name, version } },
    thenNotify: 'notifications/initialized',
  }
}

function readOpening(result: JsonValue): Reading<ServerSelf> {
  if (!isJsonObject(result)) return { kind: 'unusable', reason: 'the result is not an object' }
  const { protocolVersion, capabilities, serverInfo, instructions } = result
  if (typeof protocolVersion !== 'string')
    return { kind: 'unusable', reason: 'the result has no protocolVersion' }
  if (!isRevision(protocolVersion) || eraOf(protocolVersion) !== 'legacy') {
    const known = revisionsOf('legacy').join(', ')
    const reason = `the server wants protocol revision "${shorten(protocolVersion, 100)}", this client speaks ${known}`
    return { kind: 'unusable', reason, isRevision: true }
  }
  const { name, version } = isJsonObject(serverInfo) ? serverInfo : {}
  const isNamed = typeof name === 'string' && typeof version === 'string'
  return {
    kind: 'read',
    value: {
      revision: protocolVersion,
      serverInfo: {
        name: typeof name === 'string' ? name : 'unnamed',
        version: typeof version === 'string' ? version : 'unknown',
      },
      capabilities: isJsonObject(capabilities) ? capabilities : {},
      ...(typeof instructions === 'string' ? { instructions } : {}),
    },
    complaints: [
      ...(isNamed ? [] : ['the initialize result has no serverInfo with a name and a version']),
      ...(isJsonObject(capabilities) ? [] : ['the initialize result has no capabilities object']),
    ],
  }
}

function withMeta(params: JsonObject | undefined, meta: JsonObject | undefined): JsonObject | undefined {
  if (meta === undefined) return params
  const own = params?._meta
  return { ...params, _meta: { ...(isJsonObject(own) ? own : {}), ...meta } }
}
