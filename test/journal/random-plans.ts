/** Random small programs and workflows over five servers; each effect has arguments that no other has. */
import { type Random, seededRandom } from '../../src/base/index.js'
import { SERVER_NAMES } from './five-servers.js'
import type { OwnerOrder } from './owners.js'

export interface RandomPlan {
  /** In texts, `FOLDER` stands for the folder of the world. */
  readonly order: Pick<OwnerOrder, 'kind' | 'plan' | 'policy' | 'bound'>
  readonly servers: readonly string[]
  /** Effects that may be under way at once. */
  readonly atOnce: number
}

/** All of it hangs on the seed. */
export function randomPlan(seed: number): RandomPlan {
  const random = seededRandom(seed)
  const servers = someServers(random)
  const isProgram = random.next() < 0.5
  const atOnce = random.next() < 0.25 ? 3 : 1
  // Every other one by a receipt, of the rest every other one asks a person.
  const bound = seed % 2 === 0
  const asks = !bound && seed % 4 === 1
  const policy = {
    rules: asks ? [{ tools: `${random.pick(servers)}:*`, decision: 'ask' }] : [],
    effects_at_once: atOnce,
    require_receipt: 'never',
  }
  const plan = isProgram ? programOver(servers, random) : workflowOver(servers, random)
  return { order: { ...plan, policy, bound }, servers, atOnce }
}

/** Three of them. The repository's server is slow to start, and so it is there less often. */
function someServers(random: Random): readonly string[] {
  const left = SERVER_NAMES.filter((name) => name !== 'git' || random.next() < 0.3)
  while (left.length > 3) left.splice(random.integer(0, left.length - 1), 1)
  return left
}

/** One call with an effect, as its tool and its arguments; `mark` makes it another one than all others. */
const EFFECTS: Readonly<Record<string, readonly ((mark: string) => readonly [string, object])[]>> = {
  appends: [(mark) => ['append', { line: mark }]],
  files: [
    (mark) => ['write_file', { path: `FOLDER/${mark}.txt`, content: `text of ${mark}` }],
    (mark) => ['create_directory', { path: `FOLDER/folder of ${mark}` }],
  ],
  memory: [
    (mark) => ['create_entities', { entities: [{ name: mark, entityType: 'thing', observations: ['new'] }] }],
  ],
  tickets: [(mark) => ['open_ticket', { title: mark }], (mark) => ['close_ticket', { id: mark }]],
  git: [(mark) => ['git_commit', { path: 'FOLDER/repository', message: mark, allowEmpty: true }]],
}

function effectOf(server: string, mark: string, random: Random): { tool: string; arguments: object } {
  const [tool, given] = random.pick(EFFECTS[server] ?? [])(mark)
  return { tool, arguments: given }
}

function programOver(servers: readonly string[], random: Random): Pick<OwnerOrder, 'plan'> {
  const effect = (mark: string, server = random.pick(servers)): string => {
    const { tool, arguments: given } = effectOf(server, mark, random)
    return `mcp.${server}.${tool}(${JSON.stringify(given)})`
  }
  const steps = Array.from({ length: random.integer(2, 5) }, (_, i) => {
    const marks = [0, 1, 2].map((k) => `step ${i} ${k}`)
    switch (random.integer(0, 4)) {
      case 0:
        return `await ${effect(marks[0] ?? '')}`
      case 1:
        // The graph is one file, which its server reads and writes whole: its calls would race where effects leave together.
        return `await Promise.all([${marks.map((mark) => effect(mark, random.pick(sideBySide(servers)))).join(', ')}])`
      case 2:
        return readAndWrite(servers, i)
      case 3:
        return `await new Promise((done) => setTimeout(done, ${random.integer(1, 40)})); Math.random(); await ${effect(marks[0] ?? '')}`
      default:
        return loopOver(marks, random.pick(servers), random)
    }
  })
  return { plan: `${steps.join('\n')}\nreturn Date.now()` }
}

/** One place in the text that makes a call of its own for each mark. */
function loopOver(marks: readonly string[], server: string, random: Random): string {
  const { tool, arguments: given } = effectOf(server, 'MARK', random)
  return `for (const mark of ${JSON.stringify(marks)}) {
  const given = JSON.stringify(${JSON.stringify(given)})
  await mcp.${server}.${tool}(JSON.parse(given.replaceAll('MARK', mark)))
}`
}

function sideBySide(servers: readonly string[]): readonly string[] {
  const others = servers.filter((name) => name !== 'memory' && name !== 'git')
  return others.length === 0 ? servers : others
}

/** Chains side by side, of calls that look alike: the second of each hangs on what the first read. */
function readAndWrite(servers: readonly string[], i: number): string {
  if (servers.includes('files')) {
    const made = `{ path: 'FOLDER/step ${i} chain ' + k + '.txt', content: seen.content + k }`
    return `await Promise.all([0, 1, 2].map(async (k) => {
  const seen = await mcp.files.read_text_file({ path: 'FOLDER/note.txt' })
  await mcp.files.write_file(${made})
}))`
  }
  if (servers.includes('appends'))
    return `await Promise.all([0, 1, 2].map(async (k) => {
  const seen = await mcp.appends.count({ line: 'nobody ' + k })
  await mcp.appends.append({ line: 'step ${i} chain ' + k + ' seen ' + seen })
}))`
  return `await mcp.tickets?.open_ticket({ title: 'step ${i}' })`
}

function workflowOver(servers: readonly string[], random: Random): Pick<OwnerOrder, 'kind' | 'plan'> {
  const tasks = Array.from({ length: random.integer(3, 9) }, (_, i) => {
    const server = random.pick(sideBySide(servers))
    const { tool, arguments: given } = effectOf(server, `task ${i}`, random)
    const depends_on = i === 0 || random.next() < 0.4 ? [] : [`t${random.integer(0, i - 1)}`]
    return { id: `t${i}`, tool: `${server}:${tool}`, arguments: given, depends_on }
  })
  return { kind: 'workflow', plan: { tasks } }
}
