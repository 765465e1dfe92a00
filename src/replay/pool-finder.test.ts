/** No request is ever given the answer of another one. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recordedCall } from '../../test/fixtures/recorded-exchange.js'
import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../base/index.js'
import { createRedactor } from '../recording/index.js'
import type { ServiceRequest } from '../server/index.js'
import { createPoolFinder } from './pool-finder.js'
import { createRecordingIndex } from './recording-index.js'

const SECRET = 'correct-horse-battery-staple'
const redactor = createRedactor({ secrets: [SECRET], salt: '00' })
const client = { capabilities: {} }
const connection = { id: 'one', closed: new AbortController().signal, notify: () => undefined }

/** Few and alike, so that calls meet: names of prototypes, numbers as text, secrets, places that are empty. */
const leaf = fc.constantFrom<JsonValue>(null, 0, 1, '0', '1', '', 'null', SECRET, `${SECRET}!`, false, [], {})
const key = fc.constantFrom('a', 'b', '0', '_meta', '__proto__', 'constructor')
const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }), fc.dictionary(key, leaf, { maxKeys: 2 }))
const params: fc.Arbitrary<JsonObject> = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'a b', '["a"]'),
    arguments: fc.dictionary(key, value, { maxKeys: 2 }),
    requestState: fc.constantFrom('s', 't'),
  },
  { requiredKeys: ['name'] },
)

it('a replay finds every recorded call, and no other in its place', () => {
  fc.assert(
    fc.property(
      fc.array(params, { maxLength: 8 }),
      fc.array(params, { maxLength: 8 }),
      (recorded, others) => {
        const recordings = recorded.map((each, i) =>
          recordedCall('x', undefined, String(i), { params: redactor.redact(each), revision: '2025-11-25' }),
        )
        const finder = createPoolFinder(
          createRecordingIndex(recordings, () => []),
          redactor,
        )

        for (const asked of [...recorded, ...others, ...recorded]) {
          const found = finder.for(requestOf(asked)).map(({ recording }) => recording)
          expect(found).toEqual(recordings.filter((_, i) => isSameCall(recorded[i], asked)))
        }
      },
    ),
  )
})

function requestOf(asked: JsonObject): ServiceRequest {
  return { method: 'tools/call', params: asked, era: 'legacy', revision: '2025-11-25', client, connection }
}

function isSameCall(a: JsonObject | undefined, b: JsonObject): boolean {
  return isJsonObject(a) && isSameJson(a, b)
}
