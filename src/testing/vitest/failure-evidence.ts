/** What the connection of a failed test said last. */
import type { RunnerTestCase } from 'vitest'
import type { TapEvent } from '../../transport/index.js'
import type { MockMCPClient } from '../client/mock-mcp-client.js'
import { evidenceLines } from '../matchers/failure-message.js'
import { shownLine } from '../matchers/shown-text.js'

/**
 * Adds to the errors of a test that failed what they do not show already. The message of a matcher has the frames, but was made
 * before the last lines of standard error came, if these took longer than the answer.
 */
export function addEvidence(test: RunnerTestCase, client: MockMCPClient): void {
  const sections = sectionsOf(client)
  for (const error of test.result?.errors ?? []) {
    const missing = sections.filter(([heading = '']) => !error.message.includes(heading))
    error.message = [error.message, ...missing.flat()].join('\n')
  }
}

/** Each begins with its heading. */
function sectionsOf({ frames, stderr, violations }: MockMCPClient): string[][] {
  const wrong = violations.slice(-MAX_VIOLATIONS).map(({ side, text }) => `    ${side}: ${text}`)
  return [
    evidenceLines({ lastEvents: frames.filter(isNoFarewell) }),
    evidenceLines({ stderrTail: stderr }),
    wrong.length === 0 ? [] : ['  Against the protocol:', ...wrong.map((line) => shownLine(line, 200))],
  ].filter((section) => section.length > 0)
}

const MAX_VIOLATIONS = 5

/** By now the test is over, and the client stopped with it. */
function isNoFarewell(event: TapEvent): boolean {
  return event.kind !== 'closed' || event.end.kind !== 'closed-here'
}
