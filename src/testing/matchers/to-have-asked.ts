/** The server asked the client something while it worked on a call. */

import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import { describeWhere, heardInstead, heardWhere, type Where } from './heard.js'
import type { MatcherContext, MatcherResult, ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'
import { shownLine } from './shown-text.js'

/** Looks at requests of the server and at rounds of `input_required`: `roots/list`, `sampling/createMessage` … */
export const toHaveAsked: ResponseMatcher<[method: string, where?: Where]> = {
  read: readResponse,
  controls: () => ['silent'],
  judge: (response, [method, where], context) => judgeAsked(response, method, where, context),
}

/** `toHaveAsked('elicitation/create', where)`. */
export const toHaveElicited: ResponseMatcher<[where?: Where]> = {
  read: readResponse,
  controls: () => ['silent'],
  judge: (response, [where], context) => judgeAsked(response, 'elicitation/create', where, context),
}

function judgeAsked(
  response: MCPResponse,
  method: string,
  where: Where | undefined,
  { equals }: MatcherContext,
): MatcherResult {
  const asked = response.circumstances.asked ?? []
  const pass = heardWhere(asked, method, where, equals).length > 0
  return {
    pass,
    message: () =>
      responseMessage(
        `${nameOfAnswer(response)} ${pass ? 'not to ask' : 'to ask'} ${shownLine(method, 50)}${describeWhere(where)}`,
        pass ? 'that it was' : asked.length === 0 ? 'no question' : 'none such',
        heardInstead(asked, method),
        response,
      ),
  }
}
