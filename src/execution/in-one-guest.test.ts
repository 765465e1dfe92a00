import { expect, test } from 'vitest'
import type { GuestJob, GuestRun, Sandbox } from '../sandbox/index.js'
import { inOneGuest } from './in-one-guest.js'

/** Whose runs end when they are told to. */
function manualSandbox() {
  const told: string[] = []
  const ends: ((end: 'completed' | Error) => void)[] = []
  const run = (job: GuestJob): Promise<GuestRun> =>
    new Promise((resolve, reject) => {
      told.push(job.code)
      ends.push((end) => (end instanceof Error ? reject(end) : resolve(runOf(end))))
    })
  const sandbox: Sandbox = {
    layers: ['netns'],
    run: () => Promise.reject(new Error('a run of its own')),
    openSeries: () => ({ run, [Symbol.asyncDispose]: async () => void told.push('guest ended') }),
    [Symbol.asyncDispose]: async () => void told.push('sandbox closed'),
  }
  return { sandbox, told, end: (how: 'completed' | Error) => ends.shift()?.(how) }
}

function runOf(ended: 'completed'): GuestRun {
  return { ended, result: null, resultUnknownAt: [], console: [], attempts: [] }
}

function jobOf(code: string): GuestJob {
  return {
    ...{ code, fileName: 'plan.js', params: null, world: { kind: 'virtual', seed: 1, startMs: 0 } },
    answer: () => Promise.reject(new Error('it calls nothing')),
  }
}

test('runs of all series wait for each other, whatever became of the one before, and closing ends the guest alone', async () => {
  const { sandbox, told, end } = manualSandbox()
  const guest = inOneGuest(sandbox)

  const first = guest.sandbox.run(jobOf('first'))
  await using series = guest.sandbox.openSeries?.()
  const second = series?.run(jobOf('second'))
  await Promise.resolve()
  expect(told).toEqual(['first'])
  end(new Error('broken off'))
  await expect(first).rejects.toThrow('broken off')
  await Promise.resolve()
  end('completed')
  expect(await second).toMatchObject({ ended: 'completed' })
  await series?.[Symbol.asyncDispose]()
  await guest[Symbol.asyncDispose]()

  expect(told).toEqual(['first', 'second', 'guest ended'])
  expect(guest.sandbox.layers).toEqual(['netns'])
})
