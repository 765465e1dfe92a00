/** What is written as a sequence is what its schema says, and a receipt of its rehearsal keeps to the schema of receipts. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseJson } from '../../src/base/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { readSequence, type Sequence, writeSequence } from '../../src/sequence/index.js'
import { verifies } from '../verifies.js'

verifies('sequence:a-plan')

test('a sequence keeps to its schema, and is read as it was written', () => {
  const sequence: Sequence = {
    format: 'understudy.sequence/2',
    own: { id1: { kind: 'id', session: 'tk_copy1' } },
    only_unmoved: true,
    world: [{ path: '/w/a.txt', kind: 'file', digest: null, call: 2, why: 'call 2 makes it' }],
    steps: [
      {
        server: 'desk',
        tool: 'open',
        promise: { outcome: 'result', value: { id: { $text: [{ own: 'id1' }] } } },
      },
      {
        ...{ server: 'desk', tool: 'write', read: true, together: 3 },
        arguments: { to: { $text: ['for ', { call: 1, pointer: '/id', own: 'id1', first: 7 }] } },
        promise: { outcome: 'tool-error', value: 'no' },
      },
    ],
  }
  const text = writeSequence(sequence)
  const schema = parseJson(
    readFileSync(new URL('../../schemas/sequence.schema.json', import.meta.url), 'utf8'),
    'the schema',
  )
  const compiled = createSchemaCompiler().compile(schema)

  expect(compiled.kind === 'compiled' ? compiled.schema.check(parseJson(text, 'it')) : compiled).toEqual([])
  expect(readSequence(text)).toMatchObject({ kind: 'ready', sequence })
})
