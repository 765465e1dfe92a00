/** The clients of the official SDKs in front of a gateway, as a user starts it, in front of a public server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { MAIN } from '../fixtures/command-line.js'
import { officialServer } from '../fixtures/official-servers.js'
import { scratchFolder } from '../proxy/recorder-process.js'
import { verifies } from '../verifies.js'

verifies('gateway:forwarding')

const ASKING = 'everything__trigger-elicitation-request'
const SELF = { name: 'official', version: '1' }
const EVERYTHING = officialServer('server-everything')

function gatewayIn(folder: string, mode: string) {
  const config = join(folder, 'servers.json')
  const everything = { command: process.execPath, args: [EVERYTHING, 'stdio'] }
  writeFileSync(config, JSON.stringify({ mcpServers: { everything } }))
  return {
    command: process.execPath,
    args: [MAIN, 'gateway', '--config', config, '--mode', mode],
    cwd: folder,
    stderr: 'ignore' as const,
  }
}

describe('official client in front of a gateway', () => {
  it.each(['pass-through', 'live'])(
    'of version 1 lists, calls, is asked and hears progress: %s',
    async (mode) => {
      using folder = scratchFolder()
      const client = new ClientV1(SELF, { capabilities: { elicitation: {}, roots: {} } })
      let asked = 0
      client.setRequestHandler(ElicitRequestSchema, () => {
        asked++
        return { action: 'decline' }
      })
      await client.connect(new StdioV1(gatewayIn(folder.path, mode)))
      try {
        const { tools } = await client.listTools()
        const names = tools.map(({ name }) => name)
        expect(names).toContain('everything__echo')
        expect(names.includes('execute_code')).toBe(mode === 'live')

        const echoed = await client.callTool({ name: 'everything__echo', arguments: { message: 'hi' } })
        expect(echoed.content).toEqual([{ type: 'text', text: 'Echo: hi' }])

        const steps: number[] = []
        await client.callTool(
          { name: 'everything__trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } },
          undefined,
          { onprogress: ({ progress }) => void steps.push(progress) },
        )
        expect(steps.length).toBeGreaterThan(0)

        const { resources } = await client.listResources()
        const [first] = resources
        const read = await client.readResource({ uri: first?.uri ?? '' })
        expect(read.contents.map(({ uri }) => uri)).toEqual([first?.uri])
        const { prompts } = await client.listPrompts()
        const prompt = await client.getPrompt({ name: prompts[0]?.name ?? '' })
        expect(prompt.messages.length).toBeGreaterThan(0)

        // The server has it for clients that can be asked alone.
        expect(names).toContain(ASKING)
        await client.callTool({ name: ASKING, arguments: {} })
        expect(asked).toBe(1)
      } finally {
        await client.close()
      }
    },
  )

  it('of version 2 lists and calls in the modern era', async () => {
    using folder = scratchFolder()
    const client = new ClientV2(SELF, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new StdioV2(gatewayIn(folder.path, 'pass-through')))
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('everything__echo')
      const echoed = await client.callTool({ name: 'everything__echo', arguments: { message: 'hi' } })
      expect(echoed.content).toEqual([{ type: 'text', text: 'Echo: hi' }])
    } finally {
      await client.close()
    }
  })
})
