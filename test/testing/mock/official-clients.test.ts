/** The tools of public servers, mocked for the clients of the official SDKs: each checks every answer against what the tool declares. */
import { readFileSync } from 'node:fs'
import {
  Client as ClientV2,
  InMemoryTransport as MemoryV2,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonValue } from '../../../src/base/index.js'
import { parseToolsFile } from '../../../src/registry/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { createMockServer, type MockServer } from '../../../src/testing/index.js'
import { verifies } from '../../verifies.js'

verifies('replay:mock-server')

const compiler = createSchemaCompiler()
const SELF = { name: 'official', version: '1' }
const PINNED = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const

/** What is common to both versions. */
interface OfficialClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>
  close(): Promise<void>
}

const CLIENTS: readonly [string, (mock: MockServer) => Promise<OfficialClient & AsyncDisposable>][] = [
  [
    'version 1 in memory',
    async (mock) => {
      const [near, far] = MemoryV1.createLinkedPair()
      await mock.connect(far)
      const client = new ClientV1(SELF)
      await client.connect(near)
      return closing(client)
    },
  ],
  [
    'version 2 in memory, modern',
    async (mock) => {
      const [near, far] = MemoryV2.createLinkedPair()
      await mock.connect(far)
      const client = new ClientV2(SELF, PINNED)
      await client.connect(near)
      return closing(client)
    },
  ],
  [
    'version 1 over HTTP',
    async (mock) => {
      const served = await mock.listen()
      const client = new ClientV1(SELF)
      // Its own type of a transport has an optional member more.
      await client.connect(new HttpV1(new URL(served.url)) as unknown as Parameters<ClientV1['connect']>[0])
      return closing(client, served)
    },
  ],
  ...(['legacy', 'auto', 'modern'] as const).map((era): (typeof CLIENTS)[number] => [
    `version 2 over HTTP, ${era}`,
    async (mock) => {
      const served = await mock.listen()
      const auto = { versionNegotiation: { mode: 'auto' } } as const
      const client = new ClientV2(SELF, era === 'modern' ? PINNED : era === 'auto' ? auto : {})
      await client.connect(new StreamableHTTPClientTransport(new URL(served.url)))
      return closing(client, served)
    },
  ]),
]

function closing(client: OfficialClient, served?: AsyncDisposable): OfficialClient & AsyncDisposable {
  return {
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    close: () => client.close(),
    async [Symbol.asyncDispose]() {
      await client.close()
      await served?.[Symbol.asyncDispose]()
    },
  }
}

function listOf(name: string) {
  const file = `${name}.json`
  return parseToolsFile(
    readFileSync(new URL(`../../fixtures/data/tools/${file}`, import.meta.url), 'utf8'),
    file,
    name,
  )
}

/** Some arguments that the input schema takes. */
function argumentsFor(schema: JsonValue): Record<string, JsonValue> {
  const compilation = compiler.compile(schema)
  const made = compilation.kind === 'compiled' ? compilation.schema.generate({ seed: 1 }) : undefined
  if (made?.kind === 'value' && isJsonObject(made.value)) return { ...made.value }
  throw new Error('The input schema has no value')
}

describe.each(CLIENTS)('mock for an official client, %s,', (_, connect) => {
  it.each(['filesystem', 'memory', 'everything'])('answers every tool of server-%s', async (name) => {
    const list = listOf(name)
    const mock = createMockServer(list)
    await using client = await connect(mock)
    const listed = await client.listTools()

    const answers = await Promise.allSettled(
      list.tools.map((tool) =>
        client.callTool({ name: tool.name, arguments: argumentsFor(tool.inputSchema) }),
      ),
    )

    expect(listed.tools.map((tool) => tool.name)).toEqual(list.tools.map((tool) => tool.name))
    expect(problems(list.tools, answers)).toEqual([])
    expect(mock.calls).toHaveLength(list.tools.length)
  })
})

/** A tool that declares its output is answered with a value of it; any other one with an error that says why. */
function problems(
  tools: ReturnType<typeof listOf>['tools'],
  answers: readonly PromiseSettledResult<object>[],
): string[] {
  return tools.flatMap(({ name, outputSchema }, i) => {
    const answer = answers[i]
    if (answer?.status !== 'fulfilled') {
      const isExpected = /the tool declares no output schema/.test(String(answer?.reason))
      return outputSchema === undefined && isExpected ? [] : [`${name}: ${answer?.reason}`]
    }
    const value = 'structuredContent' in answer.value ? answer.value.structuredContent : undefined
    const compilation = compiler.compile(outputSchema ?? false)
    if (compilation.kind === 'refused') return [`${name}: ${compilation.problem.message}`]
    // What a client parsed off the wire is JSON.
    return compilation.schema.check((value ?? null) as JsonValue).map(({ message }) => `${name}: ${message}`)
  })
}
