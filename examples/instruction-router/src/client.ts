/** The Mock MCP Client for this server: a method for each of the usual calls, and what tests claim again and again. */
import { AssertionError } from 'node:assert'
import type { JsonObject, JsonValue, MCPResponse, MockMCPClient, Tool } from 'mcp-understudy/testing'
import { expectResponse } from 'mcp-understudy/testing'

/** Made on a client that runs; whoever started that stops it. */
export class InstructionRouterClient {
  readonly mcp: MockMCPClient

  constructor(mcp: MockMCPClient) {
    this.mcp = mcp
  }

  routeInstructions(message: string, options: { context?: JsonObject; limit?: number } = {}) {
    return this.mcp.callTool('route_instructions', { message, limit: 5, ...options })
  }

  /** By topic or category; an empty text is sent, and is not the same as none. */
  getInstructions(filter: { topic?: string; category?: string; exact_match?: boolean } = {}) {
    return this.mcp.callTool('get_instructions', { exact_match: false, ...filter })
  }

  searchInstructions(query: string, limit = 10) {
    return this.mcp.callTool('search_instructions', { query, limit })
  }

  /** Switches the engine of this session; without a version it lists the engines. */
  switchEngine(version: string | null = null) {
    return this.mcp.callTool('switch_engine', { engine_version: version })
  }
}

/** Each instruction of an answer with all the text that it shows, in order; none for a failure, and for an answer of another kind. */
export function routedInstructions({ success, structured }: MCPResponse) {
  const list = isObject(structured) ? (structured.instructions ?? structured.results) : undefined
  if (!success || !Array.isArray(list)) return []
  return list.filter(isObject).map(({ id, title, description, snippet, sections, content }) => {
    return { id: String(id), text: [title, description, snippet, sections, content].flat().join('\n') }
  })
}

type Routed = ReturnType<typeof routedInstructions>[number]

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Holds when a message was routed to one instruction at least. @throws AssertionError that tells the answer */
export function assertRoutingSuccess(response: MCPResponse): void {
  expectResponse(response).toSucceed()
  claim(response, () => true, 'a message to be routed')
}

/**
 * Holds when an instruction of just this id, or name, is among those of the answer; a text that speaks of it is none.
 * @throws AssertionError that tells the ids that are there
 */
export function assertContainsInstruction(response: MCPResponse, wanted: string): void {
  assertRoutingSuccess(response)
  claim(response, ({ id }) => id === wanted || id.endsWith(`/${wanted}`), `the instruction "${wanted}"`)
}

/** Holds for a JSON-RPC error of just this code. @throws AssertionError that tells both codes */
export function assertErrorCode(response: MCPResponse, code: number): void {
  expectResponse(response).toBeRpcError(code)
}

/** Holds for a refusal of a tool with this code, such as `CATEGORY_UNKNOWN`. @throws AssertionError that tells what came */
export function assertToolErrorCode(response: MCPResponse, code: string): void {
  expectResponse(response).toBeToolError(`"code":"${code}"`)
}

/** Holds when a tool of just this name is listed. @throws AssertionError that tells the available ones */
export function assertToolExists(tools: readonly Tool[], name: string): void {
  expectResponse(tools).toListTool(name)
}

/**
 * Claims an instruction whose id is `named` so, and which has all of these texts. Texts of different instructions do not add up, and
 * neither do texts around them, such as the query that comes back; a failure, and an empty answer, never match.
 */
export function routingMatcher(named: RegExp, ...texts: readonly RegExp[]) {
  const isMeant = ({ id, text }: Routed): boolean => named.test(id) && texts.every((each) => each.test(text))
  const meant = `an instruction named like ${named} with ${texts.join(', ')}`
  return {
    matches: (response: MCPResponse): boolean => routedInstructions(response).some(isMeant),
    /** @throws AssertionError that tells which instructions came */
    assertMatches: (response: MCPResponse): void => claim(response, isMeant, meant),
  }
}

const RETRO = /learning_loop|\bretro/i
/** The learning loop, or whatever a team calls its retrospective. */
export const LEARNING_LOOP_MATCHER = routingMatcher(RETRO, /learning loop|lessons/i, /retrospective/i)
export const WORK_LOG_MATCHER = routingMatcher(/work_?log/i, /work log/i, /\bentr(?:y|ies)\b/i)
/** An instruction that has a checklist of its own; the word in a query or an error is none. */
export const CHECKLIST_MATCHER = routingMatcher(/./, /\bchecklist\b/i)

/** @throws AssertionError where no instruction of the answer is meant */
function claim(response: MCPResponse, isMeant: (each: Routed) => boolean, expected: string): void {
  const routed = routedInstructions(response)
  if (routed.some(isMeant)) return
  const found =
    routed.map(({ id }) => id).join(', ') || `no instruction in ${response.content?.slice(0, 400)}`
  throw new AssertionError({ message: `Expected ${expected}, found ${found}` })
}
