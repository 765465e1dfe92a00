/** Five servers whose effects last, each behind one that writes down what reaches it, and the world that they share. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fixtureFile, officialServer } from '../fixtures/official-servers.js'
import { createScene, type Scene } from './owners.js'

/** `FOLDER` in a plan and in what is told of it stands for the folder of the world. */
export const SERVER_NAMES = ['appends', 'files', 'memory', 'tickets', 'git'] as const

export interface World extends Scene {
  /** Calls with effects that reached their servers, each as `["server:tool", arguments]`, in their order. */
  heard(): readonly string[]
  /** Waits until the servers of owners that died have done what they had been sent. */
  settled(): Promise<void>
  /** Files below the folder, with their texts; of the repository its commits and its index. */
  state(): Readonly<Record<string, string>>
  /** With `FOLDER` for the folder. */
  told(text: string): string
}

export async function createWorld(names: readonly string[]): Promise<World> {
  const scene = await createScene({
    servers: (folder, env) => Object.fromEntries(names.map((name) => [name, entryOf(name, folder, env)])),
  })
  const world = worldOf(scene.folder)
  await mkdir(world)
  await writeFile(join(world, 'note.txt'), 'a note\n')
  if (names.includes('git')) makeRepository(join(world, 'repository'))
  const log = heardIn(scene.folder)

  return {
    ...scene,
    heard() {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []
      return lines.filter((line) => !READS.some((read) => line.startsWith(`["${read}"`))).map(without)
    },
    async settled() {
      while (readdirSync(scene.folder).some((name) => name.startsWith(`${basename(log)}.`) && isAlive(name)))
        await new Promise((resolve) => setTimeout(resolve, 10))
    },
    state: () => Object.fromEntries(stateOf(world).map(([path, text]) => [path, without(text)])),
    told: (text) => text.replaceAll('FOLDER', world),
  }

  function without(text: string): string {
    return text.replaceAll(world, 'FOLDER')
  }
}

function entryOf(name: string, folder: string, env: Readonly<Record<string, string>>): object {
  const world = worldOf(folder)
  const { args, env: own = {} } = SERVERS[name as (typeof SERVER_NAMES)[number]](world)
  return {
    command: process.execPath,
    args: [HEARD, heardIn(folder), name, process.execPath, ...args],
    env: { ...own, ...env },
  }
}

interface Launched {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const SERVERS: Readonly<Record<(typeof SERVER_NAMES)[number], (world: string) => Launched>> = {
  appends: (world) => ({ args: [fixtureFile('appends')], env: { APPENDS_LOG: join(world, 'appended') } }),
  files: (world) => ({ args: [officialServer('server-filesystem'), world] }),
  memory: (world) => ({
    args: [officialServer('server-memory')],
    env: { MEMORY_FILE_PATH: join(world, 'memory.jsonl') },
  }),
  tickets: (world) => ({ args: [fixtureFile('tickets')], env: { TICKETS_LOG: join(world, 'tickets') } }),
  git: (world) => ({
    args: [createRequire(import.meta.url).resolve('@cyanheads/git-mcp-server/index.js')],
    env: {
      MCP_TRANSPORT_TYPE: 'stdio',
      MCP_LOG_LEVEL: 'error',
      LOGS_DIR: join(dirname(world), 'logs'),
      GIT_BASE_DIR: world,
    },
  }),
}

const HEARD = fixtureFile('heard')
/** What changes nothing, and may be asked again. */
const READS = ['appends:count', 'files:read_text_file', 'memory:search_nodes', 'git:git_status']

function worldOf(folder: string): string {
  return join(folder, 'world')
}

function heardIn(folder: string): string {
  return join(folder, 'heard')
}

function makeRepository(folder: string): void {
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: folder, env: { ...process.env, ...NO_SETTINGS }, stdio: 'pipe' })
  }
  execFileSync('mkdir', [folder])
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('config', 'commit.gpgsign', 'false')
  git('commit', '--quiet', '--allow-empty', '--message', 'first')
}

/** Whether the process is there whose id the name of the file ends with. */
function isAlive(name: string): boolean {
  try {
    return process.kill(Number(name.split('.').at(-1)), 0)
  } catch {
    return false
  }
}

/** Paths from the folder on, with what stands there. */
function stateOf(folder: string, path = ''): readonly (readonly [string, string])[] {
  return readdirSync(join(folder, path)).flatMap((name) => {
    const at = join(path, name)
    if (name === '.git') return [[at, historyOf(join(folder, path))] as const]
    if (statSync(join(folder, at)).isDirectory()) return [[`${at}/`, ''] as const, ...stateOf(folder, at)]
    return [[at, readFileSync(join(folder, at), 'utf8')] as const]
  })
}

/** Without ids and times, which are others in each run. */
function historyOf(cwd: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd, env: { ...process.env, ...NO_SETTINGS }, encoding: 'utf8' })
  return git('log', '--format=%s %T') + git('status', '--porcelain')
}

const NO_SETTINGS = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
