/** What is documented for a later release is refused by name, never ignored. */
import { UsageError } from '../base/index.js'

/** Commands that this release does not have yet. */
export const COMMANDS_TO_COME = ['types'] as const

export function notYet(what: string, hint: string): UsageError {
  return new UsageError('NOT_IN_THIS_RELEASE', `Cannot use ${what}: this release does not have it yet`, {
    hint,
  })
}
