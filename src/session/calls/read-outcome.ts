/** Reads a tool's result, by whatever way it came. */
import { defined, type JsonValue } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import type { RpcError, ToolResult } from '../../protocol/index.js'
import type { Conversation } from '../wire/conversation.js'
import { unusable } from '../wire/request-errors.js'

/**
 * What is wrong with it without spoiling it is a complaint.
 * @throws SessionError RESPONSE_INVALID
 */
export function readOutcome({ codec, complain }: Conversation, name: string, result: JsonValue): Outcome {
  const reading = codec.readToolResult(result)
  if (reading.kind === 'unusable') throw unusable(`call "${name}"`, reading.reason)
  for (const complaint of reading.complaints)
    complain('invalid-result', `the answer of "${name}" breaks the protocol: ${complaint}`)
  return resultOutcome(reading.value)
}

/** The answer to tools/call as an outcome: what the tool said, or why it was never asked. */
export function resultOutcome({ isError, content, structured, meta }: ToolResult): Outcome {
  const kind = isError ? 'tool-error' : 'result'
  if (structured === undefined && meta === undefined) return { kind, content }
  return {
    kind,
    content,
    ...defined({ structured, meta }),
  }
}

export function errorOutcome({ code, message, data }: RpcError): Outcome {
  return { kind: 'rpc-error', code, message, ...defined({ data }) }
}
