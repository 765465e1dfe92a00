/** The answer to tools/call as an outcome: what the tool said, or why it was never asked. */
import { defined } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import type { RpcError, ToolResult } from '../../protocol/index.js'

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
