import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
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
