/** The server told progress, and it went forward. */
import { counted, UsageError } from '../../base/index.js'
import type { Progress } from '../../session/index.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'
import { shownValue } from './shown-text.js'

export interface ProgressClaim {
  /** How many notifications there must be; default 1. */
  readonly atLeast?: number
  /** The `total` of the last one. */
  readonly total?: number
}

/**
 * Looks at the progress of a call that asked for it. Each value must be greater than the one before (specification:
 * basic/utilities/progress).
 */
export const toHaveProgressed: ResponseMatcher<[claim?: ProgressClaim]> = {
  read: readResponse,
  controls: () => ['silent'],
  judge(response, [{ atLeast = 1, total } = {}]) {
    if (!Number.isInteger(atLeast) || atLeast < 1)
      throw new UsageError(
        'USAGE',
        `Cannot use toHaveProgressed with atLeast ${shownValue(atLeast, 40)}: it must be 1 or more`,
      )
    const { progress = [] } = response.circumstances
    const back = backwards(progress)
    const last = progress.at(-1)
    const pass =
      progress.length >= atLeast && back === undefined && (total === undefined || last?.total === total)
    const wanted = `at least ${counted(atLeast, 'time')}${total === undefined ? '' : ` to ${total}`}`
    return {
      pass,
      message: () =>
        responseMessage(
          `${nameOfAnswer(response)} ${pass ? 'not to progress' : 'to progress'} ${wanted}`,
          back ?? (progress.length === 0 ? 'no progress' : describeLast(progress)),
          progress.length === 0 && !pass
            ? ['  Hint: a call must ask for it: callTool(name, args, { progress: true })']
            : [`  Progress: ${shownValue(progress.map(shortly), 68)}`],
          response,
        ),
    }
  },
}

function backwards(all: readonly Progress[]): string | undefined {
  const at = all.findIndex(({ progress }, i) => i > 0 && progress <= (all[i - 1]?.progress ?? -Infinity))
  return at < 0 ? undefined : `${all[at]?.progress} after ${all[at - 1]?.progress}`
}

function describeLast(all: readonly Progress[]): string {
  const total = all.at(-1)?.total
  return `${all.length}${total === undefined ? ' without a total' : ` to ${total}`}`
}

function shortly({ progress, total }: Progress): string | number {
  return total === undefined ? progress : `${progress}/${total}`
}
