/**
 * Random programs over the official filesystem server, reads recorded and writes stubbed: rehearsed first, then run for real in the
 * same folder. A pass must complete, a fail must not. `npm run soak:verdicts` runs thousands.
 */
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Random, seededRandom } from '../../src/base/index.js'
import { stub } from '../../src/call/index.js'
import { createGateway, type Gateway } from '../../src/gateway/index.js'
import { openMemoryStore } from '../../src/recording/index.js'
import { createDenoSandbox } from '../../src/sandbox/index.js'
import { officialServer } from '../fixtures/official-servers.js'
import { verifies } from '../verifies.js'
import { agentShapes } from './agent-shapes.js'

verifies('rehearsal:knowledge-ends-at-writes', 'rehearsal:fail-is-proved')

const PROGRAMS = Number(process.env.VERDICT_PROGRAMS ?? 25)
const SEED = process.env.VERDICT_SEED ?? 'sound verdicts'

test(
  `of ${PROGRAMS} random programs none passes and then fails, and none fails that completes`,
  async () => {
    await using folder = await temporaryFolder()
    await using sandbox = await createDenoSandbox()
    await using store = openMemoryStore()
    const config = { mcpServers: { fs: { command: process.execPath, args: [SERVER, folder.path] } } }
    await using live = await createGateway({ config, sandbox, budgets: BUDGETS })
    await recordEverything(config, folder.path, store)
    await using rehearsing = await createGateway({
      config,
      sandbox,
      store,
      copy: 'never',
      mode: 'dry',
      stubs: STUBS,
      budgets: BUDGETS,
    })

    const counts = { pass: 0, fail: 0, uncertain: 0 }
    const wrong: string[] = []
    for (let n = 0; n < PROGRAMS; n++) {
      const program = randomProgram(seededRandom(`${SEED} ${n}`), folder.path)
      const rehearsed = await rehearsing.executeCode(program, { dry_run: true })
      await fill(folder.path)
      const { ended, calls } = await live.executeCode(program)
      // A stub is the user's word: where it is untrue, so may be the verdict.
      if (calls.some(({ tool, outcome }) => STUBBED.has(tool) && outcome !== 'result')) continue
      counts[rehearsed.verdict]++
      const isSound = ended === 'completed'
      if ((rehearsed.verdict === 'pass' && !isSound) || (rehearsed.verdict === 'fail' && isSound))
        wrong.push(`${rehearsed.verdict}, and really ${ended} (program ${n}):\n${program}`)
    }

    expect(wrong).toEqual([])
    // Neither certain verdict may be bought by never giving one.
    expect(counts.pass).toBeGreaterThan(PROGRAMS / 20)
    expect(counts.fail).toBeGreaterThan(PROGRAMS / 20)
    if (process.env.VERDICT_PROGRAMS !== undefined) process.stdout.write(`${JSON.stringify(counts)}\n`)
  },
  120_000 + PROGRAMS * 5_000,
)

const SERVER = officialServer('server-filesystem')
const BUDGETS = { calls: 30 }
const NAMES = ['a.txt', 'b.txt', 'c.json', 'gone.txt'] as const
const CONTENTS = { 'a.txt': 'one', 'b.txt': 'two', 'c.json': '{"retries":2,"items":[1,2]}' } as const
const STUBBED: ReadonlySet<string> = new Set(['fs:write_file', 'fs:move_file', 'fs:edit_file'])
const STUBS = [...STUBBED].map((tool) => stub(tool, { result: { content: 'done' } }))

/** Every read of every file there is, and of one that is not, on the folder as it is at first. */
async function recordEverything(
  config: { readonly mcpServers: object },
  folder: string,
  store: ReturnType<typeof openMemoryStore>,
): Promise<void> {
  await fill(folder)
  await using recording: Gateway = await createGateway({ config, store, mode: 'record' })
  for (const name of NAMES)
    for (const tool of ['read_text_file', 'get_file_info'])
      await recording.callTool(`fs:${tool}`, { path: join(folder, name) })
  await recording.callTool('fs:list_directory', { path: folder })
}

async function fill(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  for (const [name, text] of Object.entries(CONTENTS)) await writeFile(join(folder, name), text)
  await mkdir(join(folder, 'sub'))
}

/** What agents write: reads, writes, checks of what was read, waiting for what was written, errors caught. */
function randomProgram(random: Random, folder: string): string {
  const one = <T>(of: readonly T[]): T => random.pick(of)
  const path = () => JSON.stringify(join(folder, one(NAMES)))
  const text = () => JSON.stringify(one(['one', 'two', 'three', '{"retries":9,"items":[]}']))
  const lines = ['let v = "", m = 0']
  for (let left = random.integer(2, 6); left > 0; left--) lines.push(step())
  return [...lines, 'return v'].join('\n')

  function step(): string {
    const read = `v = (await mcp.fs.read_text_file({ path: ${path()} })).content`
    const write = `await mcp.fs.write_file({ path: ${path()}, content: ${text()} })`
    const shapes = (): readonly string[] =>
      agentShapes(random, { path, folder: JSON.stringify(folder), names: NAMES, read, write })
    return one([
      read,
      read,
      read,
      write,
      ...shapes(),
      ...shapes(),
      `await mcp.fs.move_file({ source: ${path()}, destination: ${path()} })`,
      `await mcp.fs.edit_file({ path: ${path()}, edits: [{ oldText: 'one', newText: 'three' }] })`,
      `try { ${read} } catch { v = 'none' }`,
      `try { ${write} } catch { v = 'none' }`,
      `if (v !== ${text()}) throw new Error('unexpected ' + v)`,
      `if (v === ${text()}) throw new Error('expected another one')`,
      `if (v === ${text()}) { ${write} }`,
      `do { ${read} } while (v === ${text()} && ++m < 40)`,
      `do { ${read} } while (v !== ${text()})`,
      `v = String(JSON.parse(v).retries)`,
      `v = (await mcp.fs.list_directory({ path: ${JSON.stringify(folder)} })).content`,
      `if (v.includes('a.txt')) { ${read} }`,
      `await Promise.all([${read.replace('v = (await ', '(').replace(').content', ')')}, ${write.replace('await ', '')}])`,
    ])
  }
}

async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'understudy-verdicts-')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
