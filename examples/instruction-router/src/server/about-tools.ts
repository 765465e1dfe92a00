/** The tools that tell about the server itself. */
import type { Catalogue, LibraryState } from '../library/index.js'
import { ENGINES } from '../routing/index.js'
import type { Desk } from './desk.js'
import { COUNT, TEXT, TEXTS } from './instruction-schema.js'
import { object, READING, type RouterTool, SETTING } from './tool.js'
import { ToolError } from './tool-error.js'

const NOTHING = object({})
const PROBLEMS = {
  type: 'array',
  description: 'files that cannot be used, or not in whole; the first 20',
  items: object({ file: TEXT, code: TEXT, message: TEXT, effect: { enum: ['left-out', 'used'] } }),
}

export const REINDEX: RouterTool = {
  name: 'reindex_knowledge_base',
  title: 'Read all instructions again',
  description: 'Reads every file again. Changed files are noticed without it.',
  annotations: SETTING,
  inputSchema: NOTHING,
  outputSchema: object({
    success: { const: true },
    indexed: COUNT,
    problem_count: COUNT,
    problems: PROBLEMS,
  }),
  async call(_, { desk }) {
    const state = await desk.library.reread()
    if (state.kind === 'unreadable')
      throw new ToolError(
        'KNOWLEDGE_UNREADABLE',
        `Cannot read the folder of instructions ${JSON.stringify(desk.shown(desk.library.folder))}: ${state.reason}`,
      )
    const { instructions } = state.catalogue
    return { success: true, indexed: instructions.length, ...problemsOf(state.catalogue) }
  },
}

export const ROUTING_INFO: RouterTool = {
  name: 'get_routing_info',
  title: 'How messages are routed',
  description:
    'Tells the engine of this session, the engines that there are, and what instructions there are by category.',
  annotations: READING,
  inputSchema: NOTHING,
  outputSchema: object({
    routing_engine_version: TEXT,
    available_engines: {
      type: 'array',
      items: object({ version: TEXT, description: TEXT, relative_cut_off: { type: 'number' } }),
    },
    instruction_count: COUNT,
    categories: { type: 'object', additionalProperties: COUNT, description: 'the first 50' },
    commands: { ...TEXTS, description: 'the slash commands that instructions answer, the first 50' },
  }),
  async call(_, { desk, engine }) {
    const { instructions } = await desk.catalogue()
    const counts = new Map<string, number>()
    for (const { category } of instructions) counts.set(category, (counts.get(category) ?? 0) + 1)
    return {
      routing_engine_version: engine.current.version,
      available_engines: ENGINES.map(({ version, description, cutOff }) => ({
        version,
        description,
        relative_cut_off: cutOff,
      })),
      instruction_count: instructions.length,
      categories: Object.fromEntries([...counts].sort().slice(0, 50)),
      commands: [...new Set(instructions.flatMap(({ commands }) => commands))].sort().slice(0, 50),
    }
  },
}

export const HEALTH_STATUS: RouterTool = {
  name: 'get_health_status',
  title: 'Health',
  description: 'Tells whether the instructions can be read, and which files cannot.',
  annotations: READING,
  inputSchema: NOTHING,
  outputSchema: object(
    {
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
      read_at: { ...TEXT, description: 'when files were last found changed; not told in test mode' },
    },
    ['read_at'],
  ),
  async call(_, { desk, engine }) {
    const state = await desk.library.current()
    return {
      ...healthOf(state),
      knowledge_path: desk.shown(desk.library.folder),
      project_root: desk.shown(desk.settings.projectRoot),
      routing_engine_version: engine.current.version,
      log_level: desk.settings.logLevel,
      test_mode: desk.settings.isTest,
      ...readAt(state, desk),
    }
  },
}

function healthOf(state: LibraryState): Readonly<Record<string, unknown>> {
  if (state.kind === 'unreadable')
    return {
      status: 'unhealthy',
      reason: `the folder of instructions cannot be read: ${state.reason}`,
      instruction_count: 0,
      problem_count: 0,
      problems: [],
    }
  const { instructions, problems } = state.catalogue
  const leftOut = problems.filter(({ effect }) => effect === 'left-out').length
  const isHealthy = instructions.length > 0 && leftOut === 0
  return {
    status: isHealthy ? 'healthy' : 'degraded',
    reason: instructions.length === 0 ? 'there are no instructions' : `${leftOut} files are left out`,
    instruction_count: instructions.length,
    ...problemsOf(state.catalogue),
  }
}

function problemsOf({ problems }: Catalogue): Readonly<Record<string, unknown>> {
  return { problem_count: problems.length, problems: problems.slice(0, 20) }
}

function readAt(state: LibraryState, { settings }: Desk): Readonly<Record<string, unknown>> {
  return state.kind === 'read' && !settings.isTest ? { read_at: state.readAt.toISOString() } : {}
}
