/** Which files have changed: what is written, replaced, put there, taken away, and what is not. Looks are counted, not seconds. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import { GONE_LOOKS, LOOK_MS, watchFiles } from '../../src/cli/dry-run/file-watch.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'

test.each<[string, (file: string) => void]>([
  ['written', (file) => writeFileSync(file, 'longer than it was')],
  [
    'replaced by one of the same size',
    (file) => {
      writeFileSync(`${file}~`, 'new')
      renameSync(`${file}~`, file)
    },
  ],
  [
    'taken away and put there again',
    (file) => {
      rmSync(file)
      writeFileSync(file, 'old')
    },
  ],
])('a file that was %s is told at the second look that finds it so, once', async (_, change) => {
  const { file, told, look } = await watching()

  await look()
  change(file)
  await look()
  expect(told).toEqual([])
  await look()
  expect(told).toEqual([['plan.ts']])
  for (let i = 0; i < 5; i++) await look()

  expect(told).toEqual([['plan.ts']])
})

test('a file that is gone for a moment is not told, one that stays away is', async () => {
  const { file, told, look } = await watching()

  rmSync(file)
  for (let i = 0; i < GONE_LOOKS - 1; i++) await look()
  expect(told).toEqual([])
  for (let i = 0; i < 2; i++) await look()

  expect(told).toEqual([['plan.ts']])
})

test('files that change together are told together, and one that is still being written is waited for', async () => {
  const { folder, file, told, look } = await watching()

  writeFileSync(file, 'first half')
  await look()
  writeFileSync(file, 'first half, second half')
  writeFileSync(join(folder, 'stubs.yaml'), 'it was not there')
  await look()
  expect(told).toEqual([])
  await look()

  expect(told).toEqual([['plan.ts', 'stubs.yaml']])
})

test('waiting ends with the signal', async () => {
  const ending = new AbortController()
  const files = watchFiles(['plan.ts'], { cwd: '/', clock: manualClock(), signal: ending.signal })

  const changed = files.changed()
  ending.abort(new Error('enough'))

  await expect(changed).rejects.toThrow('enough')
})

/** A folder with a plan and without stubs, both watched; a look is over when it has been answered. */
async function watching() {
  const folder = await temporaryFolder()
  const file = join(folder, 'plan.ts')
  writeFileSync(file, 'old')
  const clock = manualClock()
  const files = watchFiles(['plan.ts', 'stubs.yaml'], {
    cwd: folder,
    clock,
    signal: new AbortController().signal,
  })
  const told: (readonly string[])[] = []
  const listen = (): void => {
    void files.changed().then((changed) => {
      told.push(changed)
      listen()
    })
  }
  listen()
  const look = async (): Promise<void> => {
    clock.advance(LOOK_MS)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { folder, file, told, look }
}
