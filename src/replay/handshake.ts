/** Who the recorded server is, and how it greets a client of any era: one that it met, or another. */
import { defined, isJsonObject, type JsonObject } from '../base/index.js'
import { eraOf, isHandshake, isRevision, NEWEST_LEGACY_REVISION } from '../protocol/index.js'
import type { Recording } from '../recording/index.js'
import type { ServiceRequest, ServiceResponse, ServiceSelf } from '../server/index.js'

/** From a recorded handshake, else from what was asked of the server: nothing is offered that was not recorded. */
export function recordedSelf(recordings: Iterable<Recording>, name: string): ServiceSelf {
  let version: string | undefined
  let found: ServiceSelf | undefined
  const asked = new Set<string>()
  for (const recording of recordings) {
    version = recording.serverVersion ?? version
    found = selfIn(recording, name) ?? found
    if (recording.ended === 'answered') asked.add(recording.method)
  }
  return found ?? { serverInfo: { name, version: version ?? '0.0.0' }, capabilities: offered(asked) }
}

/** For a client whose very handshake was not recorded. */
export function greeting({ method, params }: ServiceRequest, self: ServiceSelf): ServiceResponse {
  const { serverInfo, instructions } = self
  const capabilities = shapely(self.capabilities)
  const told = { capabilities, ...defined({ instructions }) }
  if (method === 'server/discover') return { result: told }
  const wanted = params?.protocolVersion
  const protocolVersion = isRevision(wanted) && eraOf(wanted) === 'legacy' ? wanted : NEWEST_LEGACY_REVISION
  return { result: { protocolVersion, ...told, serverInfo } }
}

function selfIn(
  { method, response, serverVersion = '0.0.0' }: Recording,
  name: string,
): ServiceSelf | undefined {
  if (response === undefined || !('result' in response) || !isJsonObject(response.result)) return undefined
  const { result } = response
  const { capabilities, instructions } = result
  const serverInfo = method === 'initialize' ? result.serverInfo : ofMeta(method, result)
  if (!isHandshake(method)) return undefined
  return {
    // Clients want both; a server of the modern era need not say either.
    serverInfo: { name, version: serverVersion, ...(isJsonObject(serverInfo) ? serverInfo : {}) },
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(typeof instructions === 'string' ? { instructions } : {}),
  }
}

function ofMeta(method: string, { _meta }: JsonObject): JsonObject[string] | undefined {
  return method === 'server/discover' && isJsonObject(_meta)
    ? _meta['io.modelcontextprotocol/serverInfo']
    : undefined
}

function offered(asked: ReadonlySet<string>): JsonObject {
  const has = (prefix: string): boolean => [...asked].some((method) => method.startsWith(prefix))
  return {
    ...(has('tools/') ? { tools: {} } : {}),
    ...(has('resources/') ? { resources: {} } : {}),
    ...(has('prompts/') ? { prompts: {} } : {}),
    ...(has('completion/') ? { completions: {} } : {}),
    ...(has('logging/') ? { logging: {} } : {}),
  }
}

/** Clients refuse a handshake with a capability that is no object. */
function shapely(capabilities: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(capabilities).filter(([, each]) => isJsonObject(each)))
}
