/** Real servers, recorded and learned: what is made up for other arguments is what they then really say, but for the values. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../src/base/index.js'
import { outcomeValue } from '../../../src/call/index.js'
import { mayBe } from '../../../src/dryrun/shapes/may-be.js'
import { learnShape, type Sample } from '../../../src/dryrun/shapes/shape.js'
import { closeTexts, typicalSchema } from '../../../src/dryrun/shapes/typical-schema.js'
import { createGateway } from '../../../src/gateway/index.js'
import { openMemoryStore, outcomeOf, type RecordingStore } from '../../../src/recording/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { fixtureFile, type OfficialServer, officialServer } from '../../fixtures/official-servers.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'

verifies('rehearsal:shapes-learned')

type Calls = readonly (readonly [tool: string, args: JsonObject])[]

/** Of servers that declare no output: what was recorded, and what is asked then. */
const UNDECLARED: readonly (readonly [server: string, recorded: Calls, asked: Calls])[] = [
  [
    'tickets',
    [
      ['open_ticket', { title: 'one' }],
      ['open_ticket', { title: 'two' }],
      ['close_ticket', { id: 'a' }],
      ['list_tickets', {}],
    ],
    [
      ['open_ticket', { title: 'three' }],
      ['close_ticket', { id: 'b' }],
    ],
  ],
  [
    'desk',
    [
      ['write', { path: 'a.md', text: 'A' }],
      ['write', { path: 'b.md', text: 'B' }],
      ['read', { path: 'a.md' }],
      ['add', { a: 1, b: 2 }],
    ],
    [
      ['write', { path: 'c.md', text: 'C' }],
      ['read', { path: 'b.md' }],
      ['add', { a: 3, b: 4 }],
    ],
  ],
  [
    'everything',
    [
      ['echo', { message: 'one' }],
      ['get-sum', { a: 1, b: 2 }],
      ['get-annotated-message', { messageType: 'success', includeImage: false }],
    ],
    [
      ['echo', { message: 'two' }],
      ['get-sum', { a: 3, b: 4 }],
      ['get-annotated-message', { messageType: 'error', includeImage: false }],
    ],
  ],
]

test.each(UNDECLARED)('%s, which declares no output', async (server, recorded, asked) => {
  await using world = await createWorld()
  const config = world.configOf(server)
  await using store = openMemoryStore()
  {
    await using recording = await createGateway({ config, store, mode: 'record' })
    for (const [tool, args] of recorded) await recording.callTool(`${server}:${tool}`, args)
  }
  const program = asked
    .map(([tool, args]) => `await mcp['${server}']['${tool}'](${JSON.stringify(args)})`)
    .join('\n')
  await using dry = await createGateway({
    ...{ config, store, mode: 'dry', copy: 'never', sandbox: await oneGuest() },
  })
  const { calls } = await dry.executeCode(program, { dry_run: true })
  await using live = await createGateway({ config, copy: 'never', sandbox: await oneGuest() })
  const real = await live.executeCode(program)

  const told = calls.map(({ tool, source, invented, value }) => [tool, source, invented, kindsOf(value)])
  const wanted = real.calls.map(({ tool, value }) => [tool, 'learned', true, kindsOf(value ?? null)])
  expect(told).toEqual(wanted)
})

/** Of official servers, which do declare it: the declared schema is the judge of what is learned without it. */
const DECLARED: readonly (readonly [OfficialServer, Calls])[] = [
  [
    'server-memory',
    [
      ['create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] }],
      ['create_entities', { entities: [{ name: 'Bob', entityType: 'person', observations: [] }] }],
      ['create_relations', { relations: [{ from: 'Ada', to: 'Bob', relationType: 'knows' }] }],
      ['add_observations', { observations: [{ entityName: 'Bob', contents: ['walks', 'runs'] }] }],
      ['read_graph', {}],
      ['search_nodes', { query: 'Ada' }],
      ['search_nodes', { query: 'nobody' }],
      ['open_nodes', { names: ['Ada', 'Bob'] }],
    ],
  ],
  [
    'server-filesystem',
    [
      ['write_file', { path: 'FOLDER/a.md', content: 'one' }],
      ['read_text_file', { path: 'FOLDER/a.md' }],
      ['list_directory', { path: 'FOLDER' }],
      ['get_file_info', { path: 'FOLDER/a.md' }],
      ['directory_tree', { path: 'FOLDER' }],
      ['search_files', { path: 'FOLDER', pattern: '*.md' }],
    ],
  ],
]

test.each(DECLARED)('%s: what is learned of it keeps the schemas that it declares', async (name, calls) => {
  await using world = await createWorld()
  const config = world.configOf(name)
  await using store = openMemoryStore()
  {
    await using recording = await createGateway({ config, store, mode: 'record' })
    for (const [tool, args] of calls) {
      const text = JSON.stringify(args).replaceAll('FOLDER', world.folder)
      await recording.callTool(`${name}:${tool}`, JSON.parse(text) as JsonObject)
    }
  }
  const compiler = createSchemaCompiler()
  const declared = await outputSchemas(store)
  const judged: string[] = []

  for (const [tool, samples] of await samplesByTool(store)) {
    const shape = learnShape(samples)
    const learned = compiler.compile(typicalSchema(shape))
    const judge = compiler.compile(declared.get(tool) ?? false)
    if (learned.kind !== 'compiled' || judge.kind !== 'compiled') throw new Error(`${tool} has no schema`)
    expect(samples.filter(({ value }) => !mayBe(value, shape))).toEqual([])
    for (let seed = 0; seed < 10; seed++) {
      const made = learned.schema.generate({ seed })
      if (made.kind !== 'value') throw new Error(`${tool}: ${made.reason}`)
      expect(judge.schema.check(closeTexts(made.value, shape))).toEqual([])
    }
    judged.push(tool)
  }

  expect(judged.sort()).toEqual([...new Set(calls.map(([tool]) => tool))].sort())
})

async function samplesByTool(store: RecordingStore): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map<string, Sample[]>()
  for await (const each of store.list({ method: 'tools/call' })) {
    const outcome = outcomeOf(each)
    const name = each.tool?.name ?? ''
    if (outcome?.kind !== 'result') throw new Error(`${name} answered ${JSON.stringify(each.response)}`)
    const sample = { value: outcomeValue(outcome), question: JSON.stringify(each.params) }
    samples.set(name, [...(samples.get(name) ?? []), sample])
  }
  return samples
}

async function outputSchemas(store: RecordingStore): Promise<ReadonlyMap<string, JsonValue>> {
  const schemas = new Map<string, JsonValue>()
  for await (const { response } of store.list({ method: 'tools/list' })) {
    const result = response !== undefined && 'result' in response ? response.result : null
    for (const each of isJsonObject(result) && Array.isArray(result.tools)
      ? (result.tools as JsonObject[])
      : [])
      schemas.set(String(each.name), each.outputSchema ?? false)
  }
  return schemas
}

/** Types by place; items of a list are one. */
function kindsOf(value: JsonValue, path = ''): readonly string[] {
  const kinds = isJsonArray(value)
    ? value.flatMap((each) => kindsOf(each, `${path}/*`))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, each]) => kindsOf(each, `${path}/${key}`))
      : []
  const own = value === null ? 'null' : isJsonArray(value) ? 'list' : typeof value
  return [...new Set([`${path} ${own}`, ...kinds])].sort()
}

async function createWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'learned-'))
  const data = join(folder, 'data')
  await mkdir(data)
  await writeFile(join(data, 'first.md'), 'first')
  const env = { TICKETS_LOG: join(folder, 'log'), MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }
  const files: Readonly<Record<string, readonly string[]>> = {
    tickets: [fixtureFile('tickets')],
    desk: [fixtureFile('habits'), data],
    everything: [officialServer('server-everything'), 'stdio'],
    'server-memory': [officialServer('server-memory')],
    'server-filesystem': [officialServer('server-filesystem'), data],
  }
  return {
    folder: data,
    configOf: (server: string) => ({
      mcpServers: { [server]: { command: process.execPath, args: [...(files[server] ?? [])], env } },
    }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
