/** The handshake era: revisions 2024-11-05 to 2025-11-25 (specification: basic/lifecycle). */
import { isJsonObject, type JsonObject, type JsonValue, shorten } from '../base/index.js'
import type { ClientSelf, Codec, Reading, ServerSelf, Step, ToolResult } from './codec.js'
import { readImplementation } from './read-implementation.js'
import { readPage } from './read-page.js'
import { readToolResult } from './read-tool-result.js'
import { eraOf, isRevision, NEWEST_LEGACY_REVISION, type Revision, revisionsOf } from './revision.js'
import { readTool } from './tool.js'
import { shown } from './well-typed.js'

/** Creates the codec of one connection, which offers `revision` to the server. */
export function createLegacyCodec(
  { name, version, capabilities }: ClientSelf,
  revision: Revision = NEWEST_LEGACY_REVISION,
): Codec {
  let headers: Readonly<Record<string, string>> | undefined
  return {
    era: 'legacy',
    capabilities,
    opening: () => ({
      method: 'initialize',
      params: { protocolVersion: revision, capabilities, clientInfo: { name, version } },
      thenNotify: 'notifications/initialized',
    }),
    readOpening(result) {
      const reading = readOpening(result)
      if (reading.kind === 'read') headers = { 'mcp-protocol-version': reading.value.revision }
      return reading
    },
    withMeta,
    headersOf: () => headers,
    readStep: () => COMPLETE,
    readToolPage: (result) => readPage(result, 'tools', readTool),
    readToolResult: readLegacyToolResult,
    tellLogLevel: (level) => ({ method: 'logging/setLevel', params: { level } }),
  }
}

const COMPLETE: Step = { kind: 'complete' }

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
      serverInfo: readImplementation(serverInfo),
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

/** In this era structured content is an object. Some servers write null for an absent one: it counts as absent. */
function readLegacyToolResult(result: JsonValue): Reading<ToolResult> {
  const reading = readToolResult(result)
  if (reading.kind === 'unusable') return reading
  if (reading.value.structured === undefined || isJsonObject(reading.value.structured)) return reading
  const { structured, ...rest } = reading.value
  return {
    kind: 'read',
    value: structured === null ? rest : reading.value,
    complaints: [`structuredContent is ${shown(structured)}, not an object`, ...reading.complaints],
  }
}
