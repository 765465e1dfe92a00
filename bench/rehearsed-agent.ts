/** An agent behind a dry gateway, over the same calls through a live one; and what it did, applied, over the same calls made live. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGateway, type Gateway, readAssessment, rehearseAndRun } from '../dist/gateway/index.js'
import { memoryJournal } from '../dist/journal/index.js'
import { serveInMemory } from '../dist/server/index.js'
import { openSession, type Session } from '../dist/session/index.js'
import { comparePaired, type Figure } from './figure.js'

const SERVER = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'))
const CALLS = 30

export async function run(): Promise<readonly Figure[]> {
  using world = makeWorld()
  return [await firstAnswerOver(world), await callOver(world), await applyOver(world)]
}

/** The servers are started in both: in a copy, and bare. */
async function firstAnswerOver(world: World): Promise<Figure> {
  const first = async (mode: 'dry' | 'live'): Promise<void> => {
    await using gateway = await opened(world, mode)
    await using client = await connected(gateway)
    await client.listTools()
    await read(client, world)
  }
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => first('dry'),
    () => first('live'),
    { pairs: 15, warmUps: 1 },
  )
  return {
    name: "the first answer of a client's rehearsal, over a live gateway's",
    value: ratio,
    unit: '×',
    target: { atMost: 1.4 },
    detail: `server-filesystem, from nothing, its tools listed, until its gateway has ended: rehearsed ${oursMs.toFixed(0)} ms, live ${floorMs.toFixed(0)} ms`,
  }
}

async function callOver(world: World): Promise<Figure> {
  await using dry = await opened(world, 'dry')
  await using live = await opened(world, 'live')
  await using rehearsed = await connected(dry)
  await using real = await connected(live)
  const reads = async (client: Session): Promise<void> => {
    for (let n = 0; n < CALLS; n++) await read(client, world)
  }
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => reads(rehearsed),
    () => reads(real),
    { pairs: 15, warmUps: 2 },
  )
  return {
    name: "a call in a client's rehearsal, kept before its answer leaves, over a live one",
    value: ratio,
    unit: '×',
    target: { atMost: 1.5 },
    detail: `${CALLS} reads of one file: rehearsed ${oursMs.toFixed(0)} ms, live ${floorMs.toFixed(0)} ms`,
  }
}

async function applyOver(world: World): Promise<Figure> {
  const text = await sequenceOf(world)
  const apply = async (): Promise<void> => {
    await using gateway = await opened(world, 'live')
    const report = await rehearseAndRun(
      gateway,
      { text, fileName: 'rehearsal.json' },
      { approve: () => Promise.resolve({ approved: true }) },
    )
    if (report?.ended !== 'completed')
      throw new Error(`It ended as ${report?.ended}: ${report?.ended_because}`)
  }
  const live = async (): Promise<void> => {
    await using gateway = await opened(world, 'live')
    await using client = await connected(gateway)
    await task(client, world)
  }
  const { ratio, oursMs, floorMs } = await comparePaired(apply, live, {
    ...{ pairs: 15, warmUps: 0 },
    rest: () => Promise.resolve(world.restore()),
  })
  return {
    name: 'a rehearsed session applied, over the same calls live, the servers started in both',
    value: ratio,
    unit: '×',
    target: { atMost: 3 },
    detail: `${CALLS} calls of server-filesystem: applied ${oursMs.toFixed(0)} ms, live ${floorMs.toFixed(0)} ms`,
  }
}

async function sequenceOf(world: World): Promise<string> {
  const journal = memoryJournal()
  await using gateway = await opened(world, 'dry', journal)
  await using client = await connected(gateway)
  await task(client, world)
  await client.callTool('finish_rehearsal', {})
  const [{ id = '' } = {}] = await journal.list(undefined, 'rehearsal')
  const run = await journal.read(id, 'rehearsal')
  const assessment = run && readAssessment(run)
  if (assessment?.kind !== 'appliable') throw new Error(`It cannot be applied: ${JSON.stringify(assessment)}`)
  return JSON.stringify(assessment.sequence)
}

/** Ten files, each written, edited and read. */
async function task(client: Session, { folder }: World): Promise<void> {
  for (let n = 0; n < CALLS / 3; n++) {
    const path = join(folder, `new-${n}.txt`)
    await client.callTool('files__write_file', { path, content: `${n}\n` })
    await client.callTool('files__edit_file', { path, edits: [{ oldText: `${n}`, newText: `edited ${n}` }] })
    await client.callTool('files__read_text_file', { path })
  }
}

async function read(client: Session, { folder }: World): Promise<void> {
  const { kind } = await client.callTool('files__read_text_file', { path: join(folder, 'd0/f0.txt') })
  if (kind !== 'result') throw new Error(`It is answered by ${kind}`)
}

function opened({ folder }: World, mode: 'dry' | 'live', runJournal = memoryJournal()): Promise<Gateway> {
  const files = { command: process.execPath, args: [SERVER, folder] }
  return createGateway({ config: { mcpServers: { files } }, mode, runJournal, cwd: folder })
}

function connected({ service }: Gateway): Promise<Session> {
  return openSession({ clientInfo: { name: 'bench', version: '1' }, transport: serveInMemory(service) })
}

interface World extends Disposable {
  readonly folder: string
  /** Takes away what tasks made. */
  restore(): void
}

/** A hundred files in ten folders. */
function makeWorld(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-bench-')))
  for (let n = 0; n < 100; n++) {
    mkdirSync(join(folder, `d${n % 10}`), { recursive: true })
    writeFileSync(join(folder, `d${n % 10}/f${n}.txt`), `${n}\n`)
  }
  return {
    folder,
    restore() {
      for (let n = 0; n < CALLS / 3; n++) rmSync(join(folder, `new-${n}.txt`), { force: true })
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
