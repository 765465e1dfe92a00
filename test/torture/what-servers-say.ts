/** What the server of each row says, word for word, to a client that says `DIALOGUE` or `MODERN_DIALOGUE` in one go. */
import type { JsonObject, JsonValue } from '../../src/base/index.js'
import type { Hearing } from './hear-server.js'

export interface Said extends Partial<Hearing> {
  /** All of standard output, as JSON; a line that is none as its text. */
  readonly lines: readonly (JsonValue | Unparsed)[]
  /** Exit code or signal; default 0. */
  readonly end?: number | string
  readonly stderr?: string
  /** Only the beginning is held against `lines`: there is no end. */
  readonly isEndless?: true
}

/** A line that is not JSON. */
interface Unparsed {
  readonly text: string
}

const ECHO = {
  name: 'echo',
  description: 'Says what it is told',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
}
const SELF = { name: 'torture', version: '1.0.0' }
const HI = { name: 'echo', arguments: { message: 'hi' } }

export const DIALOGUE: readonly JsonObject[] = [
  request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: SELF }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  request(2, 'tools/list'),
  request(3, 'tools/call', HI),
]

const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
export const MODERN_DIALOGUE: readonly JsonObject[] = [
  request(1, 'server/discover', { _meta }),
  request(2, 'tools/list', { _meta }),
  request(3, 'tools/call', { ...HI, _meta }),
]

const INIT = result(1, {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true }, logging: {} },
  serverInfo: SELF,
})
const LIST = result(2, { tools: [ECHO] })
const OPENED = [INIT, LIST]
const ANSWER = result(3, text('hi right'))
const WELL = [...OPENED, ANSWER]

const LASTING = { ttlMs: 0, cacheScope: 'public' }
const DISCOVERED = complete(1, {
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  _meta: { 'io.modelcontextprotocol/serverInfo': SELF },
  ...LASTING,
})
const MODERN_LIST = complete(2, { tools: [ECHO], ...LASTING })
const MODERN_OPENED = [DISCOVERED, MODERN_LIST]
const MODERN_ANSWER = complete(3, text('hi right'))

const WRONG = text('wrong')
const STRANGE = { 'com.example/strange': { deep: [1, null] } }
const LOG = { level: 'info', data: 'working' }

/** A server that goes on when standard input has ended, one that also survives SIGTERM, and one that does not even read. */
const LIVES_ON = { livesOn: true, stderr: 'I live on\n', thenKill: 'SIGTERM', end: 'SIGTERM' } as const
const STUBBORN = { ...LIVES_ON, survivesSigterm: true, thenKill: 'SIGKILL', end: 'SIGKILL' } as const
const DEAF_WORDS = 'I read nothing any more\n'
const DEAF = { untilStderr: DEAF_WORDS, stderr: DEAF_WORDS, thenKill: 'SIGTERM', end: 'SIGTERM' } as const

export const SAID: Readonly<Record<string, Said>> = {
  healthy: { lines: WELL },
  'exits-at-once': { lines: [] },
  'dies-at-start': { lines: [], end: 3, stderr: 'cannot find my configuration\n' },
  silent: { lines: [] },
  'slow-start': { lines: [LIST, ANSWER, INIT] },
  'initialize-error': { lines: [error(1, -32603, 'this server needs a licence'), LIST, ANSWER] },
  'initialize-nonsense': { lines: [result(1, {}), LIST, ANSWER] },
  'wrong-revision': {
    lines: [
      result(1, { capabilities: { tools: {} }, serverInfo: SELF, protocolVersion: '1999-01-01' }),
      LIST,
      ANSWER,
    ],
  },
  'awaits-initialized': {
    send: [...DIALOGUE.slice(0, 1), ...DIALOGUE.slice(2), ...DIALOGUE.slice(1)],
    lines: [INIT, error(2, -32002, 'Not initialized'), error(3, -32002, 'Not initialized'), LIST, ANSWER],
  },
  'pings-first': {
    send: [request(1, 'initialize', { protocolVersion: '2025-11-25' }), result('first', {})],
    lines: [request('first', 'ping'), INIT],
  },
  'talks-before-handshake': {
    lines: [
      notification('notifications/message', { level: 'info', data: 'starting' }),
      notification('notifications/tools/list_changed', {}),
      ...WELL,
    ],
  },
  'silent-on-discover': { send: [request(0, 'server/discover'), ...DIALOGUE], lines: WELL },
  'nonsense-on-discover': {
    send: [request(0, 'server/discover'), ...DIALOGUE],
    lines: [result(0, {}), ...WELL],
  },
  'exits-on-discover': { send: [request(0, 'server/discover')], lines: [], end: 1 },

  'banner-on-stdout': { lines: [{ text: 'Torture server v1.0 listening' }, ...WELL] },
  'banner-before-reply': {
    lines: [debugLine(), INIT, debugLine(), debugLine(), LIST, debugLine(), ANSWER],
  },
  'json-on-stdout': {
    lines: [
      ...[...jsonNoise(), INIT],
      ...jsonNoise(),
      ...[...jsonNoise(), LIST],
      ...[...jsonNoise(), ANSWER],
    ],
  },
  'blank-lines': {
    lines: [...[...blank(), INIT], ...blank(), ...[...blank(), LIST], ...[...blank(), ANSWER]],
  },
  'echoes-input': {
    lines: [...DIALOGUE.slice(0, 1), INIT, ...DIALOGUE.slice(1, 3), LIST, ...DIALOGUE.slice(3), ANSWER],
  },
  'invalid-utf8': { lines: [...OPENED, { text: '{"\ufffd\ufffd"}' }, ANSWER] },
  'torn-utf8': { lines: [...OPENED, result(3, text('hi žluťoučký 🐎 right'))] },
  crlf: { lines: [...OPENED, { text: `${JSON.stringify(ANSWER)}\r` }] },
  'line-separators': { lines: [...OPENED, result(3, text('hi a\u2028b\u2029c\u0085d right'))] },
  'huge-line': {
    lines: [
      ...OPENED,
      result(3, { ...text('hi right'), _meta: { 'com.example/padding': 'x'.repeat(4_000_000) } }),
    ],
  },
  'deep-json': { lines: [...OPENED, { text: deepAnswer() }] },
  'many-in-one-write': {
    lines: [...OPENED, ...Array(100).fill(notification('notifications/message', LOG)), ANSWER],
  },
  'pretty-printed': {
    lines: [
      ...OPENED,
      ...JSON.stringify(ANSWER, null, 2)
        .split('\n')
        .map((line) => ({ text: line })),
    ],
  },
  'no-line-feed': { lines: [...OPENED, { text: JSON.stringify(ANSWER) }], feeds: 2 },
  'prompt-before-reply': { lines: [...OPENED, { text: `ready> ${JSON.stringify(ANSWER)}` }] },
  'byte-order-mark': { lines: [{ text: `\ufeff${JSON.stringify(INIT)}` }, LIST, ANSWER] },
  'endless-line': {
    lines: OPENED,
    isEndless: true,
    characters: 2_500_000,
    thenKill: 'SIGTERM',
    end: 'SIGTERM',
  },
  'floods-stderr': {
    lines: WELL,
    stderr: Array.from({ length: 1000 }, (_, n) => `${n} ${'x'.repeat(1000)}\n`).join(''),
  },
  'floods-stdout': {
    lines: [
      ...OPENED,
      ...Array.from({ length: 10_000 }, (_, n) =>
        notification('notifications/message', { level: 'info', data: n }),
      ),
      ANSWER,
    ],
  },

  'paged-tools': {
    send: [
      ...DIALOGUE,
      request(4, 'tools/list', { cursor: '2' }),
      request(5, 'tools/list', { cursor: '3' }),
      request(6, 'tools/call', HI),
    ],
    lines: [
      INIT,
      result(2, { tools: [], nextCursor: '2' }),
      error(3, -32602, 'the list was not read to its end'),
      result(4, { tools: [], nextCursor: '3' }),
      result(5, { tools: [ECHO] }),
      result(6, text('hi right')),
    ],
  },
  'endless-paging': {
    send: [request(2, 'tools/list'), request(3, 'tools/list', { cursor: 'again' })],
    lines: [2, 3].map((id) => result(id, { tools: [ECHO], nextCursor: 'again' })),
  },
  'endless-fresh-paging': {
    send: [request(2, 'tools/list'), request(3, 'tools/list', { cursor: '1' })],
    lines: [2, 3].map((id) => result(id, { tools: [ECHO], nextCursor: String(id - 1) })),
  },
  'list-error': { lines: [INIT, error(2, -32603, 'the list is lost'), ANSWER] },
  'silent-list': { lines: [INIT, ANSWER] },
  'no-list': { lines: [INIT, result(2, {}), ANSWER] },
  'broken-tools': {
    lines: [INIT, result(2, { tools: [{ inputSchema: {} }, { name: 'no-schema' }, ECHO] }), ANSWER],
  },
  'changes-for-ever': {
    lines: [INIT, LIST, notification('notifications/tools/list_changed', {}), ANSWER],
  },

  'duplicate-response': { lines: [...WELL, result(3, WRONG)] },
  'unknown-id': { lines: [...OPENED, result(4711, WRONG), ANSWER] },
  'earlier-id': { lines: [...OPENED, result(1, WRONG), ANSWER] },
  'null-id': { lines: [...OPENED, result(null, WRONG), ANSWER] },
  'error-without-id': {
    lines: [...OPENED, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } }, ANSWER],
  },
  'string-ids': { lines: [...OPENED, result('3', WRONG)] },
  'another-id': { lines: [...OPENED, result(4, WRONG)] },
  'result-and-error': {
    lines: [...OPENED, { ...result(3, WRONG), error: { code: -32603, message: 'or not' } }],
  },
  neither: { lines: [...OPENED, { jsonrpc: '2.0', id: 3 }] },
  'null-result': { lines: [...OPENED, { jsonrpc: '2.0', id: 3, result: null }] },
  'error-as-text': { lines: [...OPENED, { jsonrpc: '2.0', id: 3, error: 'it broke' }] },
  'missing-content': { lines: [...OPENED, result(3, { structuredContent: { ok: true } })] },
  'content-as-text': { lines: [...OPENED, result(3, { content: 'wrong' })] },
  'rpc-error': { lines: [...OPENED, error(3, -32603, 'wrong')] },
  'tool-error': { lines: [...OPENED, result(3, { ...WRONG, isError: true })] },
  'breaks-output-schema': {
    lines: [INIT, counting(), result(3, { ...text('hi right'), structuredContent: { count: 'three' } })],
  },
  'missing-structure': { lines: [INIT, counting(), ANSWER] },
  'unknown-content': {
    lines: [...OPENED, withContent({ type: 'hologram', data: 'aGk=' })],
  },
  'every-kind-of-content': {
    lines: [
      ...OPENED,
      withContent(
        { type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png' },
        { type: 'audio', data: 'YXVkaW8=', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'file:///note.md', name: 'note' },
        { type: 'resource', resource: { uri: 'file:///note.md', text: 'a note' } },
      ),
    ],
  },
  'unknown-fields': {
    lines: [
      INIT,
      result(2, { tools: [{ ...ECHO, ...STRANGE }], ...STRANGE }),
      result(3, { content: [{ type: 'text', text: 'hi right', ...STRANGE }], ...STRANGE }),
    ],
  },
  'unknown-envelope': { lines: [...OPENED, { ...ANSWER, ...STRANGE }] },
  batch: { lines: [...OPENED, [ANSWER]] },

  'log-before-reply': {
    lines: [...OPENED, notification('notifications/message', { level: 'info', data: 'wrong' }), ANSWER],
  },
  'strange-notifications': {
    lines: [
      ...OPENED,
      notification('notifications/surprise', { text: 'wrong' }),
      notification('notifications/progress', { progressToken: 'nobody', progress: 1 }),
      notification('notifications/cancelled', { requestId: 4711 }),
      ANSWER,
    ],
  },
  'asks-during-call': {
    send: [...DIALOGUE, ...[1, 2, 3, 4, 5].map((id) => result(id, {}))],
    lines: [
      ...OPENED,
      request(1, 'ping'),
      request(2, 'roots/list'),
      request(3, 'sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
        maxTokens: 10,
      }),
      request(4, 'elicitation/create', {
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      }),
      request(5, 'com.example/strange'),
      ANSWER,
    ],
  },
  'pings-for-ever': {
    send: [...DIALOGUE, result('ping-1', {}), result('ping-2', {})],
    lines: [...OPENED, ...[1, 2, 3].map((n) => request(`ping-${n}`, 'ping'))],
  },
  'progress-for-ever': {
    lines: [
      ...OPENED,
      ...[1, 2, 3].map((progress) => notification('notifications/progress', { progressToken: 3, progress })),
    ],
    isEndless: true,
    thenKill: 'SIGTERM',
    end: 'SIGTERM',
  },
  'silent-call': { lines: OPENED },
  'late-reply': {
    send: [...DIALOGUE, notification('notifications/cancelled', { requestId: 3 })],
    lines: [...OPENED, result(3, WRONG)],
  },

  'dies-during-call': {
    lines: [...OPENED, { text: JSON.stringify(ANSWER).slice(0, -20) }],
    stderr: 'out of cheese\n',
    end: 'SIGKILL',
  },
  'dies-between-calls': { send: DIALOGUE.slice(0, 3), lines: OPENED, end: 5 },
  'closes-stdout': { lines: OPENED, ...LIVES_ON },
  'closes-stdin': { lines: OPENED, ...DEAF, later: [request(4, 'ping')], isDeaf: true },
  'stops-reading': {
    send: DIALOGUE.slice(0, 2),
    lines: [INIT],
    ...DEAF,
    later: DIALOGUE.slice(2),
  },
  'ends-on-sigterm': { lines: WELL, ...LIVES_ON },
  'ignores-sigterm': { lines: [...WELL, result('ping', {})], feeds: 3, ...STUBBORN },
  'refuses-and-stays': {
    lines: [error(1, -32603, 'no licence'), LIST, ANSWER, result('ping', {})],
    feeds: 3,
    ...STUBBORN,
  },
  'last-words': { lines: [...WELL, ...Array(1000).fill({ text: 'bye '.repeat(250) })], feeds: 3 },
  'starts-grandchild': { lines: WELL },

  'modern-healthy': { lines: [...MODERN_OPENED, MODERN_ANSWER] },
  'modern-nonsense-on-discover': { lines: [complete(1, {}), MODERN_LIST, MODERN_ANSWER] },
  'modern-silent-on-discover': { lines: [MODERN_LIST, MODERN_ANSWER] },
  'modern-other-revision': {
    lines: [1, 2, 3].map((id) => ({
      jsonrpc: '2.0',
      id,
      error: {
        code: -32022,
        message: 'Unsupported version',
        data: { supported: ['2099-01-01'], requested: '2026-07-28' },
      },
    })),
  },
  'modern-missing-capability': {
    lines: [...MODERN_OPENED, error(3, -32021, 'This tool needs sampling')],
  },
  'modern-no-result-type': { lines: [...MODERN_OPENED, ANSWER] },
  'modern-unknown-result-type': {
    lines: [...MODERN_OPENED, result(3, { resultType: 'surprise', ...WRONG })],
  },
  'modern-asks-for-ever': {
    lines: [
      ...MODERN_OPENED,
      result(3, {
        resultType: 'input_required',
        inputRequests: { roots: { method: 'roots/list', params: {} } },
      }),
    ],
  },
  'modern-asks-nothing': { lines: [...MODERN_OPENED, result(3, { resultType: 'input_required' })] },
  'modern-sends-request': { lines: [...MODERN_OPENED, request(1, 'ping'), MODERN_ANSWER] },
  'modern-banner-on-stdout': {
    lines: [{ text: 'Torture server v2.0 listening' }, ...MODERN_OPENED, MODERN_ANSWER],
  },
  'modern-unknown-id': { lines: [...MODERN_OPENED, complete(4711, WRONG), MODERN_ANSWER] },
  'modern-string-ids': { lines: [...MODERN_OPENED, complete('3', WRONG)] },
  'modern-silent-call': { lines: MODERN_OPENED },
  'modern-dies-during-call': { lines: MODERN_OPENED, end: 'SIGKILL' },
  'modern-ignores-sigterm': {
    lines: [...MODERN_OPENED, MODERN_ANSWER, error('ping', -32602, 'The request has no metadata')],
    feeds: 3,
    ...STUBBORN,
  },
}

function request(id: JsonValue, method: string, params?: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }
}

function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params }
}

function result(id: JsonValue, value: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result: value }
}

function complete(id: JsonValue, value: JsonObject): JsonObject {
  return result(id, { resultType: 'complete', ...value })
}

function error(id: JsonValue, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function text(said: string): JsonObject {
  return { content: [{ type: 'text', text: said }] }
}

function withContent(...before: readonly JsonObject[]): JsonObject {
  return result(3, { content: [...before, { type: 'text', text: 'hi right' }] })
}

function counting(): JsonObject {
  const outputSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] }
  return result(2, { tools: [{ ...ECHO, outputSchema }] })
}

function debugLine(): Unparsed {
  return { text: 'DEBUG handling a message' }
}

function jsonNoise(): readonly JsonValue[] {
  return [{ level: 'info', msg: 'called' }, [], 7, null]
}

function blank(): readonly Unparsed[] {
  return [{ text: '' }, { text: '  ' }, { text: '\r' }]
}

function deepAnswer(): string {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const block = '{"content":[{"type":"text","text":"hi right"}]}'
  return `{"jsonrpc":"2.0","id":3,"result":${block.replace('"content"', `"_meta":{"com.example/deep":${deep}},"content"`)}}`
}
