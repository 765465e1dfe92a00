import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Node 20 does not parse `using` and `await using`: compile them away, as tsc does for the package.
  oxc: { target: 'es2022' },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/*/{src,test}/**/*.test.ts'],
    // Most tests wait for a process: the default, one worker less than there are processors, leaves half of them idle.
    maxWorkers: '100%',
    testTimeout: 40_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
