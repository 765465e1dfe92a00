/**
 * What a report says is left after a fault, held against what really is: each plan is rehearsed in a copy, then run for real once for
 * every fault, with a server in front that loses the answer, and the files are what the calls leave that the report calls done.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../src/base/index.js'
import { type CopySettings, copyServers } from '../../../src/copy/index.js'
import { emptied } from '../../../src/dryrun/faults/fault-answers.js'
import { type Report, rehearse } from '../../../src/dryrun/index.js'
import { createGateway } from '../../../src/gateway/index.js'
import { createRegistry } from '../../../src/registry/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { whyNoCopies } from '../../copy/disposable-world.js'
import { fixtureFile } from '../../fixtures/official-servers.js'
import { fixture } from '../../fixtures/start-server.js'
import { verifies } from '../../verifies.js'
import { entryOf, files, memory, type TrialServer } from '../held-against-reality.js'
import { oneGuest } from '../one-guest.js'
import type { Trial } from './office.js'

verifies('rehearsal:faults')

const appends: TrialServer = { ...fixture('appends'), env: { APPENDS_LOG: 'FOLDER/log' } }

const AGAIN = `async function again(ask) {
  for (let tried = 0; ; tried++)
    try { return await ask() } catch (failure) { if (tried === 2) throw failure }
}
`

const PLANS: Readonly<
  Record<string, readonly [plan: string, servers: Readonly<Record<string, TrialServer>>]>
> = {
  'writes files and catches nothing': [
    `await mcp.files.write_file({ path: 'FOLDER/a.md', content: 'a' })
const { content } = await mcp.files.read_text_file({ path: 'FOLDER/a.md' })
await mcp.files.move_file({ source: 'FOLDER/a.md', destination: 'FOLDER/b.md' })
await mcp.files.write_file({ path: 'FOLDER/c.md', content: content.toUpperCase() })`,
    { files },
  ],
  'writes into two servers, and puts things right': [
    `await mcp.memory.create_entities({ entities: [{ name: 'A', entityType: 't', observations: [] }] })
try {
  await mcp.files.write_file({ path: 'FOLDER/a.md', content: 'a' })
} catch {
  await mcp.memory.delete_entities({ entityNames: ['A'] })
}`,
    { files, memory },
  ],
  'tries again': [
    `${AGAIN}await again(() => mcp.log.append({ line: 'one' }))
for (const line of ['two', 'three']) await again(() => mcp.log.append({ line }))`,
    { log: appends },
  ],
  'goes on after some': [
    `await Promise.allSettled([mcp.log.append({ line: 'one' })])
await mcp.log.append({ line: 'two' }).catch(() => null)
await mcp.log.append({ line: 'three' })`,
    { log: appends },
  ],
  'is a workflow of two servers that hands on': [
    `tasks:
  - { id: make, tool: 'files:write_file', arguments: { path: 'FOLDER/a.md', content: 'one' } }
  - { id: read, tool: 'files:read_text_file', arguments: { path: 'FOLDER/a.md' }, depends_on: [make] }
  - { id: say, tool: 'log:append', arguments: { line: '$OUTPUT[read].content' } }
  - { id: move, tool: 'files:move_file', arguments: { source: 'FOLDER/a.md', destination: 'FOLDER/b.md' }, depends_on: [say] }
`,
    { files, log: appends },
  ],
}

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `what is left after a fault${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    test.concurrent.each(Object.entries(PLANS))(
      'is so for real, of a plan that %s',
      async (_, [plan, servers]) => {
        const rehearsal = await rehearsed(plan, servers)
        const { report } = rehearsal
        const trials = (report.faults?.trials ?? []).filter(({ fault }) => fault !== 'slow')
        const leftBy = leavingIn(servers)
        const told: string[] = []
        const seen: string[] = []

        for (const trial of trials) {
          const real = await runFor(plan, faulty(servers, rehearsal, trial))
          const left = await leftBy(callsDone(report, trial))
          told.push(JSON.stringify([nameOf(trial), trial.end !== 'stopped', left]))
          seen.push(JSON.stringify([nameOf(trial), real.isComplete, real.files]))
        }

        expect(trials.length).toBeGreaterThan(5)
        expect(seen).toEqual(told)
      },
    )
  },
)

function nameOf({ call, fault, assumes }: Trial): string {
  return `${fault} of call ${call}${assumes.length === 0 ? '' : ', with assumptions'}`
}

type Servers = Readonly<Record<string, TrialServer>>

type DoneCall = Pick<Trial['instead'][number], 'tool' | 'arguments'>

function callsDone({ calls }: Report, { done, repeated, instead }: Trial): readonly DoneCall[] {
  const own = calls.filter(({ n }) => done.includes(n))
  const all = own.flatMap((call) => [
    call,
    ...repeated.flatMap((each) => (each.call === call.n ? [call] : [])),
  ])
  return [...all, ...instead].map(({ tool, arguments: args }) => ({ tool, arguments: args ?? {} }))
}

/** Says what lies in a fresh folder once calls were made for real, and makes equal ones once. */
function leavingIn(servers: Servers): (calls: readonly DoneCall[]) => Promise<readonly string[]> {
  const known = new Map<string, readonly string[]>()
  return async (calls) => {
    const key = JSON.stringify(calls)
    const left = known.get(key) ?? (await makeCalls())
    known.set(key, left)
    return left

    function makeCalls(): Promise<readonly string[]> {
      return inFolder(async (folder, told) => {
        await using gateway = await createGateway({ config: entriesOf(servers, told) })
        for (const { tool, arguments: args } of calls)
          await gateway.callTool(tool, JSON.parse(told(JSON.stringify(args))))
        return filesIn(folder)
      })
    }
  }
}

interface Rehearsed {
  /** With `FOLDER` in it for its folder. */
  readonly report: Report
  /** What an empty answer of a call is. */
  emptyOf(n: number): JsonValue
}

async function rehearsed(plan: string, servers: Servers): Promise<Rehearsed> {
  return await inFolder(async (folder, told) => {
    await using copies = await copyServers(entriesOf(servers, told), {
      baseDir: folder,
      settingsOf: (): CopySettings => ({}),
    })
    const registry = createRegistry(copies.tools, createSchemaCompiler())
    const report = await rehearse(told(plan), {
      ...{ tools: registry, copies, faults: true, sandbox: await oneGuest() },
      fileName: plan.startsWith('tasks:') ? 'plan.yaml' : 'plan.js',
    })
    expect(report.calls.map(({ source }) => source)).toEqual(report.calls.map(() => 'copy'))
    return {
      report: JSON.parse(JSON.stringify(report).replaceAll(folder, 'FOLDER')),
      emptyOf(n) {
        const { tool, value = null } = report.calls[n - 1] ?? {}
        const [server = '', name = ''] = tool?.split(':') ?? []
        const lookup = registry.find(server, name)
        const output = lookup.kind === 'found' && lookup.tool.output
        const schema = output && output.kind === 'compiled' ? output.schema : undefined
        const answer = emptied(
          { outcome: { kind: 'result', content: [], structured: value }, provenance: { source: 'copy' } },
          schema,
        )
        if (answer?.outcome.kind !== 'result') return { content: [] }
        const { content, structured } = answer.outcome
        return JSON.parse(JSON.stringify({ content, structuredContent: structured }))
      },
    }
  })
}

/** The same servers, one of them behind one that lets a call of it fail. */
function faulty(
  servers: Servers,
  { report: { calls }, emptyOf }: Rehearsed,
  { call, fault }: Trial,
): Servers {
  const [name = ''] = (calls[call - 1]?.tool ?? '').split(':')
  const nth = calls.filter(({ n, tool }) => n <= call && tool.startsWith(`${name}:`)).length
  const server = servers[name]
  if (server === undefined) throw new Error(`there is no server "${name}"`)
  const behind = [
    fault,
    String(nth),
    JSON.stringify(emptyOf(call)),
    '--',
    server.command,
    ...(server.args ?? []),
  ]
  const args = [fixtureFile('fails-once'), ...behind]
  return { ...servers, [name]: { ...server, command: process.execPath, args } }
}

/** Runs it in a fresh folder, and tells what lies there then. */
async function runFor(
  plan: string,
  servers: Servers,
): Promise<{ readonly isComplete: boolean; readonly files: readonly string[] }> {
  return await inFolder(async (folder, told) => {
    await using gateway = await createGateway({
      config: entriesOf(servers, told),
      sandbox: await oneGuest(),
    })
    const { ended } = plan.startsWith('tasks:')
      ? await gateway.executeDag(told(plan))
      : await gateway.executeCode(told(plan))
    return { isComplete: ended === 'completed', files: filesIn(folder) }
  })
}

async function inFolder<Result>(
  use: (folder: string, told: (text: string) => string) => Promise<Result>,
): Promise<Result> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-faults-')))
  try {
    return await use(folder, (text) => text.replaceAll('FOLDER', folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function entriesOf(servers: Servers, told: (text: string) => string) {
  return Object.entries(servers).map(([name, server]) => entryOf(name, server, told))
}

/** Each with what is in it. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8')}`)
}
