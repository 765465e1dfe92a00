import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isJsonObject } from '../../src/base/index.js'
import { startStdio } from '../../src/transport/index.js'
import { fixture, isRunning, startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { hear } from './hear.js'

verifies('wire:environment')

describe('stdio transport that cannot start', () => {
  it('suggests the command that was meant', async () => {
    await expect(startStdio({ command: 'nodee', args: ['server.js'] })).rejects.toMatchObject({
      name: 'TransportError',
      code: 'SPAWN_FAILED',
      message: 'Cannot start "nodee server.js": there is no "nodee" on the PATH',
      hint: expect.stringMatching(/^did you mean .*"node".*\?$/),
      data: { command: 'nodee', args: ['server.js'], cwd: null },
    })
  })

  it('tells a whole command line in one string', async () => {
    await expect(startStdio({ command: 'node server.js' })).rejects.toMatchObject({
      code: 'SPAWN_FAILED',
      hint: 'give the program and its arguments apart, each as a string of its own',
    })
  })

  it('tells a working folder that is not there', async () => {
    await expect(startStdio({ command: 'node', cwd: '/no/such/folder' })).rejects.toMatchObject({
      code: 'SPAWN_FAILED',
      message: 'Cannot start "node": its working folder "/no/such/folder" is not a folder that exists',
      hint: 'create it, or correct cwd',
    })
  })

  it('tells a path that is not there and one that may not be executed', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'server.js'), '')

    await expect(startStdio({ command: './sever.js', cwd: folder.path })).rejects.toMatchObject({
      message: `Cannot start "./sever.js": there is no file "${join(folder.path, 'sever.js')}"`,
      hint: 'did you mean "server.js"?',
    })
    await expect(startStdio({ command: './server.js', cwd: folder.path })).rejects.toMatchObject({
      message: 'Cannot start "./server.js": "./server.js" may not be executed',
      hint: 'make it executable (chmod +x), or name the program that runs it, such as node ./server.js',
    })
  })

  it.each([[{ command: '' }], [{ command: 'node', args: ['\0'] }], [{ command: 'node', env: { A: '\0' } }]])(
    'refuses %j',
    async (launch) => {
      await expect(startStdio(launch)).rejects.toMatchObject({ code: 'SPAWN_FAILED' })
    },
  )
})

describe('stdio transport', () => {
  it('gives the server the allow-listed environment and what was named, nothing else', async () => {
    await using server = await startServer('echo', {
      env: { NAMED: 'yes' },
      stdio: { environment: { PATH: '/bin', HOME: '/home/me', SECRET: 'no' }, platform: 'linux' },
    })

    const answer = await server.session.callTool('environment')
    expect(answer).toMatchObject({
      content: [{ text: JSON.stringify({ PATH: '/bin', HOME: '/home/me', NAMED: 'yes' }) }],
    })
  })

  it('runs the server in the folder that was named', async () => {
    await using folder = await temporaryFolder()
    await using transport = await startStdio({
      command: process.execPath,
      args: ['-e', 'console.error(process.cwd())'],
      cwd: folder.path,
    })

    const line = await new Promise<string>((resolve) => {
      transport.start({
        message: () => undefined,
        noise: () => undefined,
        stderr: resolve,
        closed: () => undefined,
      })
    })
    expect(line).toBe(folder.path)
  })

  it('makes a sender wait while the server does not read, and lets it go when the connection ends', async () => {
    await using server = await startServer('stops-reading', { stdio: { graceMs: 100 } })
    const order: string[] = []

    const sending = server.session
      .notify('test', { text: 'x'.repeat(4_000_000) })
      .then(() => order.push('sent'))
    await new Promise(setImmediate)
    order.push('closing')
    await Promise.all([sending, server.session.close()])

    expect(order).toEqual(['closing', 'sent'])
    expect(server.events.at(-1)).toMatchObject({ end: { signal: 'SIGTERM' } })
  })

  it('ends the connection when a server that does not read leaves too much unread', async () => {
    await using server = await startServer('stops-reading', {
      stdio: { graceMs: 100, maxMessageBytes: 100_000 },
    })

    const big = { text: 'x'.repeat(400_000) }
    const sending = Promise.allSettled([1, 2, 3].map(() => server.session.notify('test', big)))
    const ping = server.session.ping()

    await expect(ping).rejects.toMatchObject({ code: 'WRITE_FAILED' })
    expect((await sending).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  it('lets a sender go on when the server has read enough', async () => {
    await using server = await startServer('echo')

    await server.session.notify('test', { text: 'x'.repeat(4_000_000) })
    await server.session.ping()
  })

  it('hears all that a server said before it exited, in order', async () => {
    const flood = `
      const lines = (from) => Array.from({ length: 1000 }, (_, i) => JSON.stringify({ n: from + i }) + '\\n').join('')
      const say = (from) => from < 100000 && process.stdout.write(lines(from), () => say(from + 1000))
      say(0)`
    await using transport = await startStdio({ command: process.execPath, args: ['-e', flood] })
    const heard = hear(transport)

    await heard.until(({ ends }) => ends.length === 1)

    expect(heard.noises).toEqual([])
    expect(heard.messages).toHaveLength(100_000)
    expect(heard.messages.findIndex((message, n) => !isJsonObject(message) || message.n !== n)).toBe(-1)
  })

  it('ends a server that nobody listens to', async () => {
    const transport = await startStdio(fixture('echo'))
    expect(isRunning(transport.pid)).toBe(true)

    await transport.close()
    expect(isRunning(transport.pid)).toBe(false)
  })
})

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'stdio-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

describe('text over stdio', () => {
  it('leaves as one line, as it stands', async () => {
    await using transport = await startStdio(fixture('returns-messages'))
    const heard = hear(transport)

    await transport.sendText('{"half": ')

    await heard.until(({ messages }) => messages.length === 1)
    expect(heard.messages).toMatchObject([{ params: { message: '{"half": ' } }])
  })
})
