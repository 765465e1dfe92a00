/**
 * Random programs over the official servers in a copy, writes really made: rehearsed first, then run for real in the same folder. A
 * pass must complete, a fail must not. `npm run soak:copies` runs thousands.
 */
import { describe, expect, test } from 'vitest'
import { type Random, seededRandom } from '../../src/base/index.js'
import { createDenoSandbox } from '../../src/sandbox/index.js'
import { whyNoCopies } from '../copy/disposable-world.js'
import { verifies } from '../verifies.js'
import { agentShapes } from './agent-shapes.js'
import {
  everything,
  files,
  git,
  type Held,
  holdAgainstReality,
  memory,
  type TrialServer,
} from './held-against-reality.js'

verifies('rehearsal:copies-are-evidence', 'rehearsal:fail-is-proved')

const PROGRAMS = Number(process.env.COPY_PROGRAMS ?? 5)
const SEED = process.env.COPY_SEED ?? 'sound copied verdicts'
const IS_SOAK = process.env.COPY_PROGRAMS !== undefined
const AT_ONCE = 3

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `random programs in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    test(
      `of ${PROGRAMS} none passes and then fails, and none fails that completes`,
      async () => {
        await using sandbox = await createDenoSandbox()
        const counts = { pass: 0, fail: 0, uncertain: 0 }
        const wrong: string[] = []
        const numbers = Array.from({ length: PROGRAMS }, (_, n) => n)
        const work = async (): Promise<void> => {
          for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) {
            const { plan, servers } = randomProgram(seededRandom(`${SEED} ${n}`))
            const held = await holdAgainstReality({ plan, servers, prepare: PREPARE }, sandbox)
            counts[held.verdict]++
            if (IS_SOAK) process.stdout.write(`${n} ${held.verdict} ${held.because || 'completed'}\n`)
            if (isWrong(held))
              wrong.push(
                `${held.verdict}, and really ${held.because || 'completed'} (program ${n}):\n${plan}`,
              )
            wrong.push(...held.disturbed.map((path) => `program ${n} changed ${path}`))
          }
        }

        await Promise.all(Array.from({ length: AT_ONCE }, work))

        if (IS_SOAK) process.stdout.write(`${JSON.stringify(counts)}\n`)
        expect(wrong).toEqual([])
        // Neither certain verdict may be bought by never giving one.
        expect(counts.uncertain).toBeLessThanOrEqual(PROGRAMS / 2)
      },
      180_000 + PROGRAMS * 30_000,
    )
  },
)

/** Calls that were proved to race are a mistake, also where the run comes to its end. */
function isWrong({ verdict, completes, report }: Held): boolean {
  const isRace = report.validation.findings.some(({ code, certain }) => code === 'CALLS_RACE' && certain)
  return (verdict === 'pass' && !completes) || (verdict === 'fail' && completes && !isRace)
}

const PREPARE = `printf one >a.txt; printf two >b.txt; printf '{"retries":2,"items":[1,2]}' >c.json; mkdir sub; printf x >sub/x.txt
  git init -q -b main .; git config user.email a@b.c; git config user.name Ann; git add a.txt; git commit -qm first`
const NAMES = ['a.txt', 'b.txt', 'c.json', 'sub/x.txt', 'sub', 'gone.txt', 'moved'] as const

interface RandomPlan {
  readonly plan: string
  readonly servers: Readonly<Record<string, TrialServer>>
}

/** What agents write: reads, writes, checks of what was read, waiting for what was written, errors caught, calls beside each other. */
function randomProgram(random: Random): RandomPlan {
  const one = <T>(of: readonly T[]): T => random.pick(of)
  const path = (): string => `'FOLDER/${one(NAMES)}'`
  const text = (): string => one(["'one'", "'two'", "'three'", `'{"retries":9,"items":[]}'`])
  const name = (): string => one(["'Ann'", "'Bob'"])
  const others = one(['', '', '', 'memory', 'git', 'everything', 'memory git everything']).split(' ')
  const lines = ["let v = '', m = 0"]
  for (let left = random.integer(2, 7); left > 0; left--) lines.push(step())
  const chosen = { fs: files, ...pick({ memory, git, everything }, others) }
  return { plan: [...lines, 'return v'].join('\n'), servers: chosen }

  function step(): string {
    const read = `v = (await mcp.fs.read_text_file({ path: ${path()} })).content`
    const write = `await mcp.fs.write_file({ path: ${path()}, content: ${text()} })`
    const move = `await mcp.fs.move_file({ source: ${path()}, destination: ${path()} })`
    const beside = (line: string): string =>
      line.replace(/^v = \(await (.*)\)\.content$|^await (.*)$/s, '$1$2')
    return one([
      ...[read, read, read, write, write, move],
      ...agentShapes(random, { path, folder: "'FOLDER'", names: NAMES, read, write }),
      `await mcp.fs.create_directory({ path: ${path()} })`,
      `await mcp.fs.edit_file({ path: ${path()}, edits: [{ oldText: 'one', newText: 'three' }] })`,
      `v = JSON.stringify(await mcp.fs.list_directory({ path: 'FOLDER' }))`,
      `v = JSON.stringify(await mcp.fs.search_files({ path: 'FOLDER', pattern: '**/*.txt' }))`,
      ...[read, write, move].map((line) => `try { ${line} } catch { v = 'none' }`),
      `if (v !== ${text()}) throw new Error('unexpected ' + v)`,
      `if (v === ${text()}) throw new Error('expected another one')`,
      `if (v === ${text()}) { ${write} }`,
      `do { ${read} } while (v === ${text()} && ++m < 5)`,
      `v = String(JSON.parse(v).retries)`,
      `if (v.includes('a.txt')) { ${read} }`,
      `await Promise.all([${beside(read)}, ${beside(write)}])`,
      `await Promise.all([${beside(write)}, ${beside(write)}])`,
      `await new Promise((resolve) => setTimeout(resolve, 50))`,
      ...(others.includes('memory') ? [memoryStep(), memoryStep(), memoryStep()] : []),
      ...(others.includes('git') ? [gitStep(), gitStep(), gitStep()] : []),
      ...(others.includes('everything')
        ? [`v = JSON.stringify(await mcp.everything['get-sum']({ a: ${one(['1', "'1'"])}, b: 2 }))`]
        : []),
    ])
  }

  function memoryStep(): string {
    return one([
      `await mcp.memory.create_entities({ entities: [{ name: ${name()}, entityType: 'person', observations: ['tall'] }] })`,
      `await mcp.memory.add_observations({ observations: [{ entityName: ${name()}, contents: ['old'] }] })`,
      `await mcp.memory.delete_entities({ entityNames: [${name()}] })`,
      `v = (await mcp.memory.open_nodes({ names: [${name()}] })).entities[0].name`,
      `if ((await mcp.memory.read_graph()).entities.length > 1) throw new Error('too many')`,
      `v = (await mcp.fs.read_text_file({ path: 'FOLDER/memory.jsonl' })).content`,
    ])
  }

  function gitStep(): string {
    return one([
      `await mcp.git.git_add({ path: 'FOLDER', paths: ['${one(['b.txt', 'gone.txt', '.'])}'] })`,
      `await mcp.git.git_commit({ path: 'FOLDER', message: 'a change' })`,
      `v = JSON.stringify(await mcp.git.git_status({ path: 'FOLDER' }))`,
      `if (!JSON.stringify(await mcp.git.git_status({ path: 'FOLDER' })).includes('${one(NAMES)}')) throw new Error('not in it')`,
      `await mcp.git.git_checkout({ path: 'FOLDER', target: '${one(['main', 'other'])}', createBranch: ${one(['true', 'false'])} })`,
    ])
  }
}

function pick(
  servers: Readonly<Record<string, TrialServer>>,
  names: readonly string[],
): Record<string, TrialServer> {
  return Object.fromEntries(Object.entries(servers).filter(([name]) => names.includes(name)))
}
