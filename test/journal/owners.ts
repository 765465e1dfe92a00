/** Owners of runs in processes of their own, and the one server that tells what really happened. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type JournaledCall,
  type JournaledRun,
  openJournal,
  type RunJournal,
  type RunSummary,
  settledAnswer,
} from '../../src/journal/index.js'
import { joinedScript } from '../fixtures/joined-script.js'

export type PointName =
  | 'before spend'
  | 'after spend'
  | 'before intent'
  | 'after intent'
  | 'before outcome'
  | 'after outcome'
  | 'while waiting'
  | 'after end'

export interface OwnerOrder {
  readonly verb: 'run' | 'resume' | 'rehearse'
  readonly plan?: string | object
  readonly kind?: 'program' | 'workflow'
  readonly id?: string
  readonly point?:
    | { readonly name: PointName; readonly nth: number; readonly signal?: NodeJS.Signals }
    | undefined
  readonly policy?: object
  /** Rehearses the plan, and runs it by the receipt; with a receipt it was rehearsed before. */
  readonly bound?: boolean
  readonly receipt?: object | undefined
  /** Nobody is there who could be asked. Default: somebody who never answers. */
  readonly asks?: 'nobody'
  /** Its clock is so many milliseconds ahead of this machine's; default 0. */
  readonly aheadMs?: number
  /** For the servers: where they end the owner. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

export interface OwnerEnd {
  /** Of the run, as soon as it was listed. */
  readonly id?: string
  readonly report?: {
    readonly ended: string
    readonly in_doubt?: readonly object[]
    readonly result: unknown
    readonly deviation?: object
    readonly receipt?: string
  }
  /** Of a rehearsal. */
  readonly receipt?: { readonly id: string; readonly seed: number; readonly starts_at: string }
  readonly stopped?: 'waiting' | 'doubt'
  readonly error?: string
  readonly message?: string
  readonly wasKilled: boolean
}

/** A folder with a server that appends to a file, and a journal. */
export interface Scene extends AsyncDisposable {
  /** Holds the config of the servers, `.mcp.json`, and the key of the journal, `key`. */
  readonly folder: string
  start(order: OwnerOrder): Owner
  run(order: OwnerOrder): Promise<OwnerEnd>
  /** Lines that were really appended. */
  lines(): readonly string[]
  /** The file of the lines. */
  readonly log: string
  /** As somebody else does. */
  append(line: string): void
  list(): Promise<readonly RunSummary[]>
  approve(id: string, question: string): Promise<void>
  /** A person says that the call happened, and what it said. */
  settle(id: string, call: JournaledCall | undefined, said: string): Promise<void>
  journal(): Promise<RunJournal>
  read(id: string): Promise<JournaledRun>
}

export interface Owner {
  readonly child: ChildProcess
  /** Resolves when it says that the run is listed. */
  readonly listed: Promise<string>
  readonly ended: Promise<OwnerEnd>
}

export interface SceneOptions {
  /** Default: SQLite in the folder. */
  readonly journal?: string
  readonly leaseMs?: number
  /** Entries as in a config, for the folder and what an owner's servers are told. Default: two that append to one file. */
  readonly servers?: (folder: string, env: Readonly<Record<string, string>>) => object
}

export async function createScene({
  journal: name,
  leaseMs = 30_000,
  servers = appendingServers,
}: SceneOptions = {}): Promise<Scene> {
  const ownerFile = await joinedScript(OWNER)
  const folder = await mkdtemp(join(tmpdir(), 'understudy-owners-'))
  const log = logOf(folder)
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, 'ab'.repeat(32), { mode: 0o600 })
  const place = { name: name ?? join(folder, 'runs.db'), keyFile }
  const open = (): Promise<RunJournal> => openJournal({ ...place, env: {}, cwd: folder })
  const children = new Set<ChildProcess>()
  const configFor = (env: Readonly<Record<string, string>>) => ({ mcpServers: servers(folder, env) })
  await writeFile(join(folder, '.mcp.json'), JSON.stringify(configFor({})))

  function start({ env = {}, aheadMs = 0, ...order }: OwnerOrder): Owner {
    const config = configFor(env)
    const told = JSON.stringify({ ...order, place, leaseMs, config })
    const child = spawn(process.execPath, ['--import', clockAhead(aheadMs), ownerFile, told], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.add(child)
    let text = ''
    let tellListed: (id: string) => void = () => undefined
    const listed = new Promise<string>((resolve) => {
      tellListed = resolve
    })
    child.stdout?.on('data', (bytes: Buffer) => {
      text += bytes
      const id = /"listed":"(\w+)"/.exec(text)?.[1]
      if (id !== undefined) tellListed(id)
    })
    const ended = once(child, 'close').then(([, signal]): OwnerEnd => {
      children.delete(child)
      const said = text.split('\n').filter((line) => line.endsWith('}'))
      const all = Object.assign({}, ...said.map((line) => JSON.parse(line)))
      return {
        ...all,
        ...(all.listed === undefined ? {} : { id: all.listed }),
        wasKilled: signal === 'SIGKILL',
      }
    })
    return { child, listed, ended }
  }

  return {
    folder,
    start,
    run: (order) => start(order).ended,
    lines: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []),
    log,
    append: (line) => appendFileSync(log, `${line}\n`),
    journal: open,
    async read(id) {
      await using journal = await open()
      const run = await journal.read(id)
      if (run === undefined) throw new Error(`the run ${id} is not in the journal`)
      return run
    },
    async list() {
      await using journal = await open()
      return await journal.list()
    },
    async approve(id, question) {
      await using journal = await open()
      if (!(await journal.decide(id, { kind: 'approve', question, by: 'anna' })))
        throw new Error('it asks something else')
    },
    async settle(id, call, said) {
      if (call === undefined) throw new Error('there is no such call')
      await using journal = await open()
      const as = { outcome: settledAnswer(said), givenMs: 1 }
      if (!(await journal.decide(id, { kind: 'settle', call, as, by: 'anna' })))
        throw new Error('it cannot be settled')
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 8 })
    },
  }
}

/** A module after which the clock is ahead. */
function clockAhead(ms: number): string {
  const text = `const { now } = Date
Date.now = () => now() + ${ms}
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => new target(...(args.length === 0 ? [target.now()] : args)),
})`
  return `data:text/javascript,${encodeURIComponent(text)}`
}

function appendingServers(folder: string, env: Readonly<Record<string, string>>): object {
  const appends = { command: process.execPath, args: [SERVER], env: { APPENDS_LOG: logOf(folder), ...env } }
  return { a: appends, b: appends }
}

function logOf(folder: string): string {
  return join(folder, 'appended')
}

const OWNER = new URL('./owner.mjs', import.meta.url)
const SERVER = fileURLToPath(new URL('../fixtures/servers/appends.mjs', import.meta.url))
