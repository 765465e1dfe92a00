/** What one of the gateway's own tools says when it cannot do what it was asked. */
import { UnderstudyError } from '../../base/index.js'
import type { ServiceResponse } from '../../server/index.js'
import { ownFailure } from './own-result.js'

/**
 * An error of ours is one of the tool: the message tells a model what to mend. All else that is thrown, the reason of a cancelled
 * request too, goes on to whoever serves.
 */
export async function answerOwnCall(work: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  try {
    return await work()
  } catch (failure) {
    if (!(failure instanceof UnderstudyError)) throw failure
    return ownFailure(
      failure.hint === undefined ? failure.message : `${failure.message}\nHint: ${failure.hint}`,
    )
  }
}
