/** Servers of the modern era. */
import { DEADLINE_MS, PROMPT_MS, type Request, type StagedRow, textResult } from '../row.js'

const row = { era: 'modern', deadlineMs: DEADLINE_MS } as const

export const MODERN_ROWS: readonly StagedRow[] = [
  {
    ...row,
    id: 'modern-healthy',
    does: 'does nothing wrong',
    right: 'answer',
    play: () => ({}),
  },
  {
    ...row,
    id: 'modern-nonsense-on-discover',
    does: 'answers server/discover with a result that says nothing',
    right: 'either',
    play: (stage) => ({ on: { 'server/discover': (request) => stage.reply(request, {}) } }),
  },
  {
    ...row,
    id: 'modern-silent-on-discover',
    does: 'never answers server/discover',
    right: 'either',
    play: () => ({ on: { 'server/discover': () => undefined } }),
  },
  {
    ...row,
    id: 'modern-other-revision',
    does: 'supports one revision, of the far future',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play(stage) {
      const refuse = ({ id = null }: Request): void => {
        const data = { supported: ['2099-01-01'], requested: '2026-07-28' }
        stage.send({ jsonrpc: '2.0', id, error: { code: -32022, message: 'Unsupported version', data } })
      }
      return { on: { 'server/discover': refuse, 'tools/list': refuse, 'tools/call': refuse } }
    },
  },
  {
    ...row,
    id: 'modern-missing-capability',
    does: 'answers the call with the error that a capability of the client is missing',
    right: 'error',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({
      on: { 'tools/call': (request) => stage.refuse(request, -32021, 'This tool needs sampling') },
    }),
  },
  {
    ...row,
    id: 'modern-no-result-type',
    does: 'leaves resultType out of the answer, as earlier revisions do',
    right: 'either',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          const { result, ...envelope } = stage.rightResponse(request)
          const { resultType: _, ...rest } = result
          stage.send({ ...envelope, result: rest })
        },
      },
    }),
  },
  {
    ...row,
    id: 'modern-unknown-result-type',
    does: 'answers with a type of result that no revision knows',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call': (request) =>
          stage.reply(request, { ...textResult(stage.wrong), resultType: 'surprise' }),
      },
    }),
  },
  {
    ...row,
    id: 'modern-asks-for-ever',
    does: 'wants to know the roots before it answers, again and again',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call': (request) =>
          stage.reply(request, {
            resultType: 'input_required',
            inputRequests: { roots: { method: 'roots/list', params: {} } },
          }),
      },
    }),
  },
  {
    ...row,
    id: 'modern-asks-nothing',
    does: 'says that it needs input, and not which',
    right: 'error',
    play: (stage) => ({
      on: { 'tools/call': (request) => stage.reply(request, { resultType: 'input_required' }) },
    }),
  },
  {
    ...row,
    id: 'modern-sends-request',
    does: 'sends a request of its own before the answer, which this era does not have',
    right: 'answer',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
          stage.behave('tools/call', request)
        },
      },
    }),
  },
  {
    ...row,
    id: 'modern-banner-on-stdout',
    does: 'prints a banner to standard output before the first message',
    right: 'answer',
    play: (stage) => ({ start: () => stage.write('Torture server v2.0 listening\n') }),
  },
  {
    ...row,
    id: 'modern-unknown-id',
    does: 'answers a request that nobody made, before the answer',
    right: 'answer',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.send({
            jsonrpc: '2.0',
            id: 4711,
            result: { resultType: 'complete', ...textResult(stage.wrong) },
          })
          stage.behave('tools/call', request)
        },
      },
    }),
  },
  {
    ...row,
    id: 'modern-string-ids',
    does: 'answers with the id turned into a string',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call': (request) =>
          stage.reply({ ...request, id: JSON.stringify(request.id) }, textResult(stage.wrong)),
      },
    }),
  },
  {
    ...row,
    id: 'modern-silent-call',
    does: 'never answers the call',
    right: 'error',
    play: () => ({ on: { 'tools/call': () => undefined } }),
  },
  {
    ...row,
    id: 'modern-dies-during-call',
    does: 'dies at every call, by SIGKILL',
    right: 'error',
    play: (stage) => ({ on: { 'tools/call': () => stage.dieBySignal() } }),
  },
  {
    ...row,
    id: 'modern-ignores-sigterm',
    does: 'goes on when its standard input ends, and when it gets SIGTERM',
    right: 'answer',
    play: (stage) => ({
      start() {
        stage.outliveInput()
        stage.ignoreSigterm()
      },
    }),
  },
]
