/** All pages of tools/list (specification: server/tools; server/utilities/pagination). */
import { SessionError } from '../base/index.js'
import type { Codec, Tool, ToolPage } from '../protocol/index.js'
import type { Conversation } from './conversation.js'
import { refused, unusable } from './request-errors.js'
import type { RequestOptions } from './session.js'

/**
 * Asks page by page until there is no cursor. Of two tools with one name the first is kept and a complaint is told.
 * @throws SessionError PAGING_ENDLESS when a cursor comes twice or there are more than 1000 pages, RPC_ERROR, RESPONSE_INVALID
 */
export async function listTools(
  conversation: Conversation,
  codec: Codec,
  options: RequestOptions,
): Promise<readonly Tool[]> {
  const tools = new Map<string, Tool>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await askForPage(conversation, codec, cursor, options)
    for (const tool of page.tools) {
      if (tools.has(tool.name)) conversation.complain('invalid-result', `tool "${tool.name}" is listed twice`)
      else tools.set(tool.name, tool)
    }
    cursor = page.nextCursor
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= MAX_PAGES))
      throw endless(cursor, cursors.size + 1)
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)
  return [...tools.values()]
}

const MAX_PAGES = 1000
const DOING = 'list the tools'

async function askForPage(
  conversation: Conversation,
  codec: Codec,
  cursor: string | undefined,
  options: RequestOptions,
): Promise<ToolPage> {
  const params = cursor === undefined ? undefined : { cursor }
  const response = await conversation.request('tools/list', params, { ...options, doing: DOING })
  if (response.kind === 'failure') throw refused(DOING, response.message.error)
  const reading = codec.readToolPage(response.message.result)
  if (reading.kind === 'unusable') throw unusable(DOING, reading.reason)
  for (const complaint of reading.complaints) conversation.complain('invalid-result', complaint)
  return reading.value
}

function endless(cursor: string, pages: number): SessionError {
  const found = `after ${pages} pages the server still has a next one, with cursor ${JSON.stringify(cursor.slice(0, 100))}`
  return new SessionError('PAGING_ENDLESS', `Cannot ${DOING}: ${found}`, {
    hint: 'a server ends a list by leaving nextCursor out; one that repeats a cursor never ends',
    data: { pages },
  })
}
