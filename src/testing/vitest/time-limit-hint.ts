/** What to do about a time limit that the start of a server used up. */
import type { RunnerTestCase } from 'vitest'
import { type Clock, durationText, systemClock } from '../../base/index.js'

/** Measures what a test waits for. A limit that ended the test says how much of it that was, where it was much. */
export async function timedForLimit<Result>(
  { task, onTestFailed }: Pick<FixtureContext, 'task' | 'onTestFailed'>,
  start: () => Promise<Result>,
  clock: Clock = systemClock,
): Promise<Result> {
  const startedAt = clock.monotonic()
  let tookMs: number | undefined
  onTestFailed(() => addTimeLimitHint(task, tookMs))
  const result = await start()
  tookMs = clock.monotonic() - startedAt
  return result
}

interface FixtureContext {
  readonly task: RunnerTestCase
  readonly onTestFailed: (handler: () => void) => void
}

/** `startMs` is undefined for a server that has not started yet. */
export function addTimeLimitHint(test: Pick<RunnerTestCase, 'result'>, startMs: number | undefined): void {
  for (const error of test.result?.errors ?? []) {
    const [, limit] = /^Test timed out in (\d+)ms/.exec(error.message) ?? []
    if (limit === undefined || (startMs !== undefined && startMs < Number(limit) / 2)) continue
    const spent =
      startMs === undefined
        ? 'the server had not started by then'
        : `the server took ${durationText(startMs)} to start`
    error.message = `${error.message}\n  Hint: ${spent}; ${WHAT_TO_DO}`
  }
}

const WHAT_TO_DO =
  "set a longer testTimeout in the configuration of vitest, share one server with scope: 'file', or name the program itself in place of npx"
