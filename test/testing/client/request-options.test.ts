/** Limits have one name in the client, and what would be ignored is refused. */
import { describe, expect, it } from 'vitest'
import { MockMCPClient } from '../../../src/testing/index.js'
import { fixture } from '../../fixtures/start-server.js'

async function started(): Promise<MockMCPClient> {
  const { command, args = [] } = fixture('hangs')
  return MockMCPClient.start({ command: [command, ...args] })
}

/** As JavaScript has it. */
type Loose = Record<string, (...args: readonly unknown[]) => Promise<unknown>>

describe('the options of a request', () => {
  it('have the limit that start has', async () => {
    await using client = await started()

    await expect(client.callTool('nap', {}, { timeout: 50 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      data: { timeoutMs: 50 },
    })
  })

  it('are refused where there is none of that name, by every request', async () => {
    await using client = await started()
    const loose = client as unknown as Loose
    const asked: Readonly<Record<string, readonly unknown[]>> = {
      ...{ callTool: ['echo', {}], readResource: ['a:b'], getPrompt: ['p', {}], request: ['ping', {}] },
      ...{ listTools: [], listResources: [], listResourceTemplates: [], listPrompts: [], ping: [] },
      ...{
        complete: [
          { type: 'ref/prompt', name: 'p' },
          { name: 'a', value: '' },
        ],
        setLogLevel: ['info'],
      },
      ...{ subscribe: [{}], startTask: ['echo', {}], waitForNotification: ['a/b'] },
    }

    for (const [method, args] of Object.entries(asked))
      await expect(loose[method]?.call(client, ...args, { timeoutMs: 5 }), method).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('there is no option "timeoutMs"'),
        hint: 'did you mean "timeout"?',
      })
  })

  it('are refused where a limit is no limit', async () => {
    await using client = await started()

    await expect(client.ping({ timeout: -1 })).rejects.toMatchObject({ code: 'USAGE' })
  })
})
