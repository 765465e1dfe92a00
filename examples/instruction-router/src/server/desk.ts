/** The instructions as they are now, with the engines prepared for them: what every session shares. */
import { join, relative, sep } from 'node:path'
import type { Catalogue, Instruction, Library } from '../library/index.js'
import { createRouter, ENGINES, type Router, type RoutingEngine } from '../routing/index.js'
import type { Log } from './log.js'
import type { Settings } from './settings.js'
import { ToolError } from './tool-error.js'

export interface Desk {
  readonly settings: Settings
  readonly library: Library
  readonly log: Log
  /** @throws ToolError KNOWLEDGE_UNREADABLE */
  catalogue(): Promise<Catalogue>
  /** Prepared once for each catalogue. */
  router(engine: RoutingEngine, catalogue: Catalogue): Router
  /** As agents open it: from the project, or whole where it is outside. */
  pathOf(instruction: Instruction): string
  /** A folder as answers may show it. */
  shown(folder: string): string
}

export function createDesk(library: Library, settings: Settings, log: Log): Desk {
  const prepared = new WeakMap<Catalogue, Map<string, Router>>()
  let told: Catalogue | undefined

  /** Each file that cannot be used has a line of its own, once each time that the files change. */
  function tell(catalogue: Catalogue): void {
    if (told === catalogue) return
    told = catalogue
    log('INFO', `${catalogue.instructions.length} instructions in ${library.folder}`)
    for (const { file, message, effect } of catalogue.problems)
      log('WARNING', `${file}: ${message}${effect === 'left-out' ? '; the file is left out' : ''}`)
  }

  return {
    settings,
    library,
    log,
    async catalogue() {
      const state = await library.current()
      if (state.kind === 'unreadable') {
        const message = `Cannot read the folder of instructions ${JSON.stringify(library.folder)}: ${state.reason}`
        log('ERROR', message)
        throw new ToolError(
          'KNOWLEDGE_UNREADABLE',
          message,
          'set PONGOGO_KNOWLEDGE_PATH to a folder that exists',
        )
      }
      tell(state.catalogue)
      return state.catalogue
    },
    router(engine, catalogue) {
      const routers = prepared.get(catalogue) ?? new Map<string, Router>()
      prepared.set(catalogue, routers)
      const router = routers.get(engine.version) ?? createRouter(engine, catalogue)
      routers.set(engine.version, router)
      return router
    },
    pathOf: ({ file }) =>
      fromProject(join(library.folder, file)) ?? (settings.isTest ? file : join(library.folder, file)),
    shown: (folder) => (settings.isTest ? (fromProject(folder) ?? '(outside of the project)') : folder),
  }

  function fromProject(path: string): string | undefined {
    const way = relative(settings.projectRoot, path)
    if (way === '') return '.'
    return way === '..' || way.startsWith(`..${sep}`) || way === path ? undefined : way.split(sep).join('/')
  }
}

/** The engine of a session. */
export interface SessionEngine {
  current: RoutingEngine
  /** False where every request is a session of its own: nothing can be remembered there. */
  readonly isKept: boolean
}

export function createSessionEngine(isKept: boolean): SessionEngine {
  return { current: ENGINES[0], isKept }
}

/** @throws ToolError ENGINE_UNKNOWN */
export function engineOf(version: string): RoutingEngine {
  const engine = ENGINES.find((each) => each.version === version)
  if (engine !== undefined) return engine
  const known = ENGINES.map((each) => each.version).join(', ')
  throw new ToolError(
    'ENGINE_UNKNOWN',
    `There is no engine ${JSON.stringify(version.slice(0, 100))}`,
    `engines: ${known}`,
  )
}
