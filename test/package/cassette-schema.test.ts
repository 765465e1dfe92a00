/** The shipped schema of a cassette accepts every line that is written, and refuses what the parser refuses; its document lists its fields. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/base/index.js'
import {
  changeLine,
  FIELD_ORDER,
  headerLine,
  readHeader,
  readLine,
  recordingLine,
} from '../../src/recording/cassette/cassette-lines.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { markdownRows } from '../architecture/markdown-table.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { key, recording } from '../contract/recording-store.contract.js'

const schema = parseJson(
  readFileSync(join(PROJECT_ROOT, 'schemas/cassette.schema.json'), 'utf8'),
  'the schema',
)
const compilation = createSchemaCompiler().compile(schema)

const WHOLE = recording({
  ...{ key: key(1), serverVersion: '1.0.0', launch: 'sha256:launch', capabilities: { roots: {} } },
  written: { body: '{ }', beside: '{ "extra": 1.0 }' },
  answeredAs: { id: 7 },
  http: { status: 200 },
  between: [
    { atMs: 1, from: 'server', message: { method: 'notifications/message' } },
    { atMs: 2, from: 'client', message: { id: 1, result: {} }, aside: true },
  ],
})
const { response: _, answeredAs: __, written: ___, ...unanswered } = WHOLE

const LINES: readonly [what: string, line: string][] = [
  ['an answered exchange', recordingLine(WHOLE)],
  ['an error', recordingLine({ ...WHOLE, response: { error: { code: 1, message: 'no' } } })],
  ['an answer to an id in another form', recordingLine({ ...WHOLE, answeredAs: { form: 'text' } })],
  ['an exchange that was cut off', recordingLine({ ...unanswered, ended: 'broken' })],
  ['a change', changeLine('demo', 3)],
]

test.each(LINES)(
  'the line of %s, and every line that differs from it by one member, is accepted by schema and parser or by neither',
  (_, line) => {
    const value = parseJson(line, 'the line')

    expect([fits(value), parses(value)]).toEqual([true, true])
    const disagreed = changesOf(value).filter((each) => fits(each) !== parses(each))
    expect(disagreed.map((each) => JSON.stringify(each))).toEqual([])
  },
)

test('the header is accepted by schema and parser, and none that lacks something', () => {
  const salt = 'a'.repeat(32)
  const value = parseJson(headerLine({ salt, isOfCopy: false }), 'the header')
  const ofCopy = parseJson(headerLine({ salt, isOfCopy: true }), 'the header')

  const all = [value, ...changesOf(value)]
  expect(all.filter((each) => fits(each))).toEqual([value])
  expect(all.filter((each) => isHeader(each))).toEqual([value])
  const copies = [ofCopy, ...changesOf(ofCopy)]
  expect(copies.filter((each) => fits(each))).toEqual(copies.filter((each) => isHeader(each)))
  expect([ofCopy, { ...(value as JsonObject), copy: false }].map(fits)).toEqual([true, false])
})

test('lines have all fields of a recording, in an order that never changes', () => {
  const shuffled = Object.fromEntries(Object.entries(WHOLE).reverse())

  expect(recordingLine(shuffled as unknown as typeof WHOLE)).toBe(recordingLine(WHOLE))
  expect(Object.keys(JSON.parse(recordingLine(WHOLE)))).toEqual([...FIELD_ORDER])
  expect(Object.keys(propertiesOf('recording'))).toEqual([...FIELD_ORDER])
})

test('docs/reference/cassette.md lists the fields of each line, in this order', () => {
  const text = readFileSync(join(PROJECT_ROOT, 'docs/reference/cassette.md'), 'utf8')
  const documented = ['The first line', 'An exchange', 'A change'].map((title) =>
    markdownRows(text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '').map(([name = '']) =>
      name.replaceAll('`', ''),
    ),
  )

  expect(documented).toEqual(['header', 'recording', 'change'].map((name) => Object.keys(propertiesOf(name))))
})

function propertiesOf(name: string): JsonObject {
  const defs = isJsonObject(schema) && isJsonObject(schema.$defs) ? schema.$defs : {}
  const found = defs[name]
  return isJsonObject(found) && isJsonObject(found.properties) ? found.properties : {}
}

/** Every value that differs by one member; what servers and clients said is not looked into. */
function changesOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue, i) => changesOf(item).map((each) => value.with(i, each)))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const without = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    const values: JsonValue[] = [null, 1, 1.5, -1, '', 'broken', 'answered', [], {}, true]
    const inner = ['params', 'capabilities', 'http', 'message', 'result'].includes(name)
      ? []
      : changesOf(member)
    return [
      without,
      { ...without, [`${name}s`]: member },
      ...[...values, ...inner].map((each) => ({ ...value, [name]: each })),
    ]
  })
}

function fits(value: JsonValue): boolean {
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(value).length === 0
}

function parses(value: JsonValue): boolean {
  try {
    readLine(JSON.stringify(value), 'line 2')
    return true
  } catch {
    return false
  }
}

function isHeader(value: JsonValue): boolean {
  try {
    readHeader(JSON.stringify(value), 'a.jsonl')
    return true
  } catch {
    return false
  }
}
