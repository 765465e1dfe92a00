/** Servers that are silent, late, or speak and ask when they are expected to answer. */
import { DEADLINE_MS, notification, type StagedRow } from '../row.js'

const row = { era: 'legacy', deadlineMs: DEADLINE_MS } as const
const QUESTIONS = [
  { method: 'ping' },
  { method: 'roots/list' },
  {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 10 },
  },
  {
    method: 'elicitation/create',
    params: {
      message: 'Who?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
  { method: 'com.example/strange' },
]

export const TURN_ROWS: readonly StagedRow[] = [
  {
    ...row,
    id: 'log-before-reply',
    does: 'logs by a notification before the answer, as it may',
    right: 'answer',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.send(notification('notifications/message', { level: 'info', data: stage.wrong }))
          stage.behave('tools/call', request)
        },
      },
    }),
  },
  {
    ...row,
    id: 'strange-notifications',
    does: 'sends notifications that no revision knows, and progress that nobody asked for',
    right: 'answer',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.send(notification('notifications/surprise', { text: stage.wrong }))
          stage.send(notification('notifications/progress', { progressToken: 'nobody', progress: 1 }))
          stage.send(notification('notifications/cancelled', { requestId: 4711 }))
          stage.behave('tools/call', request)
        },
      },
    }),
  },
  {
    ...row,
    id: 'asks-during-call',
    does: 'asks for a ping, roots, sampling, elicitation and the unknown, and waits for all five answers',
    right: 'answer',
    play(stage) {
      const open = new Set<number>()
      let answer = (): void => undefined
      return {
        on: {
          'tools/call'(request) {
            answer = () => stage.behave('tools/call', request)
            for (const [i, question] of QUESTIONS.entries()) {
              open.add(i + 1)
              stage.send({ jsonrpc: '2.0', id: i + 1, ...question })
            }
          },
        },
        answered({ id }) {
          if (open.delete(Number(id)) && open.size === 0) answer()
        },
      }
    },
  },
  {
    ...row,
    id: 'pings-for-ever',
    does: 'pings again whenever its ping is answered, and never answers the call',
    right: 'error',
    play(stage) {
      let n = 0
      const ask = () => stage.send({ jsonrpc: '2.0', id: `ping-${++n}`, method: 'ping' })
      return { on: { 'tools/call': ask }, answered: () => stage.after(20, ask) }
    },
  },
  {
    ...row,
    id: 'progress-for-ever',
    does: 'reports progress for ever, and never answers the call',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call'({ id = null, params: { _meta } }) {
          const asked = typeof _meta === 'object' && _meta !== null && 'progressToken' in _meta
          const progressToken = asked ? (_meta.progressToken ?? id) : id
          let progress = 0
          stage.every(20, () =>
            stage.send(notification('notifications/progress', { progressToken, progress: ++progress })),
          )
        },
      },
    }),
  },
  {
    ...row,
    id: 'silent-call',
    does: 'never answers the call',
    right: 'error',
    play: () => ({ on: { 'tools/call': () => undefined } }),
  },
  {
    ...row,
    id: 'late-reply',
    does: 'answers the call once it is cancelled',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call': () => undefined,
        'notifications/cancelled': ({ params: { requestId = null } }) =>
          stage.send({
            jsonrpc: '2.0',
            id: requestId,
            result: { content: [{ type: 'text', text: stage.wrong }] },
          }),
      },
    }),
  },
]
