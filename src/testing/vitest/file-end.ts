/** What is told when a test file is done. */
import { type RunnerTestFile, TestRunner } from 'vitest'

/** Does the work after the last test of the file, and after the hooks that the file itself has; what it throws fails the file. */
export function atFileEnd(file: RunnerTestFile, work: () => void | Promise<void>): void {
  TestRunner.getSuiteHooks(file).afterAll.unshift(work)
}

/** Writes a warning where the run shows what tests print. */
export function warn(lines: readonly string[]): void {
  process.stderr.write(`\n${lines.join('\n')}\n`)
}
