/** The instructions as they are now, with the engines prepared for them: what every session shares. */
import { join, relative, sep } from 'node:path'
import type { Catalogue, Library } from '../library/index.js'
import { createRouter, ENGINES, type Router, type RoutingEngine } from '../routing/index.js'
import { LOG_LEVELS, type LogLevel, type Settings } from './settings.js'
import { ToolError } from './tool.js'

export interface Desk {
  readonly settings: Settings
  readonly library: Library
  log(level: LogLevel, line: string): void
  /** @throws ToolError KNOWLEDGE_UNREADABLE */
  catalogue(): Promise<Catalogue>
  /** Prepared once for each catalogue. */
  router(engine: RoutingEngine, catalogue: Catalogue): Router
  /** As agents open it: from the project, or whole where it is outside; in test mode nothing of the machine. */
  shown(path: string): string
}

/** `write` takes the lines of the log. */
export function createDesk(library: Library, settings: Settings, write: (line: string) => void): Desk {
  const prepared = new WeakMap<Catalogue, Map<RoutingEngine, Router>>()

  /** A line never holds a control character of a file or a message. */
  function log(level: LogLevel, line: string): void {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(settings.logLevel))
      write(`${level} ${line.replace(/\p{Cc}/gu, '\uFFFD')}\n`)
  }

  /** Each file that cannot be used has a line of its own, once each time that the files change. */
  function routersOf(catalogue: Catalogue): Map<RoutingEngine, Router> {
    const known = prepared.get(catalogue)
    if (known !== undefined) return known
    const routers = new Map<RoutingEngine, Router>()
    prepared.set(catalogue, routers)
    log('INFO', `${catalogue.instructions.length} instructions in ${library.folder}`)
    for (const { file, message, effect } of catalogue.problems)
      log('WARNING', `${file}: ${message}${effect === 'left-out' ? '; the file is left out' : ''}`)
    return routers
  }

  return {
    settings,
    library,
    log,
    async catalogue() {
      const state = await library.current()
      if (state.kind === 'read') {
        routersOf(state.catalogue)
        return state.catalogue
      }
      const message = `Cannot read the folder of instructions ${JSON.stringify(library.folder)}: ${state.reason}`
      log('ERROR', message)
      throw new ToolError(
        'KNOWLEDGE_UNREADABLE',
        message,
        'set PONGOGO_KNOWLEDGE_PATH to a folder that exists',
      )
    },
    router(engine, catalogue) {
      const routers = routersOf(catalogue)
      const router = routers.get(engine) ?? createRouter(engine, catalogue)
      routers.set(engine, router)
      return router
    },
    shown(path) {
      const way = relative(settings.projectRoot, path)
      const isOutside = way === '..' || way.startsWith(`..${sep}`) || way === path
      if (isOutside) return settings.isTest ? '(outside of the project)' : path
      return join(way, '.').split(sep).join('/')
    },
  }
}

/** @throws ToolError ENGINE_UNKNOWN */
export function engineOf(version: string): RoutingEngine {
  const engine = ENGINES.find((each) => each.version === version)
  if (engine !== undefined) return engine
  const known = ENGINES.map((each) => each.version).join(', ')
  const said = JSON.stringify(version.slice(0, 100))
  throw new ToolError('ENGINE_UNKNOWN', `There is no engine ${said}`, `engines: ${known}`)
}
