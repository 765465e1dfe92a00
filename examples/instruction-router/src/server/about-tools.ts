/** The tools that tell about the server itself, and choose how it routes. */
import type { Catalogue } from '../library/index.js'
import { ENGINES } from '../routing/index.js'
import { engineOf } from './desk.js'
import { COUNT, object, orNull, READING, type RouterTool, SETTING, TEXT, TEXTS, ToolError } from './tool.js'

const PROBLEMS = {
  type: 'array',
  description: 'files that cannot be used, or not in whole; the first 20',
  items: object({ file: TEXT, code: TEXT, message: TEXT, effect: { enum: ['left-out', 'used'] } }),
}

export const SWITCH_ENGINE: RouterTool = {
  name: 'switch_engine',
  title: 'Switch the routing engine',
  description:
    'Chooses the engine that routes in this session, and in no other; without engine_version it lists the engines.',
  annotations: SETTING,
  inputSchema: object({ engine_version: orNull(TEXT) }, ['engine_version']),
  outputSchema: object({
    success: { const: true },
    action: { enum: ['list', 'switched', 'no_change'] },
    engine: { ...TEXT, description: 'the one that routes now' },
    previous: { ...TEXT, description: 'the one that routed before' },
    available_engines: TEXTS,
  }),
  async call({ engine_version: version }, { session, desk }) {
    const previous = session.engine
    const chosen = typeof version === 'string' ? engineOf(version) : previous
    if (chosen !== previous && !session.isKept)
      throw new ToolError(
        'NO_SESSION',
        `Cannot switch to ${JSON.stringify(chosen.version)}: each request of this connection stands for itself`,
        'give engine_version to route_instructions instead',
      )
    session.engine = chosen
    if (chosen !== previous) desk.log('INFO', `a session routes by ${chosen.version}`)
    return {
      success: true,
      action: typeof version !== 'string' ? 'list' : chosen === previous ? 'no_change' : 'switched',
      engine: chosen.version,
      previous: previous.version,
      available_engines: ENGINES.map((each) => each.version),
    }
  },
}

export const REINDEX: RouterTool = {
  name: 'reindex_knowledge_base',
  title: 'Read all instructions again',
  description: 'Reads every file again. Changed files are noticed without it.',
  annotations: SETTING,
  inputSchema: object({}),
  outputSchema: object({
    success: { const: true },
    indexed: COUNT,
    problem_count: COUNT,
    problems: PROBLEMS,
  }),
  async call(_, { desk }) {
    await desk.library.reread()
    const catalogue = await desk.catalogue()
    return { success: true, indexed: catalogue.instructions.length, ...problemsOf(catalogue) }
  },
}

export const ROUTING_INFO: RouterTool = {
  name: 'get_routing_info',
  title: 'How messages are routed',
  description:
    'Tells the engine of this session, the engines that there are, and what instructions there are.',
  annotations: READING,
  inputSchema: object({}),
  outputSchema: object({
    routing_engine_version: TEXT,
    available_engines: { type: 'array', items: object({ version: TEXT, description: TEXT }) },
    instruction_count: COUNT,
    categories: { ...TEXTS, description: 'the first 50' },
    commands: { ...TEXTS, description: 'the slash commands that instructions answer, the first 50' },
  }),
  async call(_, { desk, session }) {
    const { instructions } = await desk.catalogue()
    const first = (texts: readonly string[]): string[] => [...new Set(texts)].sort().slice(0, 50)
    return {
      routing_engine_version: session.engine.version,
      available_engines: ENGINES.map(({ version, description }) => ({ version, description })),
      instruction_count: instructions.length,
      categories: first(instructions.map(({ category }) => category)),
      commands: first(instructions.flatMap(({ commands }) => commands)),
    }
  },
}

export const HEALTH_STATUS: RouterTool = {
  name: 'get_health_status',
  title: 'Health',
  description: 'Tells whether the instructions can be read, and which files cannot.',
  annotations: READING,
  inputSchema: object({}),
  outputSchema: object({
    status: { enum: ['healthy', 'degraded', 'unhealthy'] },
    reason: TEXT,
    knowledge_path: TEXT,
    project_root: TEXT,
    instruction_count: COUNT,
    problem_count: COUNT,
    problems: PROBLEMS,
    routing_engine_version: TEXT,
    log_level: TEXT,
    test_mode: { type: 'boolean' },
  }),
  async call(_, { desk, session }) {
    const state = await desk.library.current()
    const { instructions = [], problems = [] } = state.kind === 'read' ? state.catalogue : {}
    const leftOut = problems.filter(({ effect }) => effect === 'left-out').length
    const isWhole = instructions.length > 0 && leftOut === 0
    return {
      status: state.kind === 'unreadable' ? 'unhealthy' : isWhole ? 'healthy' : 'degraded',
      reason: state.kind === 'unreadable' ? state.reason : `${leftOut} files are left out`,
      knowledge_path: desk.shown(desk.library.folder),
      project_root: desk.settings.isTest ? '.' : desk.settings.projectRoot,
      instruction_count: instructions.length,
      ...problemsOf({ problems }),
      routing_engine_version: session.engine.version,
      log_level: desk.settings.logLevel,
      test_mode: desk.settings.isTest,
    }
  },
}

function problemsOf({ problems }: Pick<Catalogue, 'problems'>): Readonly<Record<string, unknown>> {
  return { problem_count: problems.length, problems: problems.slice(0, 20) }
}
