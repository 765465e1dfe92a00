/** Clients of one gateway with tokens of their own: what one of them recorded, ran or was asked is nobody else's. */
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, it, onTestFinished } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/base/index.js'
import { identifyClient, principalOf, readClients } from '../../src/gateway/clients/index.js'
import { createGateway, type GatewayOptions } from '../../src/gateway/index.js'
import { openMemoryStore } from '../../src/recording/index.js'
import { serveHttp } from '../../src/server/index.js'
import { verifies } from '../verifies.js'

verifies('gateway:principals-apart')

const SERVER = fileURLToPath(new URL('../fixtures/servers/draws.mjs', import.meta.url))
const CONFIG = { mcpServers: { lottery: { command: process.execPath, args: [SERVER] } } }
const TOKENS = { ann: 'ann-has-a-long-token', bob: 'bob-has-a-long-token' }
type Name = keyof typeof TOKENS

const { clients } = readClients(
  JSON.stringify({ tokens: Object.entries(TOKENS).map(([name, token]) => ({ name, token })) }),
  'tokens.json',
  {},
)

async function served(options: Partial<GatewayOptions> = {}): Promise<string> {
  const gateway = await createGateway({ config: CONFIG, copy: 'never', principalOf, ...options })
  const http = await serveHttp(gateway.service, { identify: identifyClient(clients) })
  onTestFinished(async () => {
    await http.close()
    await gateway.close()
  })
  return http.url
}

interface Connected {
  call(name: string, args: object): Promise<JsonObject>
  runs(): Promise<readonly string[]>
  read(uri: string): Promise<unknown>
  readonly asked: readonly unknown[]
}

/** An official client, which says yes to whatever it is asked. */
async function connected(url: string, name: Name): Promise<Connected> {
  const client = new Client({ name, version: '1' }, { capabilities: { elicitation: {} } })
  const asked: unknown[] = []
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message)
    return { action: 'accept' as const, content: { approve: true, approved: true } }
  })
  const headers = { authorization: `Bearer ${TOKENS[name]}` }
  // The library's own types do not fit together where optional members are taken by the letter.
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    asked,
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: { ...args } })
      if (!isJsonObject(result.structuredContent)) throw new Error(JSON.stringify(result))
      return result.structuredContent
    },
    async runs() {
      const { resources } = await client.listResources()
      return resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('understudy://runs/'))
    },
    read: (uri) => client.readResource({ uri }),
  }
}

const draw = (slot: number) => ({ tasks: [{ id: 'a', tool: 'lottery:draw', arguments: { slot } }] })

it('a rehearsal is answered from recordings of the same client alone', async () => {
  const url = await served({ store: openMemoryStore() })
  const [ann, bob] = await Promise.all([connected(url, 'ann'), connected(url, 'bob')])
  const { lot } = await ann.call('lottery__draw', { slot: 1 })
  await ann.call('execute_dag', { workflow: draw(2) })

  const [forAnn, forAnnsRun, forBob] = await Promise.all([
    ann.call('execute_dag', { dry_run: true, workflow: draw(1) }),
    ann.call('execute_dag', { dry_run: true, workflow: draw(2) }),
    bob.call('execute_dag', { dry_run: true, workflow: draw(1) }),
  ])

  expect(forAnn).toMatchObject({ calls: [{ source: 'recording', value: { lot } }] })
  expect(forAnnsRun).toMatchObject({ calls: [{ source: 'recording' }] })
  expect(forBob).toMatchObject({ calls: [{ source: 'schema' }] })
  expect(JSON.stringify(forBob)).not.toContain(lot)
})

it('runs and rehearsals are resources of the client that asked for them alone', async () => {
  const url = await served()
  const [ann, bob] = await Promise.all([connected(url, 'ann'), connected(url, 'bob')])
  await ann.call('execute_dag', { dry_run: true, intent: 'a secret of ann', workflow: draw(1) })
  const { run_id } = await ann.call('execute_dag', { workflow: draw(1) })
  const uri = `understudy://runs/${run_id}`

  const refused = (reading: Promise<unknown>) => reading.catch((failure: unknown) => String(failure))

  expect(await ann.runs()).toHaveLength(4)
  expect(JSON.stringify(await ann.read(uri))).toContain('lottery:draw')
  expect(await bob.runs()).toEqual([])
  const unknown = String(await refused(bob.read('understudy://runs/0000000000000000')))
  expect(String(await refused(bob.read(uri)))).toBe(unknown.replace('0000000000000000', String(run_id)))
  expect(await refused(bob.read(`${uri}/trace`))).toMatch(/not found|unknown|no resource/i)
})

it('nobody approves the calls of another client', async () => {
  const url = await served({ policy: { rules: [{ tools: 'lottery:draw', decision: 'ask' }] } })
  const [ann, bob] = await Promise.all([connected(url, 'ann'), connected(url, 'bob')])

  await ann.call('lottery__draw', { slot: 1 })
  await Promise.all([ann.call('execute_dag', { workflow: draw(2) }), bob.call('lottery__draw', { slot: 3 })])

  expect(ann.asked).toHaveLength(2)
  expect(bob.asked).toHaveLength(1)
  expect(String(ann.asked)).not.toMatch(/slot\D+3/)
  expect(String(bob.asked)).toMatch(/slot\D+3/)
})
