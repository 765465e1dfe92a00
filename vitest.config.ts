import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ONCE_FILES } from './test/on-another-node.js'

// Node reads these certificates whenever it starts, which takes it twice as long as the start itself, and the tests start it a
// thousand times. Tests that ask a registry give them back to their npm.
const { NODE_EXTRA_CA_CERTS } = process.env
if (NODE_EXTRA_CA_CERTS !== undefined) process.env.REGISTRY_CA_CERTS = NODE_EXTRA_CA_CERTS
delete process.env.NODE_EXTRA_CA_CERTS

/**
 * Files that need modules of their own: the door of vitest acts when it is imported, and some count what happens only once. They run
 * first, and so do the two that take more than a minute: where nothing is kept of a run before, the size of a file decides when it runs, and
 * theirs says nothing of the documents that one tries, and of the files that the other is the only one to name.
 */
const ALONE = [
  'examples/*/test/{bad-input,specification}.test.ts',
  'test/containers/**/*.test.ts',
  'test/docs/documents.test.ts',
  'test/postgres/**/*.test.ts',
  'test/testing/misbehaviour/schemas.test.ts',
  // But for those that run a vitest of their own, and do not import that door.
  'test/testing/vitest/!(*-run).test.ts',
]
/** Set by .ci/run for its second run. */
const { ON_ANOTHER_NODE } = process.env
const once = ON_ANOTHER_NODE === undefined ? [] : ONCE_FILES

export default defineConfig({
  // Node 20 does not parse `using` and `await using`: compile them away, as tsc does for the package.
  oxc: { target: 'es2022' },
  test: {
    // Most tests wait for a process, which leaves a processor for one worker more.
    maxWorkers: availableParallelism() + 1,
    // Most of what a test does it does a few times: to optimize it takes longer than it saves. Later engines count otherwise.
    execArgv: process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : [],
    // Of tests that are run at once in one file: they start processes, and other files do too.
    maxConcurrency: 3,
    // For what hangs, and nothing else: a test that has to be quick counts its steps, or turns its clock itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    dangerouslyIgnoreUnhandledErrors: false,
    // What a project compiled of a file, the others take, and the next run.
    experimental: { fsModuleCache: true },
    globalSetup: 'test/before-all.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: once.length > 0 ? [] : ['src/**/*.test.ts', 'examples/*/src/**/*.test.ts'],
          // They touch nothing but memory: loading every module anew for each file took two thirds of their time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
          exclude: [...ALONE, ...once],
          // As above. What a file changes of the process, it puts back.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: [...once] } },
    ],
  },
})
