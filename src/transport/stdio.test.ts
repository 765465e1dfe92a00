import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { GRACE_MS, HURRIED_GRACE_MS } from './grace.js'
import type { ServerProcess } from './server-process.js'
import { overStdio } from './stdio.js'

/** A process that nothing but SIGKILL ends, and that has written `output`; resolves with when it was asked to end. */
async function endStubborn(output: string, messages: readonly string[]) {
  const clock = manualClock()
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const process: ServerProcess = Object.assign(new EventEmitter(), {
    ...{ pid: 1, exitCode: null, signalCode: null, stdin, stdout, stderr },
    stdio: [stdin, stdout, stderr],
  })
  const askedAtMs: number[] = []
  let isAlive = true
  const transport = overStdio(
    process,
    'server',
    {
      isAlive: () => isAlive,
      terminate: () => void askedAtMs.push(clock.monotonic()),
      kill() {
        askedAtMs.push(clock.monotonic())
        isAlive = false
        for (const stream of [stdout, stderr]) stream.destroy()
        process.emit('exit')
      },
    },
    { clock },
  )
  transport.start({
    ...{ message: () => undefined, noise: () => undefined, stderr: () => undefined },
    closed: () => undefined,
  })
  for (const message of messages) void transport.sendText(message)
  stdout.write(output)
  await new Promise(setImmediate)
  let isOver = false
  void transport.close().then(() => {
    isOver = true
  })
  while (!isOver && clock.monotonic() < 60_000) {
    clock.advance(10)
    await new Promise(setImmediate)
  }
  return askedAtMs
}

it.each([
  ['never answers a word', 'Listening …\n', ['{}'], HURRIED_GRACE_MS],
  ['has spoken once', '{"jsonrpc":"2.0"}\n', ['{}'], GRACE_MS],
  ['was never asked', '', [], GRACE_MS],
])('ends a stubborn server that %s', async (_, output, messages, graceMs) => {
  const [terminatedAtMs = 0, killedAtMs] = await endStubborn(output, messages)

  expect(terminatedAtMs).toBe(graceMs)
  expect(killedAtMs).toBe(2 * graceMs)
})
