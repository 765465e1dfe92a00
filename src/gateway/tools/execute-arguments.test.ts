import { expect, it } from 'vitest'
import { EXECUTE_ARGUMENTS, readExecuteChoice } from './execute-arguments.js'
import { readOwnArguments } from './own-arguments.js'
import type { Plans } from './plans.js'

/** Nothing is asked of them. */
const PLANS: Plans = { rehearse: () => Promise.reject(new Error('nothing is rehearsed')) }

it('a long intent is cut within no character, and says so', () => {
  const given = { dry_run: true, intent: `${'a'.repeat(999)}\u{1f4a1} and more` }
  const args = readOwnArguments('execute_code', given, EXECUTE_ARGUMENTS)

  expect(readExecuteChoice('execute_code', args, PLANS).choice.intent).toBe(
    `${'a'.repeat(999)}… (11 more characters)`,
  )
})
