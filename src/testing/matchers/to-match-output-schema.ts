/** The answer keeps what its tool promises. */
import { isList, UsageError } from '../../base/index.js'
import type { Tool } from '../../protocol/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import { judgeSchema } from './judge-schema.js'
import type { ResponseMatcher } from './matcher.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { shownLine, shownValue } from './shown-text.js'

/**
 * Passes when a success has structured content that is valid by the tool's `outputSchema` (specification: server/tools, "Output
 * Schema"). Takes the tool, or the list that has the one that was called. Does not pass for a tool that declares none, for one that
 * cannot be used, and for failures, which are free of it.
 * @throws UsageError USAGE for a list without the tool
 */
export const toMatchOutputSchema: ResponseMatcher<[tool: Tool | readonly Tool[]]> = {
  read: readResponse,
  // The claim is the server's own, however little it promises.
  controls: () => [],
  judge(response, [given], { compiler }) {
    const tool = findTool(response, given)
    const named = `the outputSchema of ${shownValue(tool.name, 30)}`
    if (!response.success) return refusedTools(response, named, describeOutcome(response))
    if (tool.outputSchema === undefined) return refusedTools(response, named, 'none declared')
    const compilation = compiler.compile(tool.outputSchema)
    return compilation.kind === 'refused'
      ? refusedTools(response, named, 'one that cannot be used', [
          shownLine(`  ${compilation.problem.message}`),
        ])
      : judgeSchema(response, compilation.schema, named)
  },
}

function refusedTools(response: MCPResponse, named: string, found: string, details: readonly string[] = []) {
  return {
    pass: false,
    message: () => responseMessage(`${nameOfAnswer(response)} to match ${named}`, found, details, response),
  }
}

function findTool(response: MCPResponse, given: Tool | readonly Tool[]): Tool {
  if (!isList(given)) return given
  const called = response.circumstances.call?.tool
  const tool = given.find(({ name }) => name === called)
  if (tool !== undefined) return tool
  const which =
    called === undefined ? 'the tool is not known' : `${shownValue(called, 40)} is not in the list`
  throw new UsageError('USAGE', `Cannot use toMatchOutputSchema: ${which}`, {
    hint: 'Give it the tool itself',
  })
}
