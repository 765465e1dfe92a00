import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsOf } from '../../test/steps.js'
import { jsonOf, repeatedMembers } from './document-node.js'
import { type DocumentFormat, documentFormat, parseDocument } from './parse-document.js'

function read(text: string, format: DocumentFormat, limits: { maxLength?: number; maxDepth?: number } = {}) {
  const parsing = parseDocument(text, { format, ...limits })
  return parsing.kind === 'broken'
    ? `${parsing.line}:${parsing.column} ${parsing.message}`
    : jsonOf(parsing.root)
}

test('parser reads the same value from JSON, JSON with comments and YAML', () => {
  const text = '{"a": [1, -2.5e3, true, null, "x\\u0041"], "b": {}}'

  const values = (['json', 'json-with-comments', 'yaml'] as const).map((format) => read(text, format))

  expect(values).toEqual(Array(3).fill({ a: [1, -2500, true, null, 'xA'], b: {} }))
})

test('parser reads any JSON value as JSON.parse does, and never as a prototype', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value)

      expect(JSON.stringify(read(text, 'json'))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 200 },
  )
  expect(Object.keys(Object(read('{"__proto__": {"x": 1}}', 'json')))).toEqual(['__proto__'])
  expect(Object.keys(Object(read('__proto__: {x: 1}', 'yaml')))).toEqual(['__proto__'])
})

test.each<[string, DocumentFormat, string]>([
  ['', 'json', '1:1 the text is empty'],
  [' \n', 'json-with-comments', '2:1 the text is empty'],
  ['# nothing', 'yaml', '1:1 the text is empty'],
  ['{"a": 1\n "b": 2}', 'json', '2:2 comma expected, found "\\"b\\""'],
  ['{"a": 1', 'json', '1:8 close brace expected, found the end of the text'],
  ['{"a": 1 // x\n}', 'json', '1:9 invalid comment token, found "// x"'],
  ['{"a": 1,}', 'json', '1:9 property name expected, found "}"'],
  ['{"a": 1e999}', 'json', '1:7 a number that JSON cannot hold'],
  ['["\\ud800"]', 'json', '1:2 text with half a surrogate pair'],
  ['a: .nan', 'yaml', '1:4 a number that JSON cannot hold'],
  ['a: &x 1\nb: *x', 'yaml', '2:4 an alias (*x), which is not supported: write the value out'],
  ['a: !!binary aGk=', 'yaml', '1:13 a tag (tag:yaml.org,2002:binary), which is not supported'],
  ['? [1]\n: 2', 'yaml', '1:1 a key that is no plain text'],
  ['--- 1\n--- 2', 'yaml', '2:1 a second document begins'],
  ['a:\n\t- b', 'yaml', '2:1 Tabs are not allowed as indentation'],
])('parser says of %j (%s): %s', (text, format, problem) => {
  expect(read(text, format)).toBe(problem)
})

test('parser allows comments and trailing commas only where they are asked for', () => {
  expect(read('{ // why\n "a": [1,], }', 'json-with-comments')).toEqual({ a: [1] })
})

test('parser counts lines after a byte order mark and with any line ending', () => {
  expect(read('\ufeff{\r\n\r "a" 1}', 'json')).toBe('3:6 colon expected, found "1"')
})

test('parser keeps its limits of length and depth', () => {
  expect(read('[1,2,3]', 'json', { maxLength: 6 })).toBe('1:1 7 characters are more than the limit of 6')
  expect(read('[1,2,3]', 'json', { maxLength: 7 })).toEqual([1, 2, 3])
  expect(read('[[1]]', 'yaml', { maxDepth: 1 })).toBe('1:3 nested too deeply')
  expect(read('[[1]]', 'yaml', { maxDepth: 2 })).toEqual([[1]])
})

test.each<DocumentFormat>(['json', 'json-with-comments', 'yaml'])(
  'parser survives 100,000 brackets in %s',
  (format) => {
    expect(read('['.repeat(100_000), format)).toEqual(expect.stringMatching(/^\d+:\d+ ./))
  },
)

test('parser never throws, whatever the text', () => {
  const shards = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    "'",
    '\n',
    ' ',
    '- ',
    'a',
    '1',
    '&x',
    '*x',
    '!',
    '|',
    '>',
    '#',
    '\\u00',
    '//',
    '/*',
    '\u2028',
    '\t',
    '%',
    '---',
  )
  const text = fc.array(fc.oneof(shards, fc.string()), { maxLength: 30 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      text,
      fc.constantFrom<DocumentFormat>('json', 'json-with-comments', 'yaml'),
      (source, format) => {
        expect(['document', 'broken']).toContain(parseDocument(source, { format }).kind)
      },
    ),
    { numRuns: 500 },
  )
})

test('parser keeps both of two members with one name, and names the second', () => {
  for (const format of ['json', 'yaml'] as const) {
    const parsing = parseDocument('{"a": {"b": 1, "b": 2}, "c": {"b": 3}}', { format })

    const repeated = parsing.kind === 'document' ? repeatedMembers(parsing.root) : []

    expect(repeated.map(({ key, offset }) => [key, offset])).toEqual([['b', 15]])
  }
})

test('parser reads the keys of YAML in steps that do not grow with their square', async () => {
  const text = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join('')

  const few = await stepsOf(() => read(text(500), 'yaml'))
  const many = await stepsOf(() => read(text(2_000), 'yaml'))

  expect(many / few).toBeLessThan(5)
  expect(Object.keys(Object(read(text(2_000), 'yaml')))).toHaveLength(2_000)
})

test.each<[string, string, DocumentFormat]>([
  ['9007199254740993', '{"id": 9007199254740993}', 'json'],
  ['9007199254740993', '{"id": 9007199254740993}', 'json-with-comments'],
  ['9007199254740993', 'list:\n  - id: 9007199254740993\n', 'yaml'],
  ['0.30000000000000000001', 'id: 0.30000000000000000001', 'yaml'],
])(
  'parser tells the number %s, which would be sent as another, where numbers are to be exact',
  (number, text, format) => {
    const parsing = parseDocument(text, { format, exactNumbers: true })

    expect(parsing).toMatchObject({
      kind: 'broken',
      message: expect.stringContaining(`the number ${number}, which`),
    })
    expect(parseDocument(text, { format }).kind).toBe('document')
  },
)

test('parser takes what JavaScript holds, and texts of digits', () => {
  const text = 'a: [9007199254740992, 0.1, 0.1000, 1e300]\nb: "9007199254740993"\n'

  expect(parseDocument(text, { format: 'yaml', exactNumbers: true }).kind).toBe('document')
})

test('format follows the name of the file, else the first character', () => {
  expect(
    [
      ['a.yaml', '{'],
      ['a.YML', '{'],
      ['a.json', 'a:'],
      ['-', ' {'],
      ['-', '\ufeff['],
      ['-', 'tasks:'],
    ].map(([name = '', text = '']) => documentFormat(name, text)),
  ).toEqual(['yaml', 'yaml', 'json', 'json', 'json', 'yaml'])
})
