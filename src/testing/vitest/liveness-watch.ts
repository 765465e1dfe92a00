/** Looks after fixture files that no server opens, over the tests of each file. */
import { AssertionError } from 'node:assert'
import type { RunnerTestFile, RunnerTestSuite } from 'vitest'
import { printable } from '../../base/index.js'
import { type DeadFiles, findDeadFiles } from '../fixtures/liveness.js'
import type { Project } from '../fixtures/project.js'
import { atFileEnd, warn } from './file-end.js'

/** `warn` tells dead fixture files at the end of the test file, `error` lets the file fail, `off` does not look. */
export type LivenessMode = 'warn' | 'error' | 'off'

export interface LivenessWatch {
  /** A server was started in this project, for a test of this file. */
  see(file: RunnerTestFile, project: Project): void
}

export function createLivenessWatch(mode: LivenessMode): LivenessWatch {
  const files = new WeakMap<RunnerTestFile, Set<Project>>()

  async function tell(file: RunnerTestFile, projects: ReadonlySet<Project>): Promise<void> {
    files.delete(file)
    const dead = findDeadFiles(await Promise.all([...projects].map((project) => project.liveness())))
    if (dead === undefined) return
    const skipped = countSkipped(file)
    const lines = linesOf(dead, skipped)
    if (mode === 'error' && dead.isCertain && skipped === 0)
      throw new AssertionError({ message: lines.join('\n'), operator: 'liveness' })
    warn(lines)
  }

  return {
    see(file, project) {
      if (mode === 'off') return
      const known = files.get(file)
      if (known !== undefined) {
        known.add(project)
        return
      }
      const projects = new Set([project])
      files.set(file, projects)
      atFileEnd(file, () => tell(file, projects))
    },
  }
}

function linesOf({ isCertain, text }: DeadFiles, skipped: number): string[] {
  const line = printable(text, { oneLine: true })
  if (!isCertain) return [line]
  return [
    line,
    skipped === 0
      ? '  Delete what no test needs, or look whether the server looks elsewhere'
      : `  Not all tests ran (${skipped} were skipped): it may belong to one of those`,
  ]
}

function countSkipped({ tasks }: RunnerTestSuite): number {
  const counts = tasks.map((task) =>
    task.type === 'suite' ? countSkipped(task) : Number(task.mode === 'skip' || task.mode === 'todo'),
  )
  return counts.reduce((sum, each) => sum + each, 0)
}
