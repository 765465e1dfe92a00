/** vitest's `test` with the fixtures of a server. */
import { type RunnerTestCase, type TestAPI, test } from 'vitest'
import { UsageError } from '../../base/index.js'
import type { MockMCPClient } from '../client/mock-mcp-client.js'
import type { ClientOptions } from '../client/start-options.js'
import type { Project } from '../fixtures/project.js'
import type { VacuityMode } from '../vacuity/vacuity-log.js'
import { addEvidence, tellEvidenceOnce } from './failure-evidence.js'
import { addHints } from './failure-hints.js'
import { createLivenessWatch, type LivenessMode } from './liveness-watch.js'
import { openStage, type Stage, type StagePlan } from './stage.js'
import { timedForLimit } from './time-limit-hint.js'
import type { VacuityWatch } from './vacuity-watch.js'

/** What a test gets by naming it in its first parameter. */
export interface McpFixtures {
  /** A client of the server under test. */
  mcp: MockMCPClient
  /** The folder that the server works in. @throws UsageError USAGE where the option `project` is not given */
  project: Project
  /** Starts one more client of the same server, with options of its own on top; it is stopped with the test. */
  startClient: (options?: ClientOptions) => Promise<MockMCPClient>
}

/** vitest's `test`, with all that belongs to it, and these fixtures. */
export type McpTest = TestAPI<McpFixtures>

/** How tests share a server, and what is looked after beside them. */
export interface ScopeOptions {
  /**
   * A server and a project for each `test` (default), or one of each for all tests of the `file`; or of the `worker`, for the files
   * that import the same `test` in a run without isolation.
   */
  readonly scope?: 'test' | 'file' | 'worker'
  /** Called before each test that uses `mcp`: brings a shared server back to where it was. */
  readonly reset?: (mcp: MockMCPClient) => void | Promise<void>
  /** What to do with an assertion that also holds for answers that say nothing; default `warn`. */
  readonly vacuity?: VacuityMode
  /** What to do with files of the project that no server opened; default `warn`. */
  readonly liveness?: LivenessMode
}

export function stagedTest(plan: StagePlan, options: ScopeOptions, vacuity: VacuityWatch): McpTest {
  const { scope = 'test', reset, vacuity: mode = 'warn', liveness: livenessMode = 'warn' } = options
  const liveness = createLivenessWatch(livenessMode)

  function watch(task: RunnerTestCase, { project }: Stage): void {
    vacuity.setMode(task, mode)
    if (project !== undefined) liveness.see(task.file, project)
  }

  return test.extend<McpFixtures & { stage: Stage }>({
    stage: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        await using stage = await openStage(plan)
        await use(stage)
      },
      { scope },
    ],
    mcp: async ({ stage, task, onTestFailed }, use) => {
      watch(task, stage)
      onTestFailed(() => addHints(task))
      onTestFailed(() => tellEvidenceOnce(task))
      const mcp = await timedForLimit({ task, onTestFailed }, () => stage.mcp())
      onTestFailed(() => addEvidence(task, mcp))
      await reset?.(mcp)
      await use(mcp)
    },
    project: async ({ stage }, use) => {
      if (stage.project === undefined) throw noProject()
      await use(stage.project)
    },
    startClient: async ({ stage, task, onTestFailed }, use) => {
      watch(task, stage)
      onTestFailed(() => addHints(task))
      onTestFailed(() => tellEvidenceOnce(task))
      const started: Promise<MockMCPClient>[] = []
      await use(async (own) => {
        const client = stage.startClient(own)
        started.push(client)
        onTestFailed(async () => addEvidence(task, await client))
        return client
      })
      // What could not be started has told so already.
      for (const client of started) await (await client.catch(() => undefined))?.stop()
    },
  })
}

function noProject(): UsageError {
  return new UsageError('USAGE', 'Cannot use the fixture "project": the tests have none', {
    hint: 'give mcpTest the option "project", {} for an empty folder: the server works in it then',
  })
}
