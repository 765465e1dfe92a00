/** The stateless era: revision 2026-07-28 (specification: basic; server/discover; basic/patterns/mrtr). */
import { defined, isJsonObject, type JsonObject, type JsonValue, shorten } from '../base/index.js'
import type { ClientSelf, Codec, Page, Reading, ServerSelf } from './codec.js'
import { type ParamHeader, paramHeaders, readParamHeaders } from './param-headers.js'
import { readImplementation } from './read-implementation.js'
import { readPage } from './read-page.js'
import { readStep } from './read-step.js'
import { readToolResult } from './read-tool-result.js'
import { NEWEST_REVISION } from './revision.js'
import { readTool, type Tool } from './tool.js'
import { shown } from './well-typed.js'

/** The names that the protocol has taken in `_meta` (specification: 2026-07-28, RequestMetaObject, ResultMetaObject). */

export const META_KEYS = {
  PROTOCOL_VERSION: 'io.modelcontextprotocol/protocolVersion',
  CLIENT_INFO: 'io.modelcontextprotocol/clientInfo',
  CLIENT_CAPABILITIES: 'io.modelcontextprotocol/clientCapabilities',
  LOG_LEVEL: 'io.modelcontextprotocol/logLevel',
  SERVER_INFO: 'io.modelcontextprotocol/serverInfo',
  SUBSCRIPTION_ID: 'io.modelcontextprotocol/subscriptionId',
} as const

/** Creates the codec of one connection. It learns from the lists of tools which arguments they want as headers. */
export function createModernCodec({ name, version, capabilities }: ClientSelf, logLevel?: string): Codec {
  const headersOfTools = new Map<string, readonly ParamHeader[]>()
  let envelope: JsonObject = {
    [META_KEYS.PROTOCOL_VERSION]: NEWEST_REVISION,
    [META_KEYS.CLIENT_INFO]: { name, version },
    [META_KEYS.CLIENT_CAPABILITIES]: capabilities,
    ...defined({ [META_KEYS.LOG_LEVEL]: logLevel }),
  }

  function readToolPage(result: JsonValue): Reading<Page<Tool>> {
    return readPage(result, 'tools', (item, complaints) =>
      readTool(item, complaints).filter((tool) => {
        const scan = readParamHeaders(tool.inputSchema)
        if (scan.kind === 'read') headersOfTools.set(tool.name, scan.headers)
        else complaints.push(`tool "${tool.name}" was left out: ${scan.reason}`)
        return scan.kind === 'read'
      }),
    )
  }

  return {
    era: 'modern',
    capabilities,
    opening: () => ({ method: 'server/discover', params: {} }),
    readOpening,
    withMeta(params, meta) {
      const own = params?._meta
      if (own === undefined && meta === undefined) return { ...params, _meta: envelope }
      return { ...params, _meta: { ...envelope, ...(isJsonObject(own) ? own : {}), ...meta } }
    },
    headersOf(method, params) {
      const wanted = method === 'tools/call' ? headersOfTools.get(String(params?.name)) : undefined
      if (wanted === undefined || wanted.length === 0) return BASE_HEADERS
      return { ...BASE_HEADERS, ...paramHeaders(wanted, params?.arguments) }
    },
    readStep,
    readToolPage,
    readToolResult,
    tellLogLevel(level) {
      envelope = { ...envelope, [META_KEYS.LOG_LEVEL]: level }
      return undefined
    },
  }
}

const BASE_HEADERS = { 'mcp-protocol-version': NEWEST_REVISION }

function readOpening(result: JsonValue): Reading<ServerSelf> {
  if (!isJsonObject(result)) return { kind: 'unusable', reason: 'the result is not an object' }
  const step = readStep(result)
  if (step.kind !== 'complete')
    return step.kind === 'unusable' ? step : { kind: 'unusable', reason: 'the result is not complete' }
  const { supportedVersions, capabilities, instructions, _meta } = result
  if (!Array.isArray(supportedVersions))
    return { kind: 'unusable', reason: 'the result has no array "supportedVersions"' }
  if (!supportedVersions.includes(NEWEST_REVISION)) return noSharedRevision(supportedVersions)
  return {
    kind: 'read',
    value: {
      revision: NEWEST_REVISION,
      serverInfo: readImplementation(isJsonObject(_meta) ? _meta[META_KEYS.SERVER_INFO] : undefined),
      capabilities: isJsonObject(capabilities) ? capabilities : {},
      ...(typeof instructions === 'string' ? { instructions } : {}),
    },
    complaints: isJsonObject(capabilities) ? [] : ['the server/discover result has no capabilities object'],
  }
}

function noSharedRevision(supported: readonly JsonValue[]): Reading<ServerSelf> {
  const theirs = shorten(
    supported.map((each) => (typeof each === 'string' ? each : shown(each))).join(', '),
    200,
  )
  const reason = `the server speaks ${theirs || 'no revision'}, this client speaks ${NEWEST_REVISION} here`
  return { kind: 'unusable', reason, isRevision: true }
}
