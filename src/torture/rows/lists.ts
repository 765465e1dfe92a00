/** Servers whose lists come in pieces, without end, or not at all. */
import { DEADLINE_MS, ECHO_TOOL, notification, PROMPT_MS, type StagedRow } from '../row.js'

const row = { era: 'legacy', deadlineMs: DEADLINE_MS } as const

export const LIST_ROWS: readonly StagedRow[] = [
  {
    ...row,
    id: 'paged-tools',
    does: 'has its tool on the third page, and refuses calls before that was read',
    right: 'answer',
    play(stage) {
      let read = 0
      return {
        on: {
          'tools/list'(request) {
            const page = Number(request.params.cursor ?? 1)
            read = Math.max(read, page)
            stage.reply(
              request,
              page < 3 ? { tools: [], nextCursor: String(page + 1) } : { tools: [ECHO_TOOL] },
            )
          },
          'tools/call': (request) =>
            read === 3
              ? stage.behave('tools/call', request)
              : stage.refuse(request, -32602, 'the list was not read to its end'),
        },
      }
    },
  },
  {
    ...row,
    id: 'endless-paging',
    does: 'gives the same cursor for ever',
    right: 'either',
    play: (stage) => ({
      on: { 'tools/list': (request) => stage.reply(request, { tools: [ECHO_TOOL], nextCursor: 'again' }) },
    }),
  },
  {
    ...row,
    id: 'endless-fresh-paging',
    does: 'gives a new cursor for ever',
    right: 'either',
    play(stage) {
      let page = 0
      return {
        on: {
          'tools/list': (request) => stage.reply(request, { tools: [ECHO_TOOL], nextCursor: String(++page) }),
        },
      }
    },
  },
  {
    ...row,
    id: 'list-error',
    does: 'answers tools/list with an error',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({
      on: { 'tools/list': (request) => stage.refuse(request, -32603, 'the list is lost') },
    }),
  },
  {
    ...row,
    id: 'silent-list',
    does: 'never answers tools/list',
    right: 'error',
    play: () => ({ on: { 'tools/list': () => undefined } }),
  },
  {
    ...row,
    id: 'no-list',
    does: 'answers tools/list with a result that has no tools',
    right: 'error',
    play: (stage) => ({ on: { 'tools/list': (request) => stage.reply(request, {}) } }),
  },
  {
    ...row,
    id: 'broken-tools',
    does: 'lists a tool without a name and one without a schema beside the good one',
    right: 'either',
    play: (stage) => ({
      on: {
        'tools/list': (request) =>
          stage.reply(request, { tools: [{ inputSchema: {} }, { name: 'no-schema' }, ECHO_TOOL] }),
      },
    }),
  },
  {
    ...row,
    id: 'changes-for-ever',
    does: 'tells after every list that the list has changed',
    right: 'answer',
    play: (stage) => ({
      on: {
        'tools/list'(request) {
          stage.behave('tools/list', request)
          stage.send(notification('notifications/tools/list_changed', {}))
        },
      },
    }),
  },
]
