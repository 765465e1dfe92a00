/** Servers that do not know the question by which a client tells the eras apart. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MockMCPClient } from '../../../src/testing/index.js'
import { countedWaits } from '../../fixtures/counted-waits.js'
import { fixture } from '../../fixtures/start-server.js'
import { told } from './misbehaviour.js'

describe('client that finds out the era by itself', () => {
  it.each([
    { server: 'silent-on-discover', era: 'legacy', starts: 1 },
    { server: 'nonsense-on-discover', era: 'legacy', starts: 1, violates: /breaks DiscoverResult/ },
    { server: 'exits-on-discover', era: 'legacy', starts: 2 },
    { server: 'modern-echo', era: 'modern', starts: 1 },
  ])('speaks $era with $server, starts it $starts ×, and does not stall', async (row) => {
    const clock = countedWaits()
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'starts')
    const { command, args = [] } = fixture(row.server)

    await using client = await MockMCPClient.start({
      command: [command, ...args],
      era: 'auto',
      env: { STARTS: file },
      clock,
    })

    expect(clock.ranOutMs()).toBeLessThan(2000)
    expect(client.era).toBe(row.era)
    expect(await told(client.callTool('echo', { message: 'hello' }))).toMatchObject({
      kind: 'result',
      content: [{ type: 'text', text: 'hello' }],
    })
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(row.starts)
    expect(client.violations.filter(({ text }) => row.violates?.test(text) !== true)).toEqual([])
  })
})

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'eras-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
