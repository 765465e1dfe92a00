/** The list of accesses that Deno denied, as it comes out of the guest's audit pipe. */
import { parseJson } from '../../base/index.js'
import type { CapabilityAttempt } from '../sandbox.js'

/** Attempts beyond this many are the same story told again. */
export const MOST_ATTEMPTS = 200

/** Attempts from several sources; repeats count once. */
export function joinAttempts(...lists: readonly (readonly CapabilityAttempt[])[]): CapabilityAttempt[] {
  const attempts = new Map<string, CapabilityAttempt>()
  for (const attempt of lists.flat()) {
    if (attempts.size < MOST_ATTEMPTS) attempts.set(`${attempt.kind} ${attempt.target}`, attempt)
  }
  return [...attempts.values()]
}

/**
 * Reads audit lines. What is no audit line is left out (the last one may be cut off), repeats count once.
 * Nothing is ever allowed inside, so every line is an attempt that was denied.
 */
export function parseAudit(text: string): CapabilityAttempt[] {
  return joinAttempts(text.split('\n').flatMap((line) => parseLine(line) ?? []))
}

function parseLine(line: string): CapabilityAttempt | undefined {
  try {
    const entry = parseJson(line, 'a line of the audit', { maxDepth: 4 })
    if (typeof entry !== 'object' || entry === null || !('permission' in entry)) return undefined
    const { permission, value } = entry
    if (typeof permission !== 'string') return undefined
    return { kind: permission, target: typeof value === 'string' ? value : '*', allowed: false }
  } catch {
    // A cut or empty line: an audit is evidence, not protocol.
    return undefined
  }
}
