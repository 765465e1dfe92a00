/** Starting a client: where the server runs, whom the client imitates, and what is left when the start is given up. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MockMCPClient } from '../../../src/testing/index.js'
import { officialServer } from '../../fixtures/official-servers.js'
import { assertGone, fixture } from '../../fixtures/start-server.js'
import { verifies } from '../../verifies.js'
import { startClient } from './start-client.js'

verifies('client:working-folder-option', 'client:start-spawns')

const EVERYTHING = officialServer('server-everything')

describe('start of a client', () => {
  it('starts the server in its working folder', async () => {
    await using folder = await temporaryFolder()
    const { command, args = [] } = fixture('notes-its-pid')
    await using started = await startClient({
      command: [command, ...args],
      workingDir: folder.path,
      env: { PIDS: 'pids' },
    })

    expect((await started.client.callTool('where')).content).toBe(folder.path)
  })

  it('shows the server of a host the working folder as its only root', async () => {
    await using folder = await temporaryFolder()
    await using started = await startClient({
      command: [process.execPath, EVERYTHING, 'stdio'],
      workingDir: folder.path,
      host: 'claude-code',
    })
    const { client } = started

    const names = (await client.listTools()).map(({ name }) => name)
    const { content = '' } = await client.callTool('get-roots-list')
    const elicited = await client.callTool('trigger-elicitation-request')

    expect(names).not.toContain('trigger-sampling-request')
    expect(content).toContain(`1. ${basename(folder.path)}`)
    expect(content).toContain(pathToFileURL(folder.path).href)
    expect(elicited.content).toContain('"action": "cancel"')
  })

  it('leaves nothing running when it is given up', async () => {
    const { command, args = [] } = fixture('asks-at-start')
    const giveUp = new AbortController()
    const pids: unknown[] = []

    const start = MockMCPClient.start({
      command: [command, ...args],
      signal: giveUp.signal,
      roots({ pid }) {
        pids.push(pid)
        giveUp.abort()
        return { roots: [] }
      },
    })

    await expect(start).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(pids).toEqual([expect.any(Number)])
    assertGone(Number(pids[0]))
  })
})

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'client-')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
