/** Full-text search, word by word. */
import { ENGINES } from '../routing/index.js'
import { listInstructions } from './answer-instructions.js'
import {
  COUNT,
  INCLUDE_CONTENT,
  instructionsSchema,
  LIMIT,
  OMITTED,
  SCORE,
  TEXT,
} from './instruction-schema.js'
import { numberOf, object, READING, type RouterTool, textOf } from './tool.js'
import { ToolError } from './tool-error.js'

export const SEARCH_INSTRUCTIONS: RouterTool = {
  name: 'search_instructions',
  title: 'Search instructions',
  description: 'Searches names, descriptions and texts of all instructions for words; the best come first.',
  annotations: READING,
  inputSchema: object({ query: TEXT, limit: { ...LIMIT, default: 10 }, include_content: INCLUDE_CONTENT }, [
    'limit',
    'include_content',
  ]),
  outputSchema: object({
    results: instructionsSchema({ search_score: SCORE }),
    count: COUNT,
    omitted: OMITTED,
    query: TEXT,
  }),
  async call(args, { desk }) {
    const query = textOf(args.query) ?? ''
    if (query.trim() === '')
      throw new ToolError('QUERY_EMPTY', 'Cannot search for an empty query', 'give a word')
    const catalogue = await desk.catalogue()
    const matches = desk.router(ENGINES[0], catalogue).search(query, numberOf(args.limit, 10))
    return listInstructions(
      {
        desk,
        catalogue,
        found: matches.map(({ instruction }) => instruction),
        query,
        beside: (n) => ({ search_score: matches[n]?.score ?? 0 }),
        includeContent: args.include_content === true,
      },
      (results, omitted) => ({ results, count: results.length, omitted, query: query.slice(0, 200) }),
    )
  },
}
