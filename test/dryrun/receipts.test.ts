/** The receipt of a rehearsal: what is in it, in whose words, and that the shipped schema takes it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JsonValue, parseJson } from '../../src/base/index.js'
import { type Stub, stub } from '../../src/call/index.js'
import {
  type CopySource,
  type ReceiptOrder,
  type RehearseOptions,
  rehearse,
  type SeenChange,
} from '../../src/dryrun/index.js'
import { movedFile } from '../../src/execution/index.js'
import type { Receipt } from '../../src/plan/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { oneGuest } from './one-guest.js'

const KEY = 'k'.repeat(64)
const READS = { annotations: { readOnlyHint: true } }
const TOOLS = [
  {
    server: 'desk',
    tools: [
      { name: 'list', inputSchema: { type: 'object' }, ...READS },
      { name: 'open', inputSchema: { type: 'object' } },
      { name: 'close', inputSchema: { type: 'object' } },
    ],
  },
] as const

const STUBS: readonly Stub[] = [
  stub('desk:list', { result: ['a', 'b'] }),
  stub('desk:open', { result: { id: 'ticket-17' } }),
  stub('desk:close', { result: 'done' }),
]

const PLAN = `const names = await mcp.desk.list()
const { id } = await mcp.desk.open({ about: names[0], token: params.token })
await mcp.desk.close({ id, note: 'closes ' + id })`

test('a receipt tells effects, places, order and what is known after which call, and no secret', async () => {
  const { receipt, report } = await rehearsed(PLAN, {
    params: { token: 'hunter2-hunter2' },
    secrets: ['hunter2-hunter2'],
  })

  expect(report.receipt).toBe(receipt?.id)
  expect(JSON.stringify(receipt)).not.toContain('hunter2')
  expect(receipt?.reads).toMatchObject([
    { call: 1, tool: 'desk:list', place: '1:30', answer: expect.any(String) },
  ])
  expect(receipt?.effects).toMatchObject([
    {
      tool: 'desk:open',
      place: '2:31',
      arguments: { about: 'a', token: null },
      secret: { '/token': expect.any(String) },
      before: { up_to: 1 },
    },
    {
      tool: 'desk:close',
      known_after: {
        '/id': { call: 2, pointer: '/id' },
        '/note': { call: 2, pointer: '/id', before: 'closes ', after: '' },
      },
    },
  ])
  const asJson = JSON.parse(JSON.stringify(receipt))
  expect(issuesOf(asJson)).toEqual([])
  expect(issuesOf({ ...asJson, effects: [{ ...asJson.effects[0], before: {} }] })).not.toEqual([])
})

test('there is no receipt of what is provably wrong', async () => {
  const { receipt, report } = await rehearsed('await mcp.desk.lost()')

  expect([report.verdict, report.receipt, receipt]).toEqual(['fail', undefined, undefined])
})

test('local files that a call names are bound as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'named-'))
  try {
    writeFileSync(join(folder, 'deploy.sh'), 'echo 1')
    const { receipt } = await rehearsed(
      `await mcp.desk.open({ command: 'sh deploy.sh --now' })`,
      {},
      { cwd: folder },
    )

    expect(receipt?.files).toEqual([
      { path: join(folder, 'deploy.sh'), call: 1, digest: expect.stringMatching(/^hmac-sha256:/) },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('local files whose path holds a secret are bound, and their path is sealed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'named-'))
  try {
    const path = join(folder, 'hunter2-hunter2.sh')
    writeFileSync(path, 'echo 1')
    const { receipt } = await rehearsed(
      `await mcp.desk.open({ command: 'sh ' + params.script })`,
      { params: { script: path }, secrets: ['hunter2-hunter2'] },
      { cwd: folder },
    )
    const files = receipt?.files ?? []
    const untouched = await movedFile(files, KEY)
    writeFileSync(path, 'echo 2')
    const edited = await movedFile(files, KEY)

    expect(files).toMatchObject([{ path: expect.stringMatching(/^sealed:/), call: 1 }])
    expect(JSON.stringify(receipt)).not.toContain('hunter2')
    expect(untouched).toBe(undefined)
    expect(edited?.why).toBe(
      'A file whose path holds a secret, which call 1 of the rehearsal changes or names, holds something else now',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('files that a copy says a call changes are bound as they were, and those that it makes as missing', async () => {
  const changed: SeenChange = {
    ...{ path: 'notes/a.md', change: 'changed', isInRoot: true },
    before: { kind: 'file', mode: 0o644, bytes: 3, digest: `sha256:${'a'.repeat(64)}` },
    after: { kind: 'file', mode: 0o644, bytes: 4, digest: `sha256:${'b'.repeat(64)}` },
  }
  const made: SeenChange = {
    ...{ path: 'notes/b.md', change: 'made', isInRoot: true },
    after: { kind: 'file', mode: 0o644, bytes: 4, digest: `sha256:${'b'.repeat(64)}` },
  }
  const { receipt } = await rehearsed(
    'await mcp.desk.list()\nawait mcp.desk.close({})',
    { stubs: [], copies: copyThatChanges({ close: [changed, made] }) },
    { cwd: '/work' },
  )

  expect(receipt?.files).toEqual([
    { path: '/work/notes/a.md', call: 2, digest: expect.stringMatching(/^hmac-sha256:/) },
    { path: '/work/notes/b.md', call: 2, digest: null },
  ])
  expect(receipt?.effects).toMatchObject([{ tool: 'desk:close', effect: 'destructive' }])
})

test('a tool that says it reads and was seen to write is an effect', async () => {
  const made: SeenChange = {
    ...{ path: 'x', change: 'made', isInRoot: true },
    after: { kind: 'file', mode: 0o644, bytes: 4, digest: `sha256:${'b'.repeat(64)}` },
  }
  const { receipt } = await rehearsed('await mcp.desk.list()', {
    stubs: [],
    copies: copyThatChanges({ list: [made] }),
  })

  expect(receipt?.tools).toMatchObject({ 'desk:list': { effect: 'write' } })
  expect(receipt?.effects).toMatchObject([{ tool: 'desk:list', effect: 'write' }])
})

test('a tool that only claims to read is no effect, and one of which nobody says anything is', async () => {
  const { receipt } = await rehearsed('await mcp.desk.list()\nawait mcp.desk.close({})')

  expect(receipt?.tools).toMatchObject({
    'desk:list': { effect: 'read' },
    'desk:close': { effect: 'unknown' },
  })
})

/** Servers in a copy that answer everything, and change what the test says. */
function copyThatChanges(changes: Readonly<Record<string, readonly SeenChange[]>>): CopySource {
  const facts = {
    ...{
      partly: [],
      closed: [],
      isRoot: false,
      keepsMemory: false,
      isNetworkIgnored: false,
      triedAtStart: false,
    },
  }
  return {
    notCopied: [],
    open: () =>
      Promise.resolve({
        servers: new Map([['desk', facts]]),
        startMs: 1,
        end: () => Promise.resolve([]),
        call: ({ tool }) =>
          Promise.resolve({
            outcome: { kind: 'result', content: [{ type: 'text', text: 'done' }] },
            ...{
              networkAttempts: 0,
              earlierAttempts: 0,
              tookMs: 1,
              isFull: false,
              changes: changes[tool] ?? [],
            },
          }),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  }
}

function issuesOf(receipt: JsonValue): readonly unknown[] {
  const text = readFileSync(join(PROJECT_ROOT, 'schemas/receipt.schema.json'), 'utf8')
  const compilation = createSchemaCompiler().compile(parseJson(text, 'the schema of a receipt'))
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(receipt)
}

async function rehearsed(
  plan: string,
  options: Partial<RehearseOptions> = {},
  order: Partial<ReceiptOrder> = {},
) {
  const receipts: Receipt[] = []
  const report = await rehearse(plan, {
    ...{ tools: TOOLS, stubs: STUBS, sandbox: await oneGuest() },
    ...options,
    receipt: {
      journal: { id: 'a journal', key: KEY },
      ...order,
      onReceipt: (made) => void receipts.push(made),
    },
  })
  return { report, receipt: receipts[0] }
}
