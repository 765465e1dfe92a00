/** All pages of a list (specification: server/utilities/pagination). */
import { type JsonValue, SessionError, shorten, valueSize } from '../../base/index.js'
import type { Page, Reading } from '../../protocol/index.js'
import type { RequestOptions } from '../request-options.js'
import type { Conversation } from '../wire/conversation.js'
import { timedOut } from '../wire/request-errors.js'
import { ask } from './ask.js'

/** What can be listed. */
export interface Listing<T> {
  readonly method: string
  /** What the items are called: `tools`; and one of them: `tool`. */
  readonly plural: string
  readonly singular: string
  readonly read: (result: JsonValue) => Reading<Page<T>>
  /** What tells one item from another. */
  readonly keyOf: (item: T) => string
}

/**
 * Asks page by page until there is no cursor. Of two items with one key the first is kept and a complaint is told.
 * All pages together take no longer than ten times what one may.
 * @throws SessionError PAGING_ENDLESS when a cursor comes twice, or there are more than 1000 pages, 100,000 items or 64 million
 * characters; RPC_ERROR, RESPONSE_INVALID, REQUEST_TIMEOUT
 */
export async function listPages<T>(
  conversation: Conversation,
  { method, plural, singular, read, keyOf }: Listing<T>,
  options: RequestOptions,
): Promise<readonly T[]> {
  const items = new Map<string, T>()
  const cursors = new Set<string>()
  const { clock, timeoutMs: usualMs } = conversation
  const { timeoutMs = usualMs } = options
  const doing = `list the ${plural}`
  const endAtMs = clock.monotonic() + timeoutMs * 10
  let size = 0
  const question = {
    ...{ options, method, doing },
    read(result: JsonValue) {
      size += valueSize(result)
      return read(result)
    },
  }
  let cursor: string | undefined
  do {
    const leftMs = endAtMs - clock.monotonic()
    if (leftMs <= 0) throw timedOut(doing, timeoutMs * 10, [`${cursors.size} pages came until then`])
    const page = await ask(
      conversation,
      cursor === undefined
        ? question
        : {
            ...question,
            params: { cursor },
            options: { ...options, timeoutMs: Math.min(timeoutMs, leftMs) },
          },
    )
    for (const item of page.items) {
      const key = keyOf(item)
      if (items.has(key)) conversation.complain('invalid-result', `${singular} "${key}" is listed twice`)
      else items.set(key, item)
    }
    cursor = page.nextCursor
    const isEndless = cursors.size >= MAX_PAGES || items.size > MAX_ITEMS || size > MAX_SIZE
    if (cursor !== undefined && (isEndless || cursors.has(cursor)))
      throw endless(plural, cursor, cursors.size + 1)
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)
  return [...items.values()]
}

const MAX_PAGES = 1000
/** What is listed is kept; the size is that of `valueSize`. */
const MAX_ITEMS = 100_000
const MAX_SIZE = 64_000_000

function endless(plural: string, cursor: string, pages: number): SessionError {
  const found = `after ${pages} pages the server still has a next one, with cursor ${JSON.stringify(shorten(cursor, 100))}`
  return new SessionError('PAGING_ENDLESS', `Cannot list the ${plural}: ${found}`, {
    hint: 'a server ends a list by leaving nextCursor out; one that repeats a cursor never ends',
    data: { pages },
  })
}
