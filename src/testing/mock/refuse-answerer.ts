/** The end of a mock's chain: an error that says why nobody answered, and what would help. */
import { type Answer, type Answerer, toolRef } from '../../call/index.js'
import { RPC_CODES } from '../../protocol/index.js'
import type { RegisteredTool, ToolRegistry } from '../../registry/index.js'

export function refuseAnswerer(registry: ToolRegistry): Answerer {
  return {
    name: 'refuse',
    answer(call) {
      const lookup = registry.find(call.server, call.tool)
      if (lookup.kind === 'missing')
        return refusedCall(RPC_CODES.INVALID_PARAMS, `Unknown tool: ${call.tool}`)
      const why = whyNoValue(lookup.tool)
      const text = `no stub and no recording has this call, and ${why}. This server is a mock: add a stub`
      return refusedCall(RPC_CODES.INTERNAL_ERROR, `Cannot answer "${toolRef(call)}": ${text}`, why)
    },
  }
}

function refusedCall(code: number, message: string, note = 'there is no such tool'): Promise<Answer> {
  return Promise.resolve({
    outcome: { kind: 'rpc-error', code, message },
    provenance: { source: 'unknown', note },
  })
}

function whyNoValue({ output }: RegisteredTool): string {
  if (output === undefined) return 'the tool declares no output schema'
  return output.kind === 'refused'
    ? `its output schema cannot be used: ${output.problem.message}`
    : 'no value of its output schema could be found'
}
