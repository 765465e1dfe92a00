import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Node 20 does not parse `using` and `await using`: compile them away, as tsc does for the package.
  oxc: { target: 'es2022' },
  test: {
    // Most tests wait for a process: the default, one worker less than there are processors, leaves half of them idle.
    maxWorkers: '100%',
    testTimeout: 40_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'examples/*/src/**/*.test.ts'],
          // They touch nothing but memory: loading every module anew for each file took two thirds of their time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'system', include: ['test/**/*.test.ts', 'examples/*/test/**/*.test.ts'] },
      },
    ],
  },
})
