import { expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import type { CliIo } from './cli-io.js'
import { withProgress } from './progress.js'

/** What is said of work that waits until it is told to end. */
function working(stderrIsTty: boolean) {
  const clock = manualClock()
  const said: string[] = []
  // Nothing else of the surroundings is used.
  const io = { clock, stderrIsTty, stderr: (text: string) => said.push(text) } as unknown as CliIo
  let finish = (): void => undefined
  const done = withProgress(
    io,
    'Waiting for slow',
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const end = () => {
    finish()
    return done
  }
  return { clock, said, end }
}

it('says what is waited for from the second second on, and takes it back', async () => {
  const { clock, said, end } = working(true)

  clock.advance(999)
  await new Promise(setImmediate)
  expect(said).toEqual([])
  clock.advance(1)
  await new Promise(setImmediate)
  expect(said.at(-1)).toContain('Waiting for slow (1 s)')

  await end()
  expect(said.at(-1)).toBe('\r\u001b[2K')
})

it('says nothing of what is quick, and nothing where no terminal is', async () => {
  const quick = working(true)
  quick.clock.advance(999)
  await quick.end()
  const unseen = working(false)
  unseen.clock.advance(10_000)
  await unseen.end()

  expect([...quick.said, ...unseen.said]).toEqual([])
})
