/** What an answer was, in the words of a failed assertion. */
import { assertNever } from '../../base/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfRpcCode } from './rpc-code-names.js'
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
