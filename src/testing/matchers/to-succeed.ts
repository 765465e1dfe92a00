/** The answer is a result, not an error of any kind. */
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'

/** Passes on a result without `isError` that the host takes. What the result's own data says is not looked at. */
export const toSucceed: ResponseMatcher<[]> = {
  read: readResponse,
  controls: () => ['other-kind'],
  judge: (response) => ({
    pass: response.success,
    message: () =>
      responseMessage(
        `${nameOfAnswer(response)} ${response.success ? 'not to succeed' : 'to succeed'}`,
        describeOutcome(response),
        [],
        response,
      ),
  }),
}
