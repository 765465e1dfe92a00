/** Rehearses a plan with its servers in a copy, runs it for real, and says both: a verdict is right when reality agrees. */
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Stub } from '../../src/call/index.js'
import type { ServerEntry } from '../../src/config/index.js'
import { type CopySettings, copyServers } from '../../src/copy/index.js'
import { type RehearseOptions, type Report, rehearse, type Verdict } from '../../src/dryrun/index.js'
import { createGateway } from '../../src/gateway/index.js'
import type { Policy } from '../../src/policy/index.js'
import type { Sandbox } from '../../src/sandbox/index.js'
import { type OfficialServer, officialServer } from '../fixtures/official-servers.js'
import { fixture } from '../fixtures/start-server.js'

/** In texts, `FOLDER` stands for the folder of the plan, and `PORT` for a service of this machine that copies cannot reach. */
export interface Trial {
  /** A workflow when it begins with `tasks:`. */
  readonly plan: string
  /** By their names. */
  readonly servers: Readonly<Record<string, TrialServer>>
  /** What lies in the folder at first: texts by path; a path that ends with a slash is a folder. */
  readonly files?: Readonly<Record<string, string>>
  /** A shell script that completes the folder. */
  readonly prepare?: string
  readonly stubs?: readonly Stub[]
  readonly policy?: Policy
  readonly rehearsal?: Pick<RehearseOptions, 'runs' | 'budgets'>
}

export interface TrialServer {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly settings?: CopySettings
}

export interface Held {
  readonly verdict: Verdict
  /** It completed for real. */
  readonly completes: boolean
  readonly report: Report
  /** Why it did not, in a few words. */
  readonly because: string
  /** What became another one below the folder while it was rehearsed. */
  readonly disturbed: readonly string[]
}

export function habits(words = '', settings: CopySettings = {}, env: TrialServer['env'] = {}): TrialServer {
  const { command, args = [] } = fixture('habits', ['FOLDER'])
  return { command, args, env: { HABITS: words, TELEMETRY: 'PORT', ...env }, settings }
}

/** Does late what it is asked for. */
export const pantry: TrialServer = fixture('pantry', ['FOLDER'])

const { resolve } = createRequire(import.meta.url)

export function official(name: OfficialServer, ...args: readonly string[]): TrialServer {
  return { command: process.execPath, args: [officialServer(name), ...args] }
}

export const files = official('server-filesystem', 'FOLDER')
export const memory: TrialServer = {
  ...official('server-memory'),
  env: { MEMORY_FILE_PATH: 'FOLDER/memory.jsonl' },
}
export const everything = official('server-everything', 'stdio')
export const git: TrialServer = {
  command: process.execPath,
  args: [resolve('@cyanheads/git-mcp-server/index.js')],
  env: {
    MCP_TRANSPORT_TYPE: 'stdio',
    MCP_LOG_LEVEL: 'error',
    LOGS_DIR: 'FOLDER/../logs',
    GIT_BASE_DIR: 'FOLDER',
  },
}

export async function holdAgainstReality(trial: Trial, sandbox: Sandbox): Promise<Held> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-held-')))
  const folder = join(place, 'data')
  const service = await listen(
    createServer((socket) => answer(socket)),
    0,
  )
  const database = await listen(
    createServer((socket) => answer(socket)),
    join(place, 'db'),
  )
  const { port } = service.address() as { readonly port: number }
  const told = (text: string): string => text.replaceAll('FOLDER', folder).replaceAll('PORT', String(port))
  const entries = Object.entries(trial.servers).map(([name, server]) => entryOf(name, server, told))
  const isWorkflow = trial.plan.startsWith('tasks:')
  const plan = told(trial.plan)
  try {
    fill(folder, trial, told)
    const before = look(place)
    const report = await rehearseInCopy()
    const disturbed = difference(before, look(place))
    await using gateway = await createGateway({
      config: entries,
      sandbox,
      ...(trial.policy === undefined ? {} : { policy: trial.policy }),
    })
    const { ended, ended_because: because = '' } = isWorkflow
      ? await gateway.executeDag(plan)
      : await gateway.executeCode(plan)
    return { verdict: report.verdict, completes: ended === 'completed', report, because, disturbed }
  } finally {
    await Promise.all([service, database].map((each) => new Promise((done) => each.close(done))))
    execFileSync('chmod', ['-R', 'u+rwX', place])
    rmSync(place, { recursive: true, force: true })
  }

  async function rehearseInCopy(): Promise<Report> {
    const { stubs, policy, rehearsal } = trial
    await using copies = await copyServers(entries, {
      baseDir: folder,
      settingsOf: (server) => trial.servers[server]?.settings ?? {},
    })
    const listed = new Set(copies.tools.map(({ server }) => server))
    const missing = entries.filter(({ name }) => !listed.has(name))
    return await rehearse(plan, {
      tools: copies.tools,
      // Whoever rehearses asks the others for their tools; here it is enough to know that they are there.
      unavailable: missing.map(({ name }) => ({ server: name, reason: 'it is not copied' })),
      copies,
      sandbox,
      fileName: isWorkflow ? 'plan.yaml' : 'plan.ts',
      ...(stubs === undefined ? {} : { stubs }),
      ...(policy === undefined ? {} : { policy }),
      ...rehearsal,
    })
  }
}

export function entryOf(
  name: string,
  { command, args = [], env = {} }: TrialServer,
  told: (text: string) => string,
): ServerEntry {
  const variables = Object.entries(env).map(([key, value]) => [key, told(value)])
  return {
    name,
    launch: { kind: 'stdio', command, args: args.map(told), env: Object.fromEntries(variables) },
  }
}

/** Answers whatever it is asked. */
function answer(socket: Socket): void {
  socket.resume()
  socket.on('error', () => undefined)
  socket.end('7')
}

function listen(server: Server, at: number | string): Promise<Server> {
  return new Promise((resolve) => {
    const listening = (): void => resolve(server)
    if (typeof at === 'number') server.listen(at, '127.0.0.1', listening)
    else server.listen(at, listening)
  })
}

function fill(folder: string, { files: texts = {}, prepare }: Trial, told: (text: string) => string): void {
  mkdirSync(folder)
  for (const [path, text] of Object.entries(texts)) {
    const whole = join(folder, path)
    mkdirSync(path.endsWith('/') ? whole : dirname(whole), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(whole, told(text))
  }
  if (prepare !== undefined) execFileSync('sh', ['-ec', told(prepare)], { cwd: folder, stdio: 'pipe' })
}

/** Everything below a folder, itself included: kind, mode, owner, size, number, times to the nanosecond. */
export function look(path: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  const { mode, uid, gid, size, ino, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true })
  found.set(path, [mode, uid, gid, size, ino, mtimeNs, ctimeNs].join(' '))
  if (lstatSync(path).isDirectory()) for (const name of namesIn(path)) look(join(path, name), found)
  return found
}

/** None in a folder that is closed to us. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EACCES') return []
    throw failure
  }
}

export function difference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return paths.filter((path) => before.get(path) !== after.get(path))
}
