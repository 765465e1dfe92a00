/** A client of this server for tests: the Mock MCP Client, with a method for each of the usual calls. */
import { type MCPResponse, MockMCPClient, type StartOptions } from 'mcp-understudy/testing'

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
  routeInstructions(message: string, { context, limit = 5 }: RouteOptions = {}): Promise<MCPResponse> {
    const beside = context === undefined ? {} : { context: { ...context } }
    return this.mcp.callTool('route_instructions', { message, limit, ...beside })
  }

  /** Gets instructions by topic or category; an empty text is sent, and is not the same as none. */
  getInstructions({ exactMatch = false, ...filter }: InstructionFilter = {}): Promise<MCPResponse> {
    return this.mcp.callTool('get_instructions', { ...filter, exact_match: exactMatch })
  }

  /** Searches all instructions; `limit` is 10 unless told otherwise. */
  searchInstructions(query: string, { limit = 10 }: { readonly limit?: number } = {}): Promise<MCPResponse> {
    return this.mcp.callTool('search_instructions', { query, limit })
  }

  /** Switches the engine of this session; without a version it lists the engines. */
  switchEngine(engineVersion?: string): Promise<MCPResponse> {
    return this.mcp.callTool(
      'switch_engine',
      engineVersion === undefined ? {} : { engine_version: engineVersion },
    )
  }
}

export interface RouteOptions {
  readonly context?: { files?: string[]; directories?: string[]; branch?: string; language?: string }
  readonly limit?: number
}

export interface InstructionFilter {
  readonly topic?: string
  readonly category?: string
  readonly exactMatch?: boolean
}
