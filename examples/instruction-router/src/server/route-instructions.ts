/** The tool that everything is for: a message in, the few instructions that apply out. */
import type { Match, Routing, RoutingContext } from '../routing/index.js'
import { listInstructions } from './answer-instructions.js'
import { engineOf } from './desk.js'
import {
  BREAKDOWN,
  COUNT,
  INCLUDE_CONTENT,
  instructionsSchema,
  LIMIT,
  SCORE,
  TEXT,
  TEXTS,
} from './instruction-schema.js'
import { numberOf, object, orNull, READING, type RouterTool, textOf } from './tool.js'
import { ToolError } from './tool-error.js'

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
    instructions: instructionsSchema({ routing_score: SCORE, score_breakdown: BREAKDOWN }),
    count: COUNT,
    routing_analysis: object({
      kind: { enum: ['request', 'command', 'approval', 'small-talk'] },
      reason: { ...TEXT, description: 'why there are these instructions, or none' },
      words: { ...TEXTS, description: 'the stems by which texts were compared, the first 20' },
      commands: TEXTS,
      considered: { ...COUNT, description: 'how many instructions had anything to do with the message' },
      omitted: { ...COUNT, description: 'how many were left out to keep the answer short' },
      message_was_cut: { type: 'boolean', description: 'the middle of a very long message is not read' },
    }),
    routing_engine_version: TEXT,
  }),
  async call(args, { desk, engine }) {
    const message = textOf(args.message) ?? ''
    if (message.trim() === '')
      throw new ToolError('MESSAGE_EMPTY', 'Cannot route an empty message', 'give the words of the user')
    const own = textOf(args.engine_version)
    const chosen = own === undefined ? engine.current : engineOf(own)
    const catalogue = await desk.catalogue()
    const routing = desk
      .router(chosen, catalogue)
      .route(message, { context: contextOf(args.context), limit: numberOf(args.limit, 5) })
    const { matches } = routing
    desk.log(
      'DEBUG',
      `routed ${message.length} characters to ${matches.map(({ instruction }) => instruction.id).join(', ')}`,
    )
    return listInstructions(
      {
        desk,
        catalogue,
        found: matches.map(({ instruction }) => instruction),
        query: message,
        beside: (n) => scoreOf(matches[n]),
        includeContent: args.include_content === true,
      },
      (instructions, omitted) => ({
        instructions,
        count: instructions.length,
        routing_analysis: analysisOf(routing, omitted),
        routing_engine_version: chosen.version,
      }),
    )
  },
}

/** The schema has taken care of the types. */
function contextOf(given: unknown): RoutingContext {
  if (typeof given !== 'object' || given === null) return {}
  const { files, directories, branch, language } = given as Readonly<Record<string, unknown>>
  return {
    files: textsOf(files),
    directories: textsOf(directories),
    branch: textOf(branch) ?? '',
    language: textOf(language) ?? '',
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function scoreOf(match: Match | undefined): { routing_score: number; score_breakdown: Match['breakdown'] } {
  return { routing_score: match?.score ?? 0, score_breakdown: match?.breakdown ?? {} }
}

function analysisOf({ message, considered, reason, matches }: Routing, omitted: number): object {
  return {
    kind: message.kind === 'request' && message.isCommand ? 'command' : message.kind,
    reason: reason === undefined ? `${matches.length} of ${considered} are worth showing` : REASONS[reason],
    words: [...message.weights.keys()].slice(0, 20),
    commands: message.commands.slice(0, 5).map((command) => command.slice(0, 60)),
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
