/** A chain of answerers as a server: calls go along the chain, the list of tools is given. */
import { defined, isJsonObject, type JsonObject, type JsonValue, lossyMember } from '../base/index.js'
import { type Answer, type CallTool, isInvented, type ToolCall } from '../call/index.js'
import { RPC_CODES, type Tool } from '../protocol/index.js'
import type { Service, ServiceRequest, ServiceResponse, ServiceSelf, Turn } from './service.js'

export interface ChainServiceOptions {
  /** The name that the server has in the calls. */
  readonly server: string
  readonly self: ServiceSelf
  readonly tools: readonly Tool[]
  /** May be asked any number of times at once. What it throws is an internal error for the client. */
  readonly chain: CallTool
}

/** Under this key of a result's `_meta` stands who gave the answer. */
const PROVENANCE_KEY = 'dev.understudy/provenance'

/** Numbers its calls from 1, over all connections. */
export function createChainService(options: ChainServiceOptions): Service {
  const { server, self, tools, chain } = options
  let calls = 0

  async function callTool(
    { params, writtenParams }: ServiceRequest,
    { signal }: Turn,
  ): Promise<ServiceResponse> {
    const { name, arguments: args } = params ?? {}
    if (typeof name !== 'string') return invalidParams('the name of a tool is a string')
    if (args !== undefined && !isJsonObject(args))
      return invalidParams('the arguments of a tool are an object')
    const call: ToolCall = {
      n: ++calls,
      server,
      tool: name,
      ...defined({ arguments: args, writtenArguments: lossyMember(writtenParams, 'arguments') }),
      signal,
    }
    return answerResponse(await chain(call))
  }

  return {
    self,
    async answer(request, turn) {
      if (request.method === 'tools/call') return callTool(request, turn)
      if (request.method === 'tools/list') return { result: { tools: tools.map(asJson) } }
      const message = `Method not found: ${request.method}`
      return { error: { code: RPC_CODES.METHOD_NOT_FOUND, message } }
    },
  }
}

function invalidParams(problem: string): ServiceResponse {
  return { error: { code: RPC_CODES.INVALID_PARAMS, message: `Invalid params: ${problem}` } }
}

/** Tools are what a server listed, which was JSON; their type has no index. */
function asJson(tool: Tool): JsonObject {
  return { ...tool } as unknown as JsonObject
}

/** An answer as a client gets it: who gave it stands in the `_meta` of a result. */
export function answerResponse({ outcome, provenance }: Answer): ServiceResponse {
  if (outcome.kind === 'rpc-error') {
    const { code, message, data } = outcome
    return { error: { code, message, ...defined({ data }) } }
  }
  const { kind, content, structured, meta } = outcome
  const { source, recordedAt, stale, note } = provenance
  // Who refuses a call by its schema makes nothing up: the call was never made.
  const isRefused = kind === 'tool-error' && source === 'schema'
  const told: JsonObject = {
    source,
    invented: !isRefused && isInvented(provenance),
    ...(isRefused ? { refused: true } : {}),
    ...defined({ recorded_at: recordedAt, stale, note }),
  }
  return {
    result: {
      // Blocks are JSON; their types have no index.
      content: content as unknown as JsonValue,
      ...defined({ structuredContent: structured }),
      ...(kind === 'tool-error' ? { isError: true } : {}),
      _meta: { ...meta, [PROVENANCE_KEY]: told },
    },
  }
}
