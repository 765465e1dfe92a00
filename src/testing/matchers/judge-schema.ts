/** Is the structured content of an answer valid by a compiled schema? */
import { counted, moreText } from '../../base/index.js'
import type { CompiledSchema } from '../../schema/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { MatcherResult } from './matcher.js'
import { describeOutcome } from './outcome-text.js'
import { shownLine, shownValue, textDetail } from './shown-text.js'

const MAX_ISSUES = 8

/** `named` is the schema as it stands after "match". An answer without structured content does not pass. */
export function judgeSchema(response: MCPResponse, schema: CompiledSchema, named: string): MatcherResult {
  const { structured } = response
  if (structured === undefined)
    return {
      pass: false,
      message: () =>
        responseMessage(
          `${nameOfAnswer(response)} to match ${named}`,
          response.success ? 'no structured content' : describeOutcome(response),
          response.success ? textDetail(response) : [],
          response,
        ),
    }
  const issues = schema.check(structured)
  const pass = issues.length === 0
  // Neither valid nor broken is known: no test passes by it, and its message blames no server.
  const isUnknown = issues.some(({ keyword }) => keyword === 'complexity')
  const more = issues.length > MAX_ISSUES ? [`  ${moreText(issues.length - MAX_ISSUES)}`] : []
  return {
    pass,
    message: () =>
      responseMessage(
        `${nameOfAnswer(response)} ${pass ? 'not to match' : 'to match'} ${named}`,
        pass
          ? 'that it does'
          : isUnknown
            ? 'nobody knows: it is too large to be checked'
            : counted(issues.length, 'problem'),
        [
          ...issues.slice(0, MAX_ISSUES).map(({ message }) => shownLine(`  ${message}`)),
          ...more,
          `  Structured: ${shownValue(structured, 66)}`,
        ],
        response,
      ),
  }
}
