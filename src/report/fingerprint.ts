/** What makes a finding the same finding after the plan was edited elsewhere. */
import { digest } from '../base/index.js'
import type { Problem } from './problems.js'

/**
 * Creates the function from a finding to its fingerprint, in hexadecimal. It hangs on the code, the message and the text of
 * the line, never on its number; equal findings are told apart by their order. One function for one report; `lines` are those of the plan.
 */
export function createFingerprints(lines: readonly string[]): (problem: Problem) => string {
  const seen = new Map<string, number>()
  return ({ code, message, line }) => {
    const text = line === undefined ? '' : (lines[line - 1] ?? '')
    const subject = [code, message, text.trim()].map((part) => part.toWellFormed())
    const key = subject.join('\n')
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return digest([...subject, times]).slice('sha256:'.length)
  }
}
