/** Narrows what a test gave to `expect`. */
import { UsageError } from '../../base/index.js'
import { isMcpResponse, type MCPResponse } from '../client/mcp-response.js'
import { shownValue } from './shown-text.js'

/** @throws UsageError USAGE for what is no answer of `callTool` */
export function readResponse(received: unknown, matcher: string): MCPResponse {
  if (isMcpResponse(received)) return received
  throw cannotUse(matcher, received, 'the answer of callTool, or a promise of it')
}

/** The error for a received value of the wrong kind. `wanted` ends the sentence "it looks at …". */
export function cannotUse(matcher: string, received: unknown, wanted: string): UsageError {
  return new UsageError(
    'USAGE',
    `Cannot use ${matcher} on ${kindOfReceived(received)}: it looks at ${wanted}`,
    typeof received === 'string' ? { hint: 'Give expect the answer itself, not its content' } : {},
  )
}

function kindOfReceived(received: unknown): string {
  if (typeof received === 'function') return 'a function'
  if (typeof received !== 'object' || received === null) return shownValue(received, 40)
  if (Array.isArray(received)) return 'an array'
  const name: unknown = received.constructor?.name
  return typeof name === 'string' && name !== 'Object'
    ? `an instance of ${shownValue(name, 40)}`
    : 'an object'
}
