/** Programs that are no servers: what they print, how they end, and that nothing of them is left. */
import { expect, it } from 'vitest'
import { isRunning, killProcess, type ProgramOptions, runProgram } from '../../src/transport/index.js'

const LONG = { limitMs: 30_000 }
/** Starts another process, tells its pid, and does not end before it is told. */
const PARENT = `
  const { spawn } = require('node:child_process')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  console.log(child.pid)
`

it('runProgram tells what a program printed, and how it ended', async () => {
  using run = await node('console.log("out"); console.error("err"); process.exitCode = 3')

  expect(run).toMatchObject({ end: { kind: 'exited', code: 3 }, stdout: 'out\n', stderr: 'err\n' })
})

it('runProgram gives a program nothing to read, and the environment that it is given', async () => {
  using run = await runProgram(
    {
      command: process.execPath,
      args: ['-e', 'process.stdin.on("end", () => console.log(process.env.GIVEN)).resume()'],
      env: { GIVEN: 'yes' },
    },
    LONG,
  )

  expect(run).toMatchObject({ end: { kind: 'exited', code: 0 }, stdout: 'yes\n' })
})

it('runProgram tells the signal that ended a program', async () => {
  using run = await node('process.kill(process.pid, "SIGKILL")')

  expect(run.end).toEqual({ kind: 'signalled', signal: 'SIGKILL' })
})

it('runProgram keeps the first megabyte, and reads on', async () => {
  using run = await node('process.stdout.write("x".repeat(5_000_000)); console.error("done")')

  expect(run.stderr).toBe('done\n')
  expect(run.stdout.length).toBeGreaterThanOrEqual(1024 * 1024)
  expect(run.stdout.length).toBeLessThan(2_000_000)
})

it('runProgram kills a program that takes too long', async () => {
  using run = await node('setInterval(() => {}, 1000)', { limitMs: 100 })

  expect(run.end).toEqual({ kind: 'timed-out' })
})

it('runProgram kills a program when its signal aborts, and rejects with the reason', async () => {
  const caller = new AbortController()
  const running = node('setInterval(() => {}, 1000)', { ...LONG, signal: caller.signal })
  caller.abort(new Error('enough'))

  await expect(running).rejects.toThrow('enough')
  await expect(node('', { ...LONG, signal: caller.signal })).rejects.toThrow('enough')
})

it('runProgram leaves alone what a program left behind, until it is disposed', async () => {
  let child: number
  {
    using run = await node(`${PARENT}; child.unref()`)
    child = Number(run.stdout)
    expect(isRunning(child)).toBe(true)
  }

  await expect.poll(() => isRunning(child)).toBe(false)
})

it('runProgram says why a program cannot be started', async () => {
  await expect(runProgram({ command: './no-such-program' }, LONG)).rejects.toMatchObject({
    code: 'SPAWN_FAILED',
  })
})

it('killProcess ends one process, and does nothing when it is gone', async () => {
  using run = await node(`${PARENT}; child.unref()`)
  const child = Number(run.stdout)

  killProcess(child)

  await expect.poll(() => isRunning(child)).toBe(false)
  killProcess(child)
})

function node(code: string, options: ProgramOptions = LONG): ReturnType<typeof runProgram> {
  return runProgram({ command: process.execPath, args: ['-e', code] }, options)
}
