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
    const missing = sections.filter(({ told }) => !told.test(error.message))
    error.message = [error.message, ...missing.flatMap(({ lines }) => lines)].join('\n')
  }
}

/** An error and its causes say the same of the server: each of it is shown once, and no member of an error says it again. */
export function tellEvidenceOnce(test: RunnerTestCase): void {
  for (const error of test.result?.errors ?? [])
    for (let cause: unknown = error.cause; isTold(cause); cause = cause.cause) {
      const { message } = cause
      if (typeof message !== 'string') continue
      const [first, ...more] = message.split('\n')
      cause.message = [first, ...more.filter((line) => !error.message.includes(line))].join('\n')
      delete cause.evidence
      delete cause.data
    }
}

/** A cause, as vitest shows it. */
interface ToldCause {
  message?: unknown
  evidence?: unknown
  data?: unknown
  readonly cause?: unknown
}

function isTold(cause: unknown): cause is ToldCause {
  return typeof cause === 'object' && cause !== null
}

interface Section {
  /** What a message has in it that shows the same already. */
  readonly told: RegExp
  readonly lines: readonly string[]
}

function sectionsOf({ frames, stderr, violations }: MockMCPClient): readonly Section[] {
  const wrong = violations.slice(-MAX_VIOLATIONS).map(({ side, text }) => `    ${side}: ${text}`)
  return [
    { told: /^ *Last frames:$/m, lines: evidenceLines({ lastEvents: frames.filter(isNoFarewell) }) },
    { told: /standard error:$/im, lines: evidenceLines({ stderrTail: stderr }) },
    {
      told: /^ *Against the protocol:$/m,
      lines:
        wrong.length === 0 ? [] : ['  Against the protocol:', ...wrong.map((line) => shownLine(line, 200))],
    },
  ].filter(({ lines }) => lines.length > 0)
}

const MAX_VIOLATIONS = 5

/** By now the test is over, and the client stopped with it. */
function isNoFarewell(event: TapEvent): boolean {
  return event.kind !== 'closed' || event.end.kind !== 'closed-here'
}
