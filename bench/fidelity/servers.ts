/** The servers of the cases, by their names in programs. All keep what lasts in the folder, so that a world is what that holds. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ServerEntry } from '../../dist/config/index.js'

interface Launched {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** It keeps something in its memory: each real run has a process of its own. */
  readonly remembers?: true
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const fixture = (name: string): string => `${ROOT}test/fixtures/servers/${name}.mjs`
const { resolve } = createRequire(import.meta.url)
const official = (name: string): string => resolve(`@modelcontextprotocol/${name}/dist/index.js`)

const SERVERS: Readonly<Record<string, () => Launched>> = {
  fs: () => ({ args: [official('server-filesystem'), 'FOLDER'] }),
  memory: () => ({
    args: [official('server-memory')],
    env: { MEMORY_FILE_PATH: 'FOLDER/memory.jsonl' },
  }),
  everything: () => ({ args: [official('server-everything'), 'stdio'] }),
  git: () => ({
    args: [resolve('@cyanheads/git-mcp-server/index.js')],
    env: {
      MCP_TRANSPORT_TYPE: 'stdio',
      MCP_LOG_LEVEL: 'error',
      LOGS_DIR: 'FOLDER/../logs',
      GIT_BASE_DIR: 'FOLDER',
    },
  }),
  /** Reads and writes a folder without output schemas, has jobs, locks and counts. */
  desk: () => ({ args: [fixture('habits'), 'FOLDER'], remembers: true }),
  /** Tickets with ids that it makes, without output schemas. */
  tickets: () => ({
    args: [fixture('tickets')],
    env: { TICKETS_LOG: 'FOLDER/tickets.log' },
    remembers: true,
  }),
  /** Saves later, numbers what it makes, says failures as results. */
  pantry: () => ({ args: [fixture('pantry'), 'FOLDER'], remembers: true }),
  /** The same, and keeps an index of notes, a moment behind. */
  watcher: () => ({ args: [fixture('pantry'), 'FOLDER'], env: { WATCHES: '1' }, remembers: true }),
  /** Routes a message to instructions below the folder. */
  router: () => ({
    args: [`${ROOT}examples/instruction-router/instruction-router.mjs`],
    env: { PONGOGO_PROJECT_ROOT: 'FOLDER', PONGOGO_KNOWLEDGE_PATH: 'FOLDER', PONGOGO_TEST_MODE: '1' },
  }),
}

export const SERVER_NAMES: readonly string[] = Object.keys(SERVERS)

/** @throws Error for a name that is none of SERVER_NAMES, and where the server is not installed */
export function entriesOf(names: readonly string[], folder: string): readonly ServerEntry[] {
  return names.map((name) => {
    const { args, env = {} } = launchOf(name)
    const told = (text: string): string => text.replaceAll('FOLDER', folder)
    const [file] = args
    if (file === undefined || !existsSync(file))
      throw new Error(`Cannot start the server "${name}": there is no ${file}; run npm ci`)
    return {
      name,
      launch: {
        kind: 'stdio',
        command: process.execPath,
        args: args.map(told),
        env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, told(value)])),
      },
    }
  })
}

export function remembers(names: readonly string[]): boolean {
  return names.some((name) => launchOf(name).remembers === true)
}

function launchOf(name: string): Launched {
  const made = SERVERS[name]
  if (made === undefined)
    throw new Error(`There is no server "${name}"; there are ${SERVER_NAMES.join(', ')}`)
  return made()
}
