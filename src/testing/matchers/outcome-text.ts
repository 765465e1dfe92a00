/** What an answer was, in the words of a failed assertion. */
import { assertNever } from '../../base/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { shownLine } from './shown-text.js'

/** `a tool error: index is missing`, `error -32602 (invalid params): …`, `success`: the end of the first line of a message. */
export function describeOutcome(response: MCPResponse): string {
  const { outcome } = response
  switch (outcome.kind) {
    case 'result':
      return response.success ? 'success' : `an answer that the host refuses: ${response.errorMessage ?? ''}`
    case 'tool-error':
      return withText('a tool error', response.errorMessage)
    case 'rpc-error':
      return withText(`error ${outcome.code}${nameOfRpcCode(outcome.code)}`, outcome.message)
    default:
      return assertNever(outcome)
  }
}

function withText(kind: string, text: string | undefined): string {
  return text === undefined || text === '' ? `${kind} without a text` : `${kind}: ${shownLine(text, 200)}`
}

/** ` (invalid params)`, or nothing for a code that neither JSON-RPC nor MCP names. */
function nameOfRpcCode(code: number): string {
  const name = NAMES.get(code)
  return name === undefined ? '' : ` (${name})`
}

/** JSON-RPC 2.0, section 5.1, and the codes that MCP adds (schema.ts of its revisions). */
const NAMES: ReadonlyMap<number, string> = new Map([
  [-32700, 'parse error'],
  [-32600, 'invalid request'],
  [-32601, 'method not found'],
  [-32602, 'invalid params'],
  [-32603, 'internal error'],
  [-32002, 'resource not found'],
  [-32020, 'header mismatch'],
  [-32021, 'missing client capability'],
  [-32022, 'unsupported revision'],
  [-32042, 'URL elicitation required'],
])
