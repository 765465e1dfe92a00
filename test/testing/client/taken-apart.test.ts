/** What users get from the doors of the package may be taken apart: no method needs the object that it was read from. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createGateway } from '../../../src/gateway/public.js'
import { createRegistry, createSchemaCompiler, createTypeStripper } from '../../../src/index.js'
import {
  createRedactor,
  openCassetteStore,
  openMemoryStore,
  openSqliteStore,
} from '../../../src/recording/public.js'
import { createDenoSandbox } from '../../../src/sandbox/index.js'
import {
  createMockServer,
  createProject,
  createProtocolSchemas,
  createVacuityLog,
  createWireCheck,
  MockMCPClient,
} from '../../../src/testing/index.js'

const ECHO = { name: 'echo', inputSchema: { type: 'object' as const } }

/** Of the methods of an object, those that would be lost without it: `this` stands in their text, and nothing was bound to it. */
function methodsThatNeed(object: object): string[] {
  const found: string[] = []
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const key of Reflect.ownKeys(at)) {
      if (key === 'constructor' || Object.getOwnPropertyDescriptor(at, key)?.get !== undefined) continue
      const method = Reflect.get(object, key)
      if (typeof method !== 'function') continue
      const text = String(method)
      const isArrow = /^(?:async\s*)?(?:\([^{]*\)|[\w$]+)\s*=>/.test(text)
      if (!isArrow && /\b(?:this|super)\b/.test(text)) found.push(String(key))
    }
  return found
}

it('knows a method that needs its object', () => {
  class Bare {
    #n = 1
    own = () => this.#n
    bare() {
      return this.#n
    }
  }
  expect(methodsThatNeed(new Bare())).toEqual(['bare'])
})

// Matchers are left out: the test framework gives them their `this`.
it('holds for the objects of all doors', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taken-apart-'))
  try {
    const mock = createMockServer({ tools: [ECHO] })
    await using client = await MockMCPClient.start({ server: mock })
    await using sandbox = await createDenoSandbox({ poolSize: 0 })
    await using project = await createProject()
    await using sqlite = await openSqliteStore(join(folder, 'a.db'))
    await using cassette = await openCassetteStore(join(folder, 'a.jsonl'))
    await using memory = openMemoryStore()
    await using gateway = await createGateway({ mode: 'replay', store: memory, sandbox })
    await using stripper = createTypeStripper()
    const compiler = createSchemaCompiler()
    const schemas = createProtocolSchemas(compiler)
    const objects = {
      ...{
        mock,
        client,
        session: client.session,
        sandbox,
        project,
        gateway,
        sqlite,
        cassette,
        memory,
        stripper,
      },
      ...{ compiler, schemas, wireCheck: createWireCheck(schemas) },
      registry: createRegistry([{ server: 'a', tools: [ECHO] }], compiler),
      redactor: createRedactor({ secrets: ['hunter2'] }),
      vacuity: createVacuityLog(),
    }

    const needy = Object.entries(objects).flatMap(([name, object]) =>
      methodsThatNeed(object).map((method) => `${name}.${method}`),
    )

    expect(needy).toEqual([])
    const { callTool, listTools, stop } = client
    expect((await listTools()).map(({ name }) => name)).toEqual(['echo'])
    expect((await callTool('echo', {})).outcome.kind).toBe('rpc-error')
    await stop()
  } finally {
    await rm(folder, { recursive: true })
  }
})
