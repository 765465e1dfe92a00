/** The same servers asked by this session and by the official client: whatever they say, both must have heard the same. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { MockMCPClient } from '../../src/testing/index.js'
import { fixtureFile } from '../fixtures/official-servers.js'

const ELICITED = { action: 'accept' as const, content: { name: 'Ada' } }

describe.each([
  ['sdk-v1', 'legacy'],
  ['sdk-v2', 'legacy'],
  ['sdk-v2', 'modern'],
] as const)('%s in the %s era', (name, era) => {
  it('has the same tools, and gives the same results', async () => {
    const args = [fixtureFile(name)]
    await using ours = await MockMCPClient.start({
      command: [process.execPath, ...args],
      era,
      onElicitation: ELICITED,
    })
    const official = new Client(
      { name: 'official', version: '1' },
      {
        capabilities: { elicitation: {} },
        ...(era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
      },
    )
    official.setRequestHandler('elicitation/create', () => ELICITED)
    await official.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))

    try {
      const tools = await ours.listTools()
      expect(tools).toEqual((await official.listTools()).tools)
      expect(tools.length).toBeGreaterThan(3)
      for (const tool of [...tools.map((each) => each.name), 'no-such-tool']) {
        const told = await official.callTool({ name: tool, arguments: ARGUMENTS }).catch(errorOf)
        const { raw } = await ours.callTool(tool, ARGUMENTS)
        expect('result' in raw ? raw.result : errorOf(raw.error), tool).toMatchObject(told)
      }
    } finally {
      await official.close()
    }
  })
})

/** What the tools of the fixtures want, all in one. */
const ARGUMENTS = { a: 1, b: 2, caption: 'A dot' }

function errorOf(failure: unknown): { readonly error: string } {
  return { error: failure instanceof Error ? failure.message : String(Object(failure).message) }
}
