/** The tools that everything is for: words in, the few instructions that apply out. */
import type { Catalogue, Instruction } from '../library/index.js'
import { ENGINES, type Routing, type RoutingContext, stemOf, wordsOf } from '../routing/index.js'
import { engineOf } from './desk.js'
import { INSTRUCTION, listInstructions } from './instruction-answer.js'
import { COUNT, object, orNull, READING, type RouterTool, TEXT, TEXTS, ToolError } from './tool.js'

const INCLUDE_CONTENT = { type: 'boolean', default: false, description: 'also give the texts' }
const LIMIT = { type: 'integer', minimum: 1, maximum: 50 }
const INSTRUCTIONS = { type: 'array', items: INSTRUCTION }
const OMITTED = { ...COUNT, description: 'how many more there are that found no room' }

export const ROUTE_INSTRUCTIONS: RouterTool = {
  name: 'route_instructions',
  title: 'Route a message to instructions',
  description:
    'Finds the few instruction files that apply to what the user wants. Call it with the words of the user before starting on them. ' +
    'A mere approval, such as "yes, go ahead", routes to nothing.',
  annotations: READING,
  inputSchema: object(
    {
      message: { ...TEXT, description: 'what the user said' },
      context: orNull({
        type: 'object',
        description: 'what is known beside the message',
        properties: { files: TEXTS, directories: TEXTS, branch: orNull(TEXT), language: orNull(TEXT) },
      }),
      limit: { ...LIMIT, default: 5, description: 'how many instructions at most' },
      include_content: INCLUDE_CONTENT,
      engine_version: orNull({ ...TEXT, description: 'an engine for this call alone; see switch_engine' }),
    },
    ['context', 'limit', 'include_content', 'engine_version'],
  ),
  outputSchema: object({
    instructions: INSTRUCTIONS,
    count: COUNT,
    routing_analysis: object({
      kind: { enum: ['request', 'command', 'approval', 'small-talk'] },
      reason: { ...TEXT, description: 'why there are these instructions, or none' },
      words: { ...TEXTS, description: 'the stems by which texts were compared, the first 20' },
      considered: { ...COUNT, description: 'how many instructions had anything to do with the message' },
      omitted: OMITTED,
      message_was_cut: { type: 'boolean', description: 'the middle of a very long message is not read' },
    }),
    routing_engine_version: TEXT,
  }),
  async call(args, { desk, session }) {
    const message = wordsFrom(args.message, 'MESSAGE_EMPTY')
    const engine = typeof args.engine_version === 'string' ? engineOf(args.engine_version) : session.engine
    const catalogue = await desk.catalogue()
    const options = { context: contextOf(args.context), limit: Number(args.limit ?? 5) }
    const routing = desk.router(engine, catalogue).route(message, options)
    const found = routing.matches.map(({ instruction }) => instruction)
    desk.log('DEBUG', `routed ${message.length} characters to ${found.map(({ id }) => id).join(', ')}`)
    const beside = (n: number): object => {
      const { score, breakdown } = routing.matches[n] ?? {}
      return { routing_score: score, score_breakdown: breakdown }
    }
    const includeContent = args.include_content === true
    const { shown, omitted } = listInstructions({
      desk,
      catalogue,
      found,
      query: message,
      includeContent,
      beside,
    })
    return {
      instructions: shown,
      count: shown.length,
      routing_analysis: analysisOf(routing, omitted),
      routing_engine_version: engine.version,
    }
  },
}

export const SEARCH_INSTRUCTIONS: RouterTool = {
  name: 'search_instructions',
  title: 'Search instructions',
  description: 'Searches names, descriptions and texts of all instructions for words; the best come first.',
  annotations: READING,
  inputSchema: object({ query: TEXT, limit: { ...LIMIT, default: 10 }, include_content: INCLUDE_CONTENT }, [
    'limit',
    'include_content',
  ]),
  outputSchema: object({ results: INSTRUCTIONS, count: COUNT, omitted: OMITTED, query: TEXT }),
  async call(args, { desk }) {
    const query = wordsFrom(args.query, 'QUERY_EMPTY')
    const catalogue = await desk.catalogue()
    const matches = desk.router(ENGINES[0], catalogue).search(query, Number(args.limit ?? 10))
    const found = matches.map(({ instruction }) => instruction)
    const beside = (n: number): object => ({ search_score: matches[n]?.score })
    const includeContent = args.include_content === true
    const { shown, omitted } = listInstructions({ desk, catalogue, found, query, includeContent, beside })
    return { results: shown, count: shown.length, omitted, query: query.slice(0, 200) }
  },
}

export const GET_INSTRUCTIONS: RouterTool = {
  name: 'get_instructions',
  title: 'Get instructions',
  description:
    'Gives instructions by topic or category; all of them without either. With exact_match the topic is an id, a name or an alias.',
  annotations: READING,
  inputSchema: object(
    {
      topic: orNull({ ...TEXT, description: 'words of it, or its name' }),
      category: orNull({ ...TEXT, description: 'a folder, or a domain that files name' }),
      exact_match: { type: 'boolean', default: false },
      include_content: INCLUDE_CONTENT,
    },
    ['topic', 'category', 'exact_match', 'include_content'],
  ),
  outputSchema: object({
    instructions: INSTRUCTIONS,
    count: COUNT,
    omitted: OMITTED,
    query: object({ topic: orNull(TEXT), category: orNull(TEXT), exact_match: { type: 'boolean' } }),
  }),
  async call(args, { desk }) {
    const [topic, category] = [args.topic, args.category].map((each) =>
      typeof each === 'string' ? each : null,
    )
    const isExact = args.exact_match === true
    const catalogue = await desk.catalogue()
    const among = ofCategory(catalogue, category ?? null)
    const found = typeof topic === 'string' ? onTopic(catalogue, among, topic, isExact) : among
    const includeContent = args.include_content === true
    const listing = { desk, catalogue, found, query: topic ?? '', includeContent, beside: () => ({}) }
    const { shown, omitted } = listInstructions(listing)
    const query = { topic: topic?.slice(0, 200) ?? null, category: category?.slice(0, 200) ?? null }
    return { instructions: shown, count: shown.length, omitted, query: { ...query, exact_match: isExact } }
  },
}

/** @throws ToolError with the code, where there is nothing but spaces */
function wordsFrom(given: unknown, code: 'MESSAGE_EMPTY' | 'QUERY_EMPTY'): string {
  if (typeof given === 'string' && given.trim() !== '') return given
  throw new ToolError(code, 'Cannot look for instructions without any words', 'give the words of the user')
}

/** The schema has taken care of the types, but for null. */
function contextOf(given: unknown): RoutingContext {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null))
}

function analysisOf({ message, considered, reason, matches }: Routing, omitted: number): object {
  return {
    kind: message.kind === 'request' && message.isCommand ? 'command' : message.kind,
    reason: reason === undefined ? `${matches.length} of ${considered} are worth showing` : REASONS[reason],
    words: [...message.weights.keys()].slice(0, 20),
    considered,
    omitted,
    message_was_cut: message.isCut,
  }
}

const REASONS: Readonly<Record<NonNullable<Routing['reason']>, string>> = {
  approval: 'the message only approves what was proposed: go on with the instructions that are there already',
  'small-talk': 'the message greets, thanks or says goodbye, and asks for nothing',
  'no-match': 'no instruction has anything to do with the message',
  'unknown-command': 'no instruction answers this command',
}

/** @throws ToolError CATEGORY_UNKNOWN */
function ofCategory({ instructions }: Catalogue, category: string | null): readonly Instruction[] {
  if (category === null) return instructions
  const wanted = category.toLowerCase()
  const found = instructions.filter(({ categories }) =>
    categories.some((each) => each.toLowerCase() === wanted),
  )
  if (found.length > 0) return found
  const known = [...new Set(instructions.map((each) => each.category))].slice(0, 30).join(', ')
  const said = JSON.stringify(category.slice(0, 100))
  throw new ToolError('CATEGORY_UNKNOWN', `There is no category ${said}`, `categories: ${known}`)
}

/** Exact ones first; then those of which all words of the topic say what they are. */
function onTopic(
  { find }: Catalogue,
  among: readonly Instruction[],
  topic: string,
  isExact: boolean,
): Instruction[] {
  const named = find(topic)
  const exact = among.filter(
    (each) => each === named || each.title.toLowerCase() === topic.trim().toLowerCase(),
  )
  const wanted = wordsOf(topic).flatMap((word) => stemOf(word) ?? [])
  if (isExact || wanted.length === 0) return exact
  const isAbout = ({ id, title, description, categories, keywords }: Instruction): boolean => {
    const own = wordsOf([id, title, description, ...categories, ...keywords].join(' ').replace(/_/g, ' '))
    return wanted.every((stem) => own.some((word) => stemOf(word) === stem))
  }
  return [...exact, ...among.filter((each) => !exact.includes(each) && isAbout(each))]
}
