/** Servers that open badly: the handshake, and the question after the era. */
import { DEADLINE_MS, notification, PROMPT_MS, type StagedRow } from '../row.js'

const SELF = { capabilities: { tools: {} }, serverInfo: { name: 'torture', version: '1.0.0' } }
const row = { era: 'legacy', deadlineMs: DEADLINE_MS } as const

export const OPENING_ROWS: readonly StagedRow[] = [
  {
    ...row,
    id: 'healthy',
    does: 'does nothing wrong',
    right: 'answer',
    play: () => ({}),
  },
  {
    ...row,
    id: 'exits-at-once',
    does: 'exits before it says a word, with 0',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({ start: () => stage.exit(0) }),
  },
  {
    ...row,
    id: 'dies-at-start',
    does: 'complains on standard error and exits before the handshake',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({
      start() {
        stage.log('cannot find my configuration')
        stage.exit(3)
      },
    }),
  },
  {
    ...row,
    id: 'silent',
    does: 'reads everything and never says a word',
    right: 'error',
    play: () => ({ on: Object.fromEntries(METHODS.map((method) => [method, () => undefined])) }),
  },
  {
    ...row,
    id: 'slow-start',
    does: 'runs for a second before it reads or says anything',
    right: 'answer',
    play: (stage) => ({
      on: { initialize: (request) => stage.after(1000, () => stage.behave('initialize', request)) },
    }),
  },
  {
    ...row,
    id: 'initialize-error',
    does: 'refuses the handshake',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({
      on: { initialize: (request) => stage.refuse(request, -32603, 'this server needs a licence') },
    }),
  },
  {
    ...row,
    id: 'initialize-nonsense',
    does: 'answers the handshake with a result that says nothing',
    right: 'error',
    play: (stage) => ({ on: { initialize: (request) => stage.reply(request, {}) } }),
  },
  {
    ...row,
    id: 'wrong-revision',
    does: 'wants a revision of the protocol that there never was',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({
      on: { initialize: (request) => stage.reply(request, { ...SELF, protocolVersion: '1999-01-01' }) },
    }),
  },
  {
    ...row,
    id: 'awaits-initialized',
    does: 'refuses everything before notifications/initialized, as it may',
    right: 'answer',
    play(stage) {
      let isInitialized = false
      const once = (method: string) => (request: Parameters<typeof stage.refuse>[0]) =>
        isInitialized ? stage.behave(method, request) : stage.refuse(request, -32002, 'Not initialized')
      return {
        on: {
          'notifications/initialized': () => {
            isInitialized = true
          },
          'tools/list': once('tools/list'),
          'tools/call': once('tools/call'),
        },
      }
    },
  },
  {
    ...row,
    id: 'pings-first',
    does: 'answers the handshake only once its own ping is answered',
    right: 'answer',
    play(stage) {
      let answer = (): void => undefined
      return {
        on: {
          initialize(request) {
            answer = () => stage.behave('initialize', request)
            stage.send({ jsonrpc: '2.0', id: 'first', method: 'ping' })
          },
        },
        answered: () => answer(),
      }
    },
  },
  {
    ...row,
    id: 'talks-before-handshake',
    does: 'logs and tells of changes before the handshake is answered',
    right: 'answer',
    play: (stage) => ({
      start() {
        stage.send(notification('notifications/message', { level: 'info', data: 'starting' }))
        stage.send(notification('notifications/tools/list_changed', {}))
      },
    }),
  },
  {
    ...row,
    id: 'silent-on-discover',
    does: 'speaks the legacy era, and never answers who asks for the modern one',
    right: 'answer',
    play: () => ({ on: { 'server/discover': () => undefined } }),
  },
  {
    ...row,
    id: 'nonsense-on-discover',
    does: 'speaks the legacy era, and answers who asks for the modern one with nonsense',
    right: 'answer',
    play: (stage) => ({ on: { 'server/discover': (request) => stage.reply(request, {}) } }),
  },
  {
    ...row,
    id: 'exits-on-discover',
    does: 'speaks the legacy era, and exits when it is asked for the modern one',
    right: 'answer',
    play: (stage) => ({ on: { 'server/discover': () => stage.exit(1) } }),
  },
]

const METHODS = ['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover']
