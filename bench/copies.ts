/** Servers in a copy of the world, over the same ones started bare: their start, their calls, and calls that are rehearsed there. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { copyServers, createCopy } from '../dist/copy/index.js'
import { createRegistry, createSchemaCompiler, createTypeStripper, rehearse } from '../dist/index.js'
import { connectEntry } from '../dist/launch/index.js'
import { createDenoSandbox } from '../dist/sandbox/index.js'
import type { Session } from '../dist/session/index.js'
import { comparePaired, type Figure } from './figure.js'

const SERVER = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'))
const CLIENT = { clientInfo: { name: 'bench', version: '1' } }
/** A guest starts in some 30 ms: both runs find one ready. */
const POOL_FILLS_MS = 150
const CALLS = 100

export async function run(): Promise<readonly Figure[]> {
  return [
    await startOver(100, 15, 1.4),
    await startOver(10_000, 7, 3),
    ...(await callsOver(1_000, 1.5)),
    ...(await callsOver(10_000, 2)),
    await rehearsalOver(),
  ]
}

async function startOver(files: number, pairs: number, atMost: number): Promise<Figure> {
  using tree = makeTree(files)
  const { ratio, oursMs, floorMs } = await comparePaired(
    async () => {
      await using world = await createCopy({ roots: [tree.folder] })
      await using session = await connect(tree.folder, (launch) => world.start(launch))
      await session.listTools()
    },
    async () => {
      await using session = await connect(tree.folder)
      await session.listTools()
    },
    { pairs, warmUps: 1 },
  )
  return {
    name: `start of a server in a copy, ${files} files in its root, over bare`,
    value: ratio,
    unit: '×',
    target: { atMost },
    detail: `server-filesystem, until it listed its tools and had ended: copy ${oursMs.toFixed(0)} ms, bare ${floorMs.toFixed(0)} ms`,
  }
}

async function callsOver(files: number, lookAtMost: number): Promise<readonly Figure[]> {
  using tree = makeTree(files)
  await using world = await createCopy({ roots: [tree.folder] })
  await using copied = await connect(tree.folder, (launch) => world.start(launch))
  await using bare = await connect(tree.folder)
  let n = 0
  const read = (session: Session): Promise<unknown> =>
    session.callTool('read_text_file', { path: join(tree.folder, 'd0/f0.txt') })
  const write = (session: Session): Promise<unknown> =>
    session.callTool('write_file', { path: join(tree.folder, 'written.txt'), content: `${n++}` })
  const often = async (call: () => Promise<unknown>): Promise<void> => {
    for (let i = 0; i < CALLS; i++) await call()
  }
  const plain = await comparePaired(
    () => often(() => read(copied)),
    () => often(() => read(bare)),
    { pairs: 11, warmUps: 2 },
  )
  const looked = await comparePaired(
    () =>
      often(async () => {
        await write(copied)
        await world.changes()
      }),
    () => often(() => write(bare)),
    { pairs: 11, warmUps: 1 },
  )
  const detail = (tool: string, ms: number, floorMs: number) =>
    `${tool}: copy ${(ms / CALLS).toFixed(2)} ms, bare ${(floorMs / CALLS).toFixed(2)} ms`
  return [
    {
      name: `a call in a copy, ${files} files, over bare`,
      value: plain.ratio,
      unit: '×',
      target: { atMost: 1.1 },
      detail: detail('read_text_file', plain.oursMs, plain.floorMs),
    },
    {
      name: `a call in a copy with the look for its changes, ${files} files, over bare`,
      value: looked.ratio,
      unit: '×',
      target: { atMost: lookAtMost },
      detail: detail('write_file', looked.oursMs, looked.floorMs),
    },
  ]
}

const PROGRAM = `const names: string[] = []
for (const name of ['a', 'b', 'c', 'd', 'e']) {
  await mcp.files.write_file({ path: 'FOLDER/' + name, content: name })
  names.push(name)
}
return names
`

/** The server is started in both: in a copy, and bare. */
async function rehearsalOver(): Promise<Figure> {
  using tree = makeTree(100)
  await using sandbox = await createDenoSandbox({ poolSize: 1 })
  await using stripper = createTypeStripper()
  const compiler = createSchemaCompiler()
  const program = PROGRAM.replace('FOLDER', tree.folder)
  const { oursMs, floorMs, ratio } = await comparePaired(
    async () => {
      await using copies = await copyServers([entryOf(tree.folder)])
      const tools = createRegistry(copies.tools, compiler)
      const { verdict, calls } = await rehearse(program, { tools, copies, sandbox, stripper })
      if (verdict !== 'pass' || calls.length !== 5) throw new Error(`${verdict}, ${calls.length} calls`)
    },
    async () => {
      await using session = await connect(tree.folder)
      await session.listTools()
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        await session.callTool('write_file', { path: join(tree.folder, name), content: name })
    },
    { pairs: 15, warmUps: 2, rest: () => setTimeout(POOL_FILLS_MS) },
  )
  return {
    name: 'five calls rehearsed on a copy, over the same calls live, the server started in both',
    value: ratio,
    unit: '×',
    target: { atMost: 1.4 },
    detail: `write_file of server-filesystem: rehearsed ${oursMs.toFixed(0)} ms, live ${floorMs.toFixed(0)} ms; a guest is ready`,
  }
}

type StartCommand = NonNullable<Parameters<typeof connectEntry>[1]['startCommand']>

function connect(folder: string, startCommand?: StartCommand): Promise<Session> {
  return connectEntry(entryOf(folder), { ...CLIENT, ...(startCommand === undefined ? {} : { startCommand }) })
}

function entryOf(folder: string) {
  return {
    name: 'files',
    launch: { kind: 'stdio', command: process.execPath, args: [SERVER, folder], env: {} },
  } as const
}

/** A hundred files a folder. */
function makeTree(files: number): Disposable & { readonly folder: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-copies-')))
  for (let i = 0; i < files; i++) {
    const inner = join(folder, `d${Math.floor(i / 100)}`)
    if (i % 100 === 0) mkdirSync(inner)
    writeFileSync(join(inner, `f${i}.txt`), `text ${i}\n`)
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
