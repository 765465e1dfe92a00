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
    const called = (): string => `mcp.fs.read_text_file({ path: ${path()} })`
    const wait = `await new Promise((done) => setTimeout(done, ${one(['5', '200', '10 * 2 ** (m % 4)'])}))`
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

    /** As agents write it. */
    function shapes(): readonly string[] {
      const sum = (of: string): string => `${of}.map(({ content }) => content).join('|')`
      return [
        wait,
        `v = ${sum(`(await Promise.all([${called()}, ${called()}]))`)}`,
        `v = (await Promise.allSettled([${called()}, ${called()}])).map(({ status, value }) => value?.content ?? status).join()`,
        `retry: for (let i = 0; ; i++) try { ${read}\nbreak retry } catch (failure) { if (i > 1) { v = failure.name; break }\n${wait} }`,
        `for (const path of [${path()}, ${path()}]) { let text\ntry { text = await mcp.fs.read_text_file({ path }) } catch { continue } finally { m++ }\nv += text?.content }`,
        `{ const by = Object.fromEntries((await mcp.fs.list_directory({ path: ${JSON.stringify(folder)} })).content.split('\\n').map((line) => line.match(/\\[(\\w+)\\] (.*)/).slice(1).reverse()))\nv = by['${one(NAMES)}'] ?? 'none' }`,
        `{ const { retries = 0, items: [first = 7] = [] } = JSON.parse(v)\nv = \`\${retries}, \${first}\` }`,
        `v = /t(?<rest>\\w*)/.exec(v)?.groups?.rest ?? v?.slice(1) ?? ''`,
        `function* words(text) { for (const word of text.split(/\\W+/)) if (word) yield word }\nv = [...words(v)].toSorted().at(${one(['0', '-1', '9'])})?.toUpperCase() ?? ''`,
        `{ const early = ${called()}\n${write}\nv = (await early).content }`,
        `{ const seen = new Map()\nfor (const each of [...v]) seen.set(each, (seen.get(each) ?? 0) + 1)\nif (seen.get('o') > ${one(['0', '1', '2'])}) ${read} }`,
        `v = await Promise.race([${called()}, new Promise((done) => setTimeout(done, 1000))]).then((said) => said?.content ?? 'late', () => 'failed')`,
        `{ const day = new Date(Date.UTC(2026, 0, 31) + v.length * 864e5)\nif (day.getUTCDate() > ${one(['2', '30'])}) ${write} }`,
      ]
    }
  }
}

async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'understudy-verdicts-')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
