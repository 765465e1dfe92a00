/** Two gateways whose configs named each other started, or asked, each other without end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGateway, type Gateway } from '../../src/gateway/index.js'
import { type Service, serveHttp } from '../../src/server/index.js'
import { openSession } from '../../src/session/index.js'
import { startHttp } from '../../src/transport/index.js'
import { MAIN } from '../fixtures/command-line.js'
import { verifies } from '../verifies.js'
import { connect } from './notes-gateway.js'

verifies('gateway:loops')

const OWN = ['execute_dag', 'execute_code', 'run_plan', 'search_tools', 'describe_tools']

test('a gateway does not start behind itself, whoever stands in between', async () => {
  using folder = createFolder()
  folder.write('a.json', { mcpServers: { b: gatewayOf('b.json') } })
  folder.write('b.json', { mcpServers: { a: gatewayOf('a.json') } })
  await using gateway = await createGateway({ config: 'a.json', cwd: folder.path, patienceMs: 60_000 })
  await using session = await connect(gateway)

  const tools = (await session.listTools()).map(({ name }) => name)
  const behind = await session.callTool('b__search_tools', { query: 'anything' })

  expect(tools).toEqual([...OWN, ...OWN.map((name) => `b__${name}`)])
  expect(JSON.stringify(behind)).toContain('stands behind a gateway of the same servers')
})

test('over HTTP a gateway refuses to be asked behind itself', async () => {
  const late = lateService()
  await using servedA = await serveHttp(late.service, { port: 0 })
  await using b = await createGateway({ config: { mcpServers: { a: { url: servedA.url } } } })
  await using servedB = await serveHttp(b.service, { port: 0 })
  await using a = await createGateway({ config: { mcpServers: { b: { url: servedB.url } } } })
  late.becomes(a)
  await using session = await openSession({
    clientInfo: { name: 'a test', version: '1' },
    transport: await startHttp(servedA.url),
  })

  const tools = (await session.listTools()).map(({ name }) => name)
  const behind = await session.callTool('b__search_tools', { query: 'anything' })

  expect(tools).toEqual([...OWN, ...OWN.map((name) => `b__${name}`)])
  expect(JSON.stringify(behind)).toContain('stands behind a gateway of the same servers')
})

function gatewayOf(config: string): object {
  return { command: process.execPath, args: [MAIN, 'gateway', '--patience', '60000', '--config', config] }
}

function createFolder() {
  const path = mkdtempSync(join(tmpdir(), 'understudy-loops-'))
  return {
    path,
    write: (name: string, value: object): void => {
      const text = JSON.stringify(value).replaceAll('"--config","', `"--config","${path}/`)
      writeFileSync(join(path, name), text)
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Served before there is a gateway, since each needs the address of the other one. */
function lateService(): { readonly service: Service; becomes(gateway: Gateway): void } {
  let gateway: Gateway | undefined
  const self = { serverInfo: { name: 'late', version: '1' }, capabilities: { tools: {} } }
  return {
    service: {
      self,
      answer: async (request, turn) =>
        gateway === undefined ? { result: {} } : gateway.service.answer(request, turn),
    },
    becomes(made) {
      gateway = made
    },
  }
}
