/** A server inside a container, spoken to over standard input and output. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startContainer } from '../../src/transport/index.js'
import { describeTransport } from '../contract/transport.contract.js'
import { containersOf, engineState, server, startClient, TIMEOUT_MS } from './world.js'

describeTransport('container', () => startContainer(server('returns-messages')))

describe('a server in a container', { timeout: TIMEOUT_MS }, () => {
  it.concurrent('is ready when the handshake is complete, also after three seconds', async () => {
    await using client = await startClient(server('looks-around', '3000'))

    expect(client.serverInfo).toEqual({ name: 'fixture', version: '1.0.0' })
    expect(client.container).toMatchObject({
      image: engineState().server,
      engine: { name: engineState().name },
    })
  })

  it.concurrent('gets the variables that it is given, and none of ours', async () => {
    const env = {
      TOKEN: 'hunter2',
      LINES: 'a\nb=c\n',
      EMPTY: '',
      HOME: '/somewhere',
      'with.dots-and': '"quoted" $HOME',
    }
    await using client = await startClient({ ...server('looks-around'), env })

    const { content } = await client.callTool('environment')

    const seen = JSON.parse(content ?? '')
    expect(seen).toMatchObject(env)
    expect(Object.keys(seen).filter((name) => /VITEST|USER|DOCKER|npm_/.test(name))).toEqual([])
  })

  it.concurrent('has its secrets in no list of processes', async ({ skip }) => {
    if (process.platform !== 'linux') skip('reads /proc')
    await using client = await startClient({ ...server('looks-around'), env: { TOKEN: 'hunter2' } })

    const commandLine = readFileSync(`/proc/${client.pid}/cmdline`, 'utf8').split('\0')

    expect(commandLine).toContain('--env=TOKEN')
    expect(commandLine.join(' ')).not.toContain('hunter2')
  })

  it.concurrent('sees a folder through a volume, which it may write to only where that was said', async () => {
    using folder = scratch()
    writeFileSync(join(folder.path, 'sample.md'), 'the meeting is on Monday')
    const mounts = [`${folder.path}:/samples:ro`, `${folder.path}:/work`]
    await using client = await startClient({ ...server('looks-around'), mounts })

    const read = await client.callTool('read', { path: '/samples/sample.md' })
    const refused = await client.callTool('write', { path: '/samples/new.md', text: 'no' })
    const written = await client.callTool('write', { path: '/work/new.md', text: 'yes' })

    expect(read.content).toBe('the meeting is on Monday')
    expect([refused.success, written.success]).toEqual([false, true])
    expect(refused.content).toContain('EROFS')
    expect(readFileSync(join(folder.path, 'new.md'), 'utf8')).toBe('yes')
  })

  it.concurrent('runs as the user, in the folder and with the arguments that were said', async () => {
    const options = {
      ...server('/app/looks-around', '0', '--rm', '-v/:/x'),
      user: '4711:4711',
      workdir: '/tmp',
    }
    await using client = await startClient(options)

    expect(JSON.parse((await client.callTool('world')).content ?? '')).toEqual({
      uid: 4711,
      folder: '/tmp',
      args: ['0', '--rm', '-v/:/x'],
    })
  })

  it.concurrent('shares nothing with the container of another test', async () => {
    await using one = await startClient(server('looks-around'))
    await using other = await startClient(server('looks-around'))
    await one.callTool('write', { path: '/tmp/mine', text: 'mine' })

    const seen = await other.callTool('read', { path: '/tmp/mine' })

    expect(seen.success).toBe(false)
    expect(one.container?.name).not.toBe(other.container?.name)
  })

  it('is one of twenty, started at once', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => startClient(server('echo'))))
    const names = clients.map(({ container }) => container?.name ?? '')

    const answers = await Promise.all(
      clients.map((client, i) => client.callTool('echo', { message: `${i}` })),
    )
    await Promise.all(clients.map((client) => client.stop()))

    expect(answers.map(({ content }) => content)).toEqual(clients.map((_, i) => `${i}`))
    expect(new Set(names).size).toBe(20)
    const left = await containersOf('name=understudy-')
    expect(names.filter((name) => left.includes(name))).toEqual([])
  })
})

function scratch(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'understudy-volume-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}
