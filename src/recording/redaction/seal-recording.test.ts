import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import type { JsonValue } from '../../base/index.js'
import type { Recording } from '../recording.js'
import { createRedactor } from './redactor.js'
import { sealRecording } from './seal-recording.js'

verifies('recording:one-gate')

const SECRET = 'tulip-9c1f-bulb'
const redactor = createRedactor({ secrets: [SECRET], salt: '00'.repeat(16) })
const seal = (recording: Recording) => sealRecording(recording, redactor)

/** Every member that a message or a recording has, and some that nobody knows. */
const KEYS = [
  ...[
    'jsonrpc',
    'id',
    'method',
    'params',
    'result',
    'error',
    'code',
    'message',
    'data',
    '_meta',
    'progressToken',
  ],
  ...[
    'serverInfo',
    'clientInfo',
    'name',
    'version',
    'title',
    'protocolVersion',
    'capabilities',
    'instructions',
  ],
  ...[
    'tools',
    'inputSchema',
    'outputSchema',
    'properties',
    'enum',
    'default',
    'pattern',
    'description',
    'annotations',
  ],
  ...[
    'content',
    'type',
    'text',
    'mimeType',
    'uri',
    'structuredContent',
    'isError',
    'resource',
    'blob',
    'role',
    'level',
  ],
  ...[
    'status',
    'cursor',
    'nextCursor',
    'resultType',
    'arguments',
    'x-own',
    'io.modelcontextprotocol/serverInfo',
    'odd',
  ],
]
const text = fc.constantFrom(SECRET, `a ${SECRET} b`, `${SECRET}/x`, 'innocent', 'text', '')
const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.constant(`k ${SECRET}`) },
)
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ) as fc.Arbitrary<JsonValue>,
}))
const object = fc.dictionary(key, value, { maxKeys: 5 })
const recording = fc.record({
  ...{ key: fc.constant('0'.repeat(64)), keyVersion: fc.constant(1), principal: fc.constant('me') },
  ...{ server: fc.constant('demo'), serverVersion: text, launch: fc.constant('sha256:0') },
  ...{ revision: text, method: text, params: object, capabilities: object },
  tool: fc.record({ name: text, fingerprint: fc.constant('f'), effect: fc.constant('read' as const) }),
  between: fc.array(fc.record({ atMs: fc.nat(), from: fc.constant('server' as const), message: object }), {
    maxLength: 2,
  }),
  ended: fc.constant('answered' as const),
  response: fc.oneof(
    fc.record({ result: value }),
    fc.record({ error: fc.record({ code: fc.integer(), message: text, data: value }) }),
  ),
  http: fc.record({ anomalies: fc.dictionary(key, text), text }),
  ...{ generation: fc.nat(), recordedAt: fc.constant('2026-01-01T00:00:00.000Z'), durationMs: fc.nat() },
})

it('no field of any message holds a secret that was given', () => {
  fc.assert(
    fc.property(recording, (leaky) => {
      expect(JSON.stringify(seal(leaky))).not.toContain(SECRET)
    }),
    { numRuns: 500 },
  )
})

it('sealing twice changes nothing more, and without secrets nothing at all', () => {
  const none = createRedactor({ secrets: [], salt: '00'.repeat(16) })
  fc.assert(
    fc.property(recording, (leaky) => {
      const sealed = seal(leaky)
      expect(seal(sealed)).toEqual(sealed)
      // What a name tells to be a secret is one without being given.
      const names = /token|cursor|secret|password|key/i.test(JSON.stringify(leaky))
      if (!names) expect(sealRecording(leaky, none)).toEqual(leaky)
    }),
    { numRuns: 300 },
  )
})

it('the version of a server is no exception, whatever it looks like', () => {
  const { serverVersion } = seal({
    ...{ key: '0', keyVersion: 1, server: 's', principal: 'me', revision: '2025-11-25', method: 'ping' },
    ...{ between: [], ended: 'broken', generation: 0, recordedAt: '2026-01-01T00:00:00.000Z', durationMs: 1 },
    serverVersion: `1.0 ghp_${'aB3d'.repeat(9)}`,
  })

  expect(serverVersion).toMatch(/^1\.0 REDACTED_github-token/)
})
