import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import type { PipedProcess, ProcessEnd } from '../transport/index.js'
import { relayBytes } from './relay-bytes.js'

it('relayBytes passes a chunk on at once, and lets the server wait while its tap is behind', async () => {
  const server = pipedServer()
  const client = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() }
  const shown: string[] = []
  let catchUp = (): void => undefined
  const caughtUp = new Promise<void>((resolve) => {
    catchUp = resolve
  })
  const relayed = relayBytes({
    client: { ...client, endOutput: () => client.output.end() },
    server,
    tap: {
      fromClient: () => undefined,
      fromServer(chunk) {
        shown.push(String(chunk))
        return shown.length === 1 ? caughtUp : undefined
      },
    },
  })

  server.stdout.write('one')
  await turns()
  const whenBehind = { isHeld: server.stdout.isPaused(), passed: String(client.output.read()) }
  server.stdout.write('two')
  await turns()
  const whileBehind = { shown: [...shown], passed: client.output.read() }
  catchUp()
  await turns()
  const afterwards = { isHeld: server.stdout.isPaused(), passed: String(client.output.read()) }
  server.stdout.end()
  server.exit({ exitCode: 0 })

  expect(whenBehind).toEqual({ isHeld: true, passed: 'one' })
  expect(whileBehind).toEqual({ shown: ['one'], passed: null })
  expect(afterwards).toEqual({ isHeld: false, passed: 'two' })
  expect(shown).toEqual(['one', 'two'])
  expect(await relayed).toEqual({ exitCode: 0 })
})

it('relayBytes holds a chunk back until the tap has it, where that is asked for, also after the end of the server', async () => {
  const server = pipedServer()
  const client = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() }
  const taken: (() => void)[] = []
  const relayed = relayBytes({
    client: { ...client, endOutput: () => client.output.end() },
    ...{ server, isHeldBack: true, clock: manualClock(0) },
    tap: {
      fromClient: () => undefined,
      fromServer: () => new Promise<void>((resolve) => taken.push(resolve)),
    },
  })

  server.stdout.write('one')
  await turns()
  const before: unknown = client.output.read()
  taken[0]?.()
  await turns()
  const after = String(client.output.read())
  server.stdout.end('two')
  server.exit({ exitCode: 0 })
  await turns()
  const last: unknown = client.output.read()
  taken[1]?.()

  expect(await relayed).toEqual({ exitCode: 0 })
  expect([before, after, last, String(client.output.read())]).toEqual([null, 'one', null, 'two'])
})

it('relayBytes never hands on what the tap refuses, and ends the server', async () => {
  const server = pipedServer()
  const client = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() }
  let isStopped = false
  const relayed = relayBytes({
    client: { ...client, endOutput: () => client.output.end() },
    server: {
      ...server,
      async stop() {
        isStopped = true
        server.exit({ signal: 'SIGTERM' })
      },
    },
    isHeldBack: true,
    tap: { fromClient: () => undefined, fromServer: () => Promise.reject(new Error('no room')) },
  })

  server.stdout.write('one')

  await expect(relayed).rejects.toThrow('no room')
  expect([isStopped, client.output.read()]).toEqual([true, null])
})

/** Until all that streams have to do for what they have been given is done. */
async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise(setImmediate)
}

/** The pipes of a server that is no process. */
function pipedServer() {
  let exit: (end: ProcessEnd) => void = () => undefined
  const exited = new Promise<ProcessEnd>((resolve) => {
    exit = resolve
  })
  const stop = async (): Promise<void> => undefined
  return {
    ...{ pid: 0, stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() },
    ...{ exited, signal: () => undefined, stop, [Symbol.asyncDispose]: stop },
    exit: (end: ProcessEnd) => exit(end),
  } satisfies PipedProcess & { readonly exit: unknown }
}
