/** The tools of a gateway: which there are, and who answers a call of one. */
import {
  counted,
  estimateTokens,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nearestNames,
  orDidYouMean,
  shorten,
  sizeText,
} from '../../base/index.js'
import { RPC_CODES } from '../../protocol/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { Asked } from './asked.js'
import type { GatewayParts, OwnTool } from './gateway-parts.js'
import type { ListDesk } from './list-of-servers.js'
import { createToolList, type ToolList } from './list-tools.js'
import type { Named, Names } from './names.js'
import { invalidParams, listed, textOf } from './responses.js'

export interface CallDesk {
  list(asked: Asked): Promise<ServiceResponse>
  call(asked: Asked): ServiceResponse | Promise<ServiceResponse>
}

export function createCallDesk(parts: GatewayParts, lists: ListDesk | undefined, names: Names): CallDesk {
  return new ToolCalls(parts, lists, names)
}

class ToolCalls implements CallDesk {
  readonly #parts: GatewayParts
  readonly #names: Names
  readonly #unknownTools: 'refused-here' | 'refused-by-servers'
  readonly #own: Map<JsonValue | undefined, OwnTool>
  readonly #toolList: ToolList
  #isLargeTold = false

  constructor(parts: GatewayParts, lists: ListDesk | undefined, names: Names) {
    this.#parts = parts
    this.#names = names
    this.#unknownTools = parts.unknownTools ?? 'refused-by-servers'
    this.#own = new Map(parts.ownTools.map((tool) => [tool.definition.name, tool]))
    this.#toolList = createToolList(parts, lists, names)
  }

  readonly list = async ({ request, requester }: Asked): Promise<ServiceResponse> => {
    this.#parts.expect?.(requester)
    const gathered =
      this.#parts.listing === 'own'
        ? {
            items: this.#parts.ownTools.map(({ definition }) => definition),
            unavailable: [],
            isNobody: false,
          }
        : await this.#toolList.list(requester)
    return tellLarge(listed(request, 'tools', gathered), (message) => {
      if (!this.#isLargeTold) this.#parts.onLargeList?.(message)
      this.#isLargeTold = true
    })
  }

  readonly call = (asked: Asked): ServiceResponse | Promise<ServiceResponse> => {
    const { request, turn, requester } = asked
    const name = textOf(request.params, 'name')
    if (name === undefined) return invalidParams('the name of a tool is a string')
    const ownTool = this.#own.get(name)
    if (ownTool !== undefined) {
      const args = request.params?.arguments ?? {}
      if (!isJsonObject(args)) return invalidParams('the arguments of a tool are an object')
      return ownTool.call(args, { request, turn, requester })
    }
    const found = this.#names.find(name)
    return found === undefined ? this.#callListed(name, asked) : this.#callFound(found, name, asked)
  }

  async #callListed(name: string, asked: Asked): Promise<ServiceResponse> {
    const registry = await this.#toolList.learn()
    const found = this.#names.find(name)
    return found === undefined ? this.#unknownTool(name, registry) : this.#callFound(found, name, asked)
  }

  async #callFound(
    { server, name }: Named,
    shown: string,
    { request, turn, requester }: Asked,
  ): Promise<ServiceResponse> {
    const response = await this.#parts.callUpstream({ server, tool: name }, request, turn, requester)
    if (this.#unknownTools === 'refused-by-servers' || !isUnknownTool(response)) return response
    const { registry } = await this.#parts.upstreams.catalogue(server)
    // Of a server that could not be asked, and of what it lists, the refusal is the server's own.
    const isKnown = registry.servers.some((each) => each.server === server)
    return isKnown && registry.find(server, name).kind === 'missing'
      ? this.#unknownTool(shown, registry)
      : response
  }

  /** In the client's words: it knows no others. */
  #unknownTool(name: string, registry: ToolRegistry): ServiceResponse {
    const known = [
      ...this.#parts.ownTools.map(({ definition }) => String(definition.name)),
      ...registry.tools.map((tool) => this.#names.shown(tool)),
    ]
    const [nearest] = nearestNames(name, known)
    const meant = nearest === undefined ? this.#namedAlike(name, registry) : [nearest]
    return unknown(`${shorten(name, 200)}${orDidYouMean(meant)}`)
  }

  /** Tools that are called so by their servers. */
  #namedAlike(name: string, registry: ToolRegistry): string[] {
    const lookup = registry.find('', name)
    if (lookup.kind === 'found') return []
    return registry.tools.flatMap((tool) =>
      lookup.didYouMean.includes(tool.ref) ? [this.#names.shown(tool)] : [],
    )
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
    `The list of ${counted(result.tools.length, 'tool')} has ${sizeText(bytes)}, about ${tokens} tokens of a model's context: ${HINT}`,
  )
  const meta = isJsonObject(result._meta) ? result._meta : {}
  return { result: { ...result, _meta: { ...meta, [LARGE_KEY]: told } } }
}

const LARGE_KEY = 'dev.understudy/large'
const HINT =
  'with --list own the gateway lists its own tools alone, which find all others, and these can be called all the same'
