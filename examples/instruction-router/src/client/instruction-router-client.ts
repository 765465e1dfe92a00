/** A client of this server for tests: the Mock MCP Client, with a method for each of the usual calls. */
import { type JsonObject, type MCPResponse, MockMCPClient, type StartOptions } from 'mcp-understudy/testing'

/** What a message is routed with; see the tool. */
export interface RouteContext {
  readonly files?: readonly string[]
  readonly directories?: readonly string[]
  readonly branch?: string
  readonly language?: string
}

export interface InstructionFilter {
  readonly topic?: string
  readonly category?: string
  /** Default false. */
  readonly exactMatch?: boolean
}

/** Made on a client that runs; whoever started that stops it. */
export class InstructionRouterClient {
  readonly mcp: MockMCPClient

  constructor(mcp: MockMCPClient) {
    this.mcp = mcp
  }

  /** Starts the server and a client of it; `stop` ends both. Rejects as `MockMCPClient.start` does. */
  static async start(options: StartOptions): Promise<InstructionRouterClient> {
    return new InstructionRouterClient(await MockMCPClient.start(options))
  }

  async stop(): Promise<void> {
    await this.mcp.stop()
  }

  /** Routes a message; `limit` is 5 unless told otherwise. */
  routeInstructions(
    message: string,
    options: { readonly context?: RouteContext; readonly limit?: number } = {},
  ): Promise<MCPResponse> {
    const { context, limit = 5 } = options
    return this.mcp.callTool('route_instructions', {
      message,
      limit,
      ...(context === undefined ? {} : { context: toJson(context) }),
    })
  }

  /** Gets instructions by topic or category; an empty text is sent, and is not the same as none. */
  getInstructions({ topic, category, exactMatch = false }: InstructionFilter = {}): Promise<MCPResponse> {
    return this.mcp.callTool('get_instructions', {
      ...(topic === undefined ? {} : { topic }),
      ...(category === undefined ? {} : { category }),
      exact_match: exactMatch,
    })
  }

  /** Searches all instructions; `limit` is 10 unless told otherwise. */
  searchInstructions(query: string, options: { readonly limit?: number } = {}): Promise<MCPResponse> {
    return this.mcp.callTool('search_instructions', { query, limit: options.limit ?? 10 })
  }

  /** Switches the engine of this session; without a version it lists the engines. */
  switchEngine(engineVersion?: string): Promise<MCPResponse> {
    return this.mcp.callTool(
      'switch_engine',
      engineVersion === undefined ? {} : { engine_version: engineVersion },
    )
  }
}

function toJson({ files, directories, branch, language }: RouteContext): JsonObject {
  return {
    ...(files === undefined ? {} : { files: [...files] }),
    ...(directories === undefined ? {} : { directories: [...directories] }),
    ...(branch === undefined ? {} : { branch }),
    ...(language === undefined ? {} : { language }),
  }
}
