/** What the sandbox tests share: a job with every field filled in, and a sandbox for each test file. */
import { test } from 'vitest'
import { createDenoSandbox, type GuestJob, type Sandbox } from '../../src/sandbox/index.js'
import { oneGuest } from '../dryrun/one-guest.js'

/** A job whose calls are answered with null; what is given takes the place of the default. */
export function guestJob(code: string, rest: Partial<GuestJob> = {}): GuestJob {
  return {
    code,
    fileName: 'plan.ts',
    params: null,
    world: { kind: 'virtual', seed: 1, startMs: 0 },
    answer: () => Promise.resolve({ kind: 'value', value: null, elapsedMs: 0 }),
    ...rest,
  }
}

/** Tests that share one sandbox in a file: it is created before the first and closed after the last. */
export const sandboxTest = test.extend<{ sandbox: Sandbox }>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads what a fixture needs from this pattern
    async ({}, use) => {
      await using sandbox = await createDenoSandbox()
      await use(sandbox)
    },
    { scope: 'file' },
  ],
})

/** Tests whose programs leave nothing behind, and run one after another in a guest that stays. */
export const sharedGuestTest = test.extend<{ sandbox: Sandbox }>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads what a fixture needs from this pattern
    async ({}, use) => use(await oneGuest()),
    { scope: 'file' },
  ],
})
