/** The tools of a gateway: which there are, and who answers a call of one. */
import {
  estimateTokens,
  isJsonObject,
  type JsonObject,
  nearestNames,
  orDidYouMean,
  shorten,
} from '../../base/index.js'
import { RPC_CODES } from '../../protocol/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { Asked } from './asked.js'
import type { GatewayParts } from './gateway-parts.js'
import type { ListDesk } from './list-of-servers.js'
import { createToolList } from './list-tools.js'
import type { Named, Names } from './names.js'
import { invalidParams, listed, textOf } from './responses.js'

export interface CallDesk {
  list(asked: Asked): Promise<ServiceResponse>
  call(asked: Asked): ServiceResponse | Promise<ServiceResponse>
}

export function createCallDesk(parts: GatewayParts, lists: ListDesk | undefined, names: Names): CallDesk {
  const {
    ownTools,
    listing,
    callUpstream,
    upstreams,
    unknownTools = 'refused-by-servers',
    onLargeList,
  } = parts
  const own = new Map(ownTools.map((tool) => [tool.definition.name, tool]))
  const toolList = createToolList(parts, lists, names)
  let isLargeTold = false

  async function callListed(name: string, asked: Asked): Promise<ServiceResponse> {
    const registry = await toolList.learn()
    const found = names.find(name)
    return found === undefined ? unknownTool(name, registry) : callFound(found, name, asked)
  }

  async function callFound(
    { server, name }: Named,
    shown: string,
    { request, turn, requester }: Asked,
  ): Promise<ServiceResponse> {
    const response = await callUpstream({ server, tool: name }, request, turn, requester)
    if (unknownTools === 'refused-by-servers' || !isUnknownTool(response)) return response
    const { registry } = await upstreams.catalogue(server)
    // Of a server that could not be asked, and of what it lists, the refusal is the server's own.
    const isKnown = registry.servers.some((each) => each.server === server)
    return isKnown && registry.find(server, name).kind === 'missing' ? unknownTool(shown, registry) : response
  }

  /** In the client's words: it knows no others. */
  function unknownTool(name: string, registry: ToolRegistry): ServiceResponse {
    const known = [
      ...ownTools.map(({ definition }) => String(definition.name)),
      ...registry.tools.map((tool) => names.shown(tool)),
    ]
    const [nearest] = nearestNames(name, known)
    const meant = nearest === undefined ? namedAlike(name, registry) : [nearest]
    return unknown(`${shorten(name, 200)}${orDidYouMean(meant)}`)
  }

  /** Tools that are called so by their servers. */
  function namedAlike(name: string, registry: ToolRegistry): string[] {
    const lookup = registry.find('', name)
    if (lookup.kind === 'found') return []
    return registry.tools.flatMap((tool) => (lookup.didYouMean.includes(tool.ref) ? [names.shown(tool)] : []))
  }

  return {
    async list({ request, requester }) {
      parts.expect?.(requester)
      const gathered =
        listing === 'own'
          ? { items: ownTools.map(({ definition }) => definition), unavailable: [], isNobody: false }
          : await toolList.list(requester)
      return tellLarge(listed(request, 'tools', gathered), (message) => {
        if (!isLargeTold) onLargeList?.(message)
        isLargeTold = true
      })
    },
    call(asked) {
      const { request, turn, requester } = asked
      const name = textOf(request.params, 'name')
      if (name === undefined) return invalidParams('the name of a tool is a string')
      const ownTool = own.get(name)
      if (ownTool !== undefined) {
        const args = request.params?.arguments ?? {}
        if (!isJsonObject(args)) return invalidParams('the arguments of a tool are an object')
        return ownTool.call(args, { request, turn, requester })
      }
      const found = names.find(name)
      return found === undefined ? callListed(name, asked) : callFound(found, name, asked)
    },
  }
}

function unknown(what: string): ServiceResponse {
  return { error: { code: RPC_CODES.INVALID_PARAMS, message: `${UNKNOWN_TOOL}${what}` } }
}

function isUnknownTool(response: ServiceResponse): boolean {
  if (!('error' in response)) return false
  const { code, message } = response.error
  return code === RPC_CODES.INVALID_PARAMS && message.startsWith(UNKNOWN_TOOL)
}

/** Specification, Tools, Error Handling. */
const UNKNOWN_TOOL = 'Unknown tool: '

/**
 * Says of a list of tools that it is large, and what to do about it: what a client lists it may show its model whole.
 * From this size on, in bytes of JSON: some 25,000 tokens.
 */
const LARGE_LIST_BYTES = 100_000

/** The response, with its size under `dev.understudy/large` of the list's `_meta` where it is large. */
function tellLarge(response: ServiceResponse, onLarge: (message: string) => void): ServiceResponse {
  const { result } = response as { readonly result?: unknown }
  if (!isJsonObject(result) || !Array.isArray(result.tools)) return response
  const json = JSON.stringify(result.tools)
  const bytes = Buffer.byteLength(json)
  if (bytes < LARGE_LIST_BYTES) return response
  const tokens = estimateTokens(json)
  const told: JsonObject = { tools: result.tools.length, bytes, tokens, hint: HINT }
  onLarge(
    `The list of ${result.tools.length} tools has ${Math.round(bytes / 1000)} kB, about ${tokens} tokens of a model's context: ${HINT}`,
  )
  const meta = isJsonObject(result._meta) ? result._meta : {}
  return { result: { ...result, _meta: { ...meta, [LARGE_KEY]: told } } }
}

const LARGE_KEY = 'dev.understudy/large'
const HINT =
  'with --list own the gateway lists its own tools alone, which find all others, and these can be called all the same'
