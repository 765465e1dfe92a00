/** Holds stubs against the tools that they stand for. */
import { defined, didYouMean, UsageError } from '../../base/index.js'
import { parseToolRef, type Stub } from '../../call/index.js'
import type { ToolRegistry } from '../../registry/index.js'

/** @throws UsageError STUBS_INVALID for a stub that no call can meet */
export function checkStubs(stubs: readonly Stub[], server: string, registry: ToolRegistry): void {
  for (const { tool } of stubs) {
    const ref = parseToolRef(tool) ?? { server: '', tool: '' }
    const lookup = registry.find(ref.server, ref.tool)
    if (lookup.kind === 'found') continue
    const hint = didYouMean(lookup.didYouMean)
    const found =
      lookup.what === 'server'
        ? `this is a mock of "${server}"`
        : `"${server}" lists no tool ${JSON.stringify(ref.tool)}`
    throw new UsageError('STUBS_INVALID', `Cannot use a stub of ${JSON.stringify(tool)}: ${found}`, {
      ...defined({ hint }),
    })
  }
}

/** Answers that break the output schema: clients may refuse them, as they would those of a server. */
export function stubWarnings(stubs: readonly Stub[], registry: ToolRegistry): string[] {
  return stubs.flatMap((stub) => {
    const { server, tool } = parseToolRef(stub.tool) ?? { server: '', tool: '' }
    const lookup = registry.find(server, tool)
    const output = lookup.kind === 'found' ? lookup.tool.output : undefined
    if (output?.kind !== 'compiled') return []
    return [stub, ...(stub.following ?? [])].flatMap(({ outcome }) => {
      if (outcome.kind !== 'result') return []
      const [issue] = outcome.structured === undefined ? [NO_VALUE] : output.schema.check(outcome.structured)
      return issue === undefined || ('keyword' in issue && issue.keyword === 'complexity')
        ? []
        : [`A stub of "${stub.tool}" breaks the tool's output schema: ${issue.message}`]
    })
  })
}

const NO_VALUE = { message: 'it has no structured content' }
