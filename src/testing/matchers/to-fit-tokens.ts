/** The answer leaves room in a model's context. */
import { grouped, UsageError } from '../../base/index.js'
import { answerTokens } from '../../call/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'
import { shownValue } from './shown-text.js'

/** Passes when the estimate of the answer's size (`MCPResponse.tokens`) is at most `max`. */
export const toFitTokens: ResponseMatcher<[max: number]> = {
  read: readResponse,
  // Answers that say nothing are small, and rightly fit.
  controls: () => [],
  judge(response, [max]) {
    if (!Number.isFinite(max) || max <= 0)
      throw new UsageError(
        'USAGE',
        `Cannot use toFitTokens with ${shownValue(max, 40)}: it takes a number of tokens`,
      )
    const { tokens } = response
    return {
      pass: tokens <= max,
      message: () =>
        responseMessage(
          `${nameOfAnswer(response)} ${tokens <= max ? 'not to fit' : 'to fit'} in ${grouped(max)} tokens`,
          `about ${grouped(tokens)}`,
          largestParts(response),
          response,
        ),
    }
  },
}

function largestParts(response: MCPResponse): string[] {
  const { blocks, structured } = response
  const parts = [
    ...blocks.map((block, at) => ({
      name: `block ${at + 1} (${block.type})`,
      tokens: answerTokens({ kind: 'result', content: [block] }),
    })),
    ...(structured === undefined
      ? []
      : [{ name: 'structured content', tokens: answerTokens({ kind: 'result', content: [], structured }) }]),
  ]
  return parts
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, 3)
    .map(({ name, tokens }) => `  ${name}: about ${grouped(tokens)}`)
}
