/** The tools: words in, the few instructions that apply out; and what the server tells about itself. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { INSTRUCTIONS, listInstructions } from './answer.js'
import { type Instruction, told } from './instruction.js'
import type { Catalogue } from './library.js'
import { CONTEXT } from './message.js'
import { ENGINES } from './router.js'
import type { Service } from './service.js'
import { addTool, COUNT, engineOf, quoted, type Session, TEXT, TEXTS, ToolError } from './tool.js'
import { stemsOf } from './words.js'

const OMITTED = COUNT.describe('how many more there are that found no room')
const WORDS = z.string().regex(/\S/)
const LIMIT = z.int().min(1).max(50).describe('how many instructions at most')
const INCLUDE_CONTENT = z.boolean().default(false).describe('also give the texts')
const NAME = z.string().max(200).nullable().default(null)
const FILTER = { topic: NAME, category: NAME, exact_match: z.boolean().default(false) }
const PROBLEMS = TEXTS.describe('files that cannot be used, or not in whole, and why; the first 20')

export function addFindingTools(server: McpServer, service: Service, session: Session): void {
  addTool(server, {
    name: 'route_instructions',
    description:
      'Finds the few instruction files that apply to what the user wants. Call it with the words of the user before starting ' +
      'on them. A mere approval, such as "yes, go ahead", routes to nothing.',
    isReading: true,
    input: {
      message: WORDS.describe('what the user said'),
      context: CONTEXT.nullish(),
      limit: LIMIT.default(5),
      include_content: INCLUDE_CONTENT,
      engine_version: TEXT.nullish().describe('an engine for this call alone; see switch_engine'),
    },
    output: {
      instructions: INSTRUCTIONS,
      count: COUNT,
      routing_analysis: z.strictObject({
        kind: z.enum(['request', 'command', 'approval', 'small-talk']),
        reason: TEXT.describe('why there are these instructions, or none'),
        omitted: OMITTED,
        message_was_cut: z.boolean().describe('the middle of a very long message is not read'),
      }),
      routing_engine_version: TEXT,
    },
    async call({ message, context, limit, include_content: withContent, engine_version: version }) {
      const engine = version ? engineOf(version) : session.engine
      const catalogue = await service.library.current()
      const { matches, read, reason } = service.router(engine, catalogue).route(message, context ?? {}, limit)
      service.log('DEBUG', `routed to ${matches.map(({ instruction }) => instruction.id).join(', ')}`)
      const found = matches.map(({ instruction, score, breakdown }) => {
        return { instruction, routing_score: score, score_breakdown: breakdown }
      })
      const { omitted, ...listed } = listInstructions(service, catalogue, found, message, withContent)
      const routing_analysis = { kind: read.kind, reason, omitted, message_was_cut: read.isCut }
      return { ...listed, routing_analysis, routing_engine_version: engine.version }
    },
  })

  addTool(server, {
    name: 'search_instructions',
    description: 'Searches names, descriptions and texts of all instructions for words; the best come first.',
    isReading: true,
    input: { query: WORDS, limit: LIMIT.default(10), include_content: INCLUDE_CONTENT },
    output: { results: INSTRUCTIONS, count: COUNT, omitted: OMITTED, query: TEXT },
    async call({ query, limit, include_content: withContent }) {
      const catalogue = await service.library.current()
      const matches = service.router(ENGINES[0], catalogue).search(query, limit)
      const found = matches.map(({ instruction, score }) => ({ instruction, search_score: score }))
      const { instructions, ...listed } = listInstructions(service, catalogue, found, query, withContent)
      return { results: instructions, ...listed, query: query.slice(0, 200) }
    },
  })

  addTool(server, {
    name: 'get_instructions',
    description:
      'Gives instructions by topic (words of it, or its name) or category (a folder, or a domain that files name); all of them ' +
      'without either. With exact_match the topic is an id, a name or an alias.',
    isReading: true,
    input: { ...FILTER, include_content: INCLUDE_CONTENT },
    output: { instructions: INSTRUCTIONS, count: COUNT, omitted: OMITTED, query: z.strictObject(FILTER) },
    async call({ topic, category, exact_match, include_content: withContent }) {
      const catalogue = await service.library.current()
      const among = category === null ? catalogue.instructions : ofCategory(catalogue, category)
      const chosen = topic === null ? among : onTopic(catalogue, among, topic, exact_match)
      const found = chosen.map((instruction) => ({ instruction }))
      const listed = listInstructions(service, catalogue, found, topic ?? '', withContent)
      return { ...listed, query: { topic, category, exact_match } }
    },
  })
}

/** @throws ToolError CATEGORY_UNKNOWN */
function ofCategory({ instructions }: Catalogue, category: string): readonly Instruction[] {
  const isWanted = (each: string): boolean => each.toLowerCase() === category.toLowerCase()
  const found = instructions.filter(({ categories }) => categories.some(isWanted))
  if (found.length > 0) return found
  const known = [...new Set(instructions.map((each) => each.category))].slice(0, 30).join(', ')
  throw new ToolError('CATEGORY_UNKNOWN', `There is no category ${quoted(category)}`, `categories: ${known}`)
}

/** The one that is called so first; then those of which all words of the topic say what they are. */
function onTopic({ find }: Catalogue, among: readonly Instruction[], topic: string, isExact: boolean) {
  const named = find(topic)
  const wanted = isExact ? [] : stemsOf(topic)
  const isAbout = ({ id, title, description, categories, keywords }: Instruction): boolean => {
    const own = stemsOf([id, title, description, ...categories, ...keywords].join(' ').replaceAll('_', ' '))
    return wanted.length > 0 && wanted.every((stem) => own.includes(stem))
  }
  const others = among.filter((each) => each !== named && isAbout(each))
  return [...among.filter((each) => each === named), ...others]
}

export function addAboutTools(server: McpServer, service: Service, session: Session): void {
  const { library, settings, shown } = service
  addTool(server, {
    name: 'switch_engine',
    description: 'Chooses the engine of this session, and of no other; without engine_version it lists them.',
    isReading: false,
    input: { engine_version: TEXT.nullish() },
    output: {
      success: z.literal(true),
      action: z.enum(['list', 'switched', 'no_change']),
      engine: TEXT.describe('the one that routes now'),
      previous: TEXT.describe('the one that routed before'),
      available_engines: TEXTS,
    },
    async call({ engine_version: version = null }) {
      const previous = session.engine
      const chosen = version === null ? previous : engineOf(version)
      if (chosen !== previous && !session.isKept) {
        const message = `Cannot switch to ${quoted(chosen.version)}: each request of this connection stands for itself`
        throw new ToolError('NO_SESSION', message, 'give engine_version to route_instructions instead')
      }
      session.engine = chosen
      return {
        success: true,
        action: version === null ? 'list' : chosen === previous ? 'no_change' : 'switched',
        engine: chosen.version,
        previous: previous.version,
        available_engines: ENGINES.map((each) => each.version),
      }
    },
  })

  addTool(server, {
    name: 'reindex_knowledge_base',
    description: 'Reads every file again. Changed files are noticed without it.',
    isReading: false,
    input: {},
    output: { success: z.literal(true), indexed: COUNT, problems: PROBLEMS },
    async call() {
      const { instructions, problems } = await library.reread()
      return { success: true, indexed: instructions.length, problems: problems.slice(0, 20).map(told) }
    },
  })

  addTool(server, {
    name: 'get_routing_info',
    description: 'Tells the engine of this session, which ones there are, and what instructions there are.',
    isReading: true,
    input: {},
    output: {
      routing_engine_version: TEXT,
      available_engines: z.array(z.strictObject({ version: TEXT, description: TEXT })),
      categories: TEXTS.describe('the first 50'),
      commands: TEXTS.describe('the slash commands that instructions answer, the first 50'),
    },
    async call() {
      const { instructions, commands } = await library.current()
      const first = (texts: readonly string[]): string[] => [...new Set(texts)].sort().slice(0, 50)
      return {
        routing_engine_version: session.engine.version,
        available_engines: ENGINES.map(({ version, description }) => ({ version, description })),
        categories: first(instructions.map(({ category }) => category)),
        commands: first([...commands.keys()]),
      }
    },
  })

  addTool(server, {
    name: 'get_health_status',
    description: 'Tells whether the instructions can be read, and which files cannot.',
    isReading: true,
    input: {},
    output: {
      status: z.enum(['healthy', 'degraded', 'unhealthy']),
      instruction_count: COUNT,
      problems: PROBLEMS,
      settings: z.record(TEXT, TEXT).describe('by the variables that set them'),
    },
    async call() {
      const unreadable = ({ hint }: ToolError) => ({ instructions: [], problems: [], hint })
      const readable = (catalogue: Catalogue) => ({ ...catalogue, hint: '' })
      const { instructions, problems, hint } = await library.current().then(readable, unreadable)
      const isWhole = instructions.length > 0 && !problems.some(({ isLeftOut }) => isLeftOut)
      return {
        status: hint !== '' ? 'unhealthy' : isWhole ? 'healthy' : 'degraded',
        instruction_count: instructions.length,
        problems: hint === '' ? problems.slice(0, 20).map(told) : [hint],
        settings: {
          ...settings,
          PONGOGO_KNOWLEDGE_PATH: shown(settings.PONGOGO_KNOWLEDGE_PATH),
          PONGOGO_PROJECT_ROOT: shown(settings.PONGOGO_PROJECT_ROOT),
        },
      }
    },
  })
}
