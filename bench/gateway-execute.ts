/**
 * `execute_code` with `dry_run` through a gateway on standard input and output, over the library's own rehearsal of the same program:
 * both without a store.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  createRegistry,
  createSchemaCompiler,
  createTypeStripper,
  parseToolsFile,
  rehearse,
} from '../dist/index.js'
import { createDenoSandbox } from '../dist/sandbox/index.js'
import { connectBare } from './bare-client.js'
import { comparePaired, type Figure } from './figure.js'

const UNDERSTUDY = fileURLToPath(new URL('../dist/joined/cli/main.js', import.meta.url))
const MEMORY = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'))
const TOOLS = new URL('../test/fixtures/data/tools/memory.json', import.meta.url)
/** A guest starts in some 30 ms: both runs find one ready. */
const POOL_FILLS_MS = 150

const PROGRAM = `const names: number[] = []
for (const query of ['a', 'b', 'c', 'd', 'e']) names.push((await mcp.memory.search_nodes({ query })).entities.length)
return names
`

export async function run(): Promise<readonly Figure[]> {
  const tools = createRegistry(
    [parseToolsFile(readFileSync(TOOLS, 'utf8'), 'memory.json', 'memory')],
    createSchemaCompiler(),
  )
  await using sandbox = await createDenoSandbox({ poolSize: 1 })
  await using stripper = createTypeStripper()
  const gateway = await connect()
  try {
    const { ratio, oursMs, floorMs } = await comparePaired(
      () => gateway.execute(PROGRAM),
      async () => {
        const { calls } = await rehearse(PROGRAM, { tools, sandbox, stripper, fileName: 'program.ts' })
        if (calls.length !== 5) throw new Error(`${calls.length} calls were rehearsed`)
      },
      { pairs: 41, warmUps: 10, rest: () => setTimeout(POOL_FILLS_MS) },
    )
    return [
      {
        name: 'execute_code with dry_run through a gateway, over rehearse()',
        value: ratio,
        unit: '×',
        target: { atMost: 1.5 },
        detail: `five calls: gateway ${oursMs.toFixed(1)} ms, library ${floorMs.toFixed(1)} ms; warm, a guest is ready`,
      },
    ]
  } finally {
    await gateway.end()
  }
}

interface GatewayClient {
  execute(code: string): Promise<void>
  end(): Promise<void>
}

async function connect(): Promise<GatewayClient> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-gateway-'))
  const config = join(folder, 'mcp.json')
  const memory = { command: process.execPath, args: [MEMORY] }
  writeFileSync(config, JSON.stringify({ mcpServers: { memory } }))
  const client = await connectBare([
    process.execPath,
    UNDERSTUDY,
    'gateway',
    '--no-store',
    '--config',
    config,
  ])
  return {
    async execute(code) {
      const call = { name: 'execute_code', arguments: { code, dry_run: true } }
      const result = JSON.stringify(await client.request('tools/call', call))
      if (!result.includes('"tools_called":["memory:search_nodes"]')) throw new Error(result.slice(0, 500))
    },
    async end() {
      await client.end()
      rmSync(folder, { recursive: true })
    },
  }
}
