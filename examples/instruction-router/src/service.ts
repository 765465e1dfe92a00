/** What the environment tells the server, and what all of its sessions share. */
import { basename, relative, resolve, sep } from 'node:path'
import type { RoutingEngine } from './engine.js'
import { told } from './instruction.js'
import { type Catalogue, openLibrary } from './library.js'
import { createRouter, type Router } from './router.js'

const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** What cannot be meant by the environment or the command line; the message is for the person at the screen. */
export class SettingsError extends Error {}

/** An empty variable counts as absent. @throws SettingsError for a value that cannot be meant */
export function readSettings(env: Readonly<Record<string, string | undefined>>, folder: string) {
  const choice = <T extends string>(name: string, fallback: T, choices: readonly T[]): T => {
    const said = env[name] || fallback
    const chosen = choices.find((each) => each === said.toUpperCase())
    if (chosen !== undefined) return chosen
    const known = choices.join(', ')
    throw new SettingsError(`Cannot read ${name}: it is ${JSON.stringify(said)}, not one of ${known}`)
  }
  const projectRoot = resolve(folder, env.PONGOGO_PROJECT_ROOT || '.')
  return {
    /** The folder of instruction files; absolute. */
    PONGOGO_KNOWLEDGE_PATH: resolve(projectRoot, env.PONGOGO_KNOWLEDGE_PATH || '.pongogo/instructions'),
    /** The project that paths are told from; absolute. */
    PONGOGO_PROJECT_ROOT: projectRoot,
    /** With 1 answers hold nothing that differs from machine to machine. */
    PONGOGO_TEST_MODE: choice('PONGOGO_TEST_MODE', '0', ['0', '1']),
    PONGOGO_LOG_LEVEL: choice('PONGOGO_LOG_LEVEL', 'WARNING', LOG_LEVELS),
  }
}

export type Service = ReturnType<typeof openService>

/** Opens the folder of the settings; `write` takes the lines of the log. */
export function openService(settings: ReturnType<typeof readSettings>, write: (line: string) => void) {
  const routers = new WeakMap<Catalogue, Map<RoutingEngine, Router>>()

  /** A line never holds a control character of a file or a message. */
  function log(level: LogLevel, line: string): void {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(settings.PONGOGO_LOG_LEVEL))
      write(`${level} ${line.replace(/\p{Cc}/gu, '\uFFFD')}\n`)
  }

  const library = openLibrary(settings.PONGOGO_KNOWLEDGE_PATH, ({ instructions, problems }) => {
    log('INFO', `${instructions.length} instructions in ${settings.PONGOGO_KNOWLEDGE_PATH}`)
    for (const problem of problems) log('WARNING', told(problem))
  })
  return {
    settings,
    library,
    log,
    /** Prepared once for each catalogue. */
    router(engine: RoutingEngine, catalogue: Catalogue): Router {
      const prepared = routers.get(catalogue) ?? new Map<RoutingEngine, Router>()
      const router = prepared.get(engine) ?? createRouter(engine, catalogue)
      routers.set(catalogue, prepared.set(engine, router))
      return router
    },
    /** As agents open it: from the project, or whole where it is outside; in test mode nothing of the machine. */
    shown(path: string): string {
      const way = relative(settings.PONGOGO_PROJECT_ROOT, path)
      const isOutside = way === '..' || way.startsWith(`..${sep}`) || way === path
      if (isOutside || way === '') return settings.PONGOGO_TEST_MODE === '1' ? basename(path) : path
      return way.split(sep).join('/')
    },
  }
}
