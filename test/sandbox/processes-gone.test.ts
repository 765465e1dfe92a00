/** Guests are processes: none is left behind. */
import { expect, test } from 'vitest'
import { createDenoSandbox } from '../../src/sandbox/index.js'
import { guestJob } from './guest-job.js'
import { childPids, commandOf } from './processes.js'

test('a process is gone when its run resolves, however it ended', async () => {
  await using sandbox = await createDenoSandbox({ poolSize: 0 })
  const before = await childPids()
  const programs = ['return 1', 'throw 1', 'for (;;) {}', 'for (;;) console.log("x".repeat(1e5))']

  for (const program of programs) {
    await sandbox.run(guestJob(program, { budgets: { wallMs: 400 } }))
    expect(await childPids()).toEqual(before)
  }
})

test.runIf(process.platform === 'linux')('a guest that died while it waited is replaced', async () => {
  // Other files of this worker have sandboxes of their own, which replace what is killed.
  const others = await waitingGuests()
  const own = async (): Promise<number[]> => (await waitingGuests()).filter((each) => !others.includes(each))
  await using sandbox = await createDenoSandbox({ poolSize: 1 })
  await sandbox.run(guestJob('return 1'))
  await expect.poll(own).toHaveLength(1)
  const waiting = await own()
  for (const guest of waiting) process.kill(guest, 'SIGKILL')
  await expect.poll(async () => (await own()).filter((each) => waiting.includes(each))).toEqual([])

  const run = await sandbox.run(guestJob('return 1'))

  expect(run.result).toBe(1)
})

test.runIf(process.platform === 'linux')('none is started ahead while that is held', async () => {
  const others = await waitingGuests()
  const own = async (): Promise<number[]> => (await waitingGuests()).filter((each) => !others.includes(each))
  await using sandbox = await createDenoSandbox({ poolSize: 2 })
  await sandbox.run(guestJob('return 1'))
  await expect.poll(own).toHaveLength(2)
  const held = sandbox.holdStarts?.()
  await sandbox.run(guestJob('return 1'))
  const whileHeld: number[] = []

  await sandbox.run(
    guestJob('return await mcp.a.b({})', {
      async answer() {
        whileHeld.push((await own()).length)
        return { kind: 'value', value: 1, elapsedMs: 0 }
      },
    }),
  )
  held?.[Symbol.dispose]()

  // The one that asks.
  expect(whileHeld).toEqual([1])
  await expect.poll(own).toHaveLength(2)
})

test('closing kills the guests that wait in the pool', async () => {
  const before = await childPids()
  const sandbox = await createDenoSandbox({ poolSize: 3 })
  await sandbox.run(guestJob('return 1'))

  await sandbox[Symbol.asyncDispose]()

  expect(await childPids()).toEqual(before)
})

async function waitingGuests(): Promise<number[]> {
  const children = await childPids()
  const commands = await Promise.all(children.map(commandOf))
  return children.filter((_, i) => commands[i] === 'deno')
}
