/** What tests of a router claim again and again. */
import { AssertionError } from 'node:assert'
import { expectResponse, type MCPResponse, matchers, type Tool } from 'mcp-understudy/testing'
import { routedInstructions } from './routing-matcher.js'

/**
 * Holds when a message was routed to one instruction at least.
 * @throws AssertionError that tells the failure, or why nothing was routed
 */
export function assertRoutingSuccess(response: MCPResponse): void {
  expectResponse(response).toSucceed()
  const routed = routedInstructions(response)
  if (routed === undefined) fail('Expected instructions, found an answer without them', response)
  if (routed.length === 0) fail('Expected a message to be routed, found no instruction', response)
}

/**
 * Holds when an instruction of just this id, or name, is among those of the answer; a text that speaks of it is none.
 * @throws AssertionError that tells the ids that are there
 */
export function assertContainsInstruction(response: MCPResponse, id: string): void {
  assertRoutingSuccess(response)
  const ids = (routedInstructions(response) ?? []).map((each) => each.id)
  if (!ids.some((each) => each === id || each.slice(each.indexOf('/') + 1) === id))
    fail(`Expected the instruction ${JSON.stringify(id)}, found ${ids.join(', ')}`, response)
}

/** Holds for a JSON-RPC error of just this code. @throws AssertionError that tells both codes */
export function assertErrorCode(response: MCPResponse, code: number): void {
  expectResponse(response).toBeRpcError(code)
}

/**
 * Holds for a refusal of one of the server's own tools with this code, such as `CATEGORY_UNKNOWN`.
 * @throws AssertionError that tells what came
 */
export function assertToolErrorCode(response: MCPResponse, code: string): void {
  expectResponse(response).toBeToolError(`"code":"${code}"`)
}

/** Holds when a tool of just this name is listed. @throws AssertionError that tells the available ones */
export function assertToolExists(tools: readonly Tool[], name: string): void {
  const result = matchers.toListTool(tools, name)
  if (result instanceof Promise || result.pass) return
  throw new AssertionError({ message: result.message(), operator: 'assertToolExists' })
}

function fail(what: string, { content = '' }: MCPResponse): never {
  const text = `${what}\n  ${content.slice(0, 400)}`
  throw new AssertionError({ message: text, operator: 'assertRouting' })
}
