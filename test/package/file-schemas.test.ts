/** The shipped schemas of files that people write accept exactly what their parsers accept. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonValue, parseJson, UsageError } from '../../src/base/index.js'
import { parseSettings, parseStubsFile } from '../../src/config/index.js'
import { parsePolicy } from '../../src/policy/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'

const FORMATS: readonly FileFormat[] = [
  {
    name: 'stubs',
    parse: (value) => parseStubsFile(JSON.stringify(value), 'stubs.json', createSchemaCompiler()),
    whole: [
      { tool: 'files:read', arguments: { path: 'a' }, result: null, times: 2 },
      { tool: 'files:write', error: 'disk full' },
      { tool: 'files:move', rpc_error: { code: -32602, message: 'no', data: [1] } },
      {
        tool: 'files:list',
        exact_arguments: {},
        argument_patterns: { path: '^a' },
        arguments_schema: { required: ['path'] },
        sequence: [
          { result: 1, delay_ms: 0.5 },
          { content: [{ type: 'text', text: 'a' }], structured: [], is_error: true },
        ],
        when_used_up: 'error',
      },
    ],
    nearMisses: [
      {},
      ['text'],
      [{ tool: 'files:read' }],
      [{ result: 1 }],
      [{ tool: 'read', result: 1 }],
      [{ tool: ':read', result: 1 }],
      [{ tool: 'files:', result: 1 }],
      [{ tool: 'files:read', result: 1, error: 'x' }],
      [{ tool: 'files:read', error: 1 }],
      [{ tool: 'files:read', result: 1, times: 0 }],
      [{ tool: 'files:read', result: 1, times: 1.5 }],
      [{ tool: 'files:read', result: 1, arguments: [] }],
      [{ tool: 'files:read', result: 1, extra: 1 }],
      [{ tool: 'files:read', rpc_error: { code: 1.5, message: '' } }],
      [{ tool: 'files:read', sequence: [] }],
      [{ tool: 'files:read', sequence: [{ result: 1, times: 1 }] }],
      [{ tool: 'files:read', sequence: [{ result: 1 }], delay_ms: 1 }],
      [{ tool: 'files:read', content: [{}] }],
      [{ tool: 'files:read', delay_ms: 2 ** 31, result: 1 }],
      [{ tool: 'files:read', rpc_error: { code: 1, message: '', extra: 1 } }],
    ],
  },
  {
    name: 'settings',
    parse: (value) => parseSettings(JSON.stringify(value), 'understudy.config.json'),
    whole: {
      $schema: 'x',
      recordings: {
        ttl: '30 days',
        tools: { 'fs:read_*': { ttl: '90s', ignore: ['/at', '/'] }, '*': { ttl: 'never' }, 'a:\n': {} },
        redact: { keys: ['customer number'], values: ['abcd'], patterns: ['[0-9]+'], allow: [''] },
      },
      servers: {
        fs: { concurrency: 1, rate: '10/s', sessions: 2 },
        '*': { rate: '5/10 minutes' },
        '': {},
        jira: { live_reads: ['get_*', 'search'], previews: { transition: 'dryRun' } },
        orders: { rehearse: { with: { command: 'orders' }, before: 'createdb x', after: 'dropdb x' } },
      },
    },
    nearMisses: [
      [],
      { recording: {} },
      { recordings: [] },
      { recordings: { ttl: 30 } },
      { recordings: { ttl: '30' } },
      { recordings: { ttl: '30d ' } },
      { recordings: { tools: [] } },
      { recordings: { tools: { read: {} } } },
      { recordings: { tools: { 'fs:': {} } } },
      { recordings: { tools: { '**': {} } } },
      { recordings: { tools: { '*': { ignore: '/a' } } } },
      { recordings: { tools: { '*': { ignore: ['a'] } } } },
      { recordings: { tools: { '*': { ttl: '1d', tll: '1d' } } } },
      { recordings: { redact: { key: [] } } },
      { recordings: { redact: { keys: [''] } } },
      { recordings: { redact: { values: ['abc'] } } },
      { recordings: { redact: { patterns: [1] } } },
      { servers: [] },
      { servers: { fs: 1 } },
      { servers: { fs: { concurrency: 0 } } },
      { servers: { fs: { concurrency: '2' } } },
      { servers: { fs: { sessions: 1.5 } } },
      { servers: { fs: { sessions: 2 ** 53 } } },
      { servers: { fs: { rate: 10 } } },
      { servers: { fs: { rate: '0/s' } } },
      { servers: { fs: { rate: '10/never' } } },
      { servers: { fs: { rates: '10/s' } } },
      { servers: { fs: { live_reads: 'get' } } },
      { servers: { fs: { live_reads: ['*'] } } },
      { servers: { fs: { live_reads: ['**'] } } },
      { servers: { fs: { live_reads: ['get issue'] } } },
      { servers: { fs: { previews: ['a'] } } },
      { servers: { fs: { previews: { a: '' } } } },
      { servers: { fs: { previews: { 'a*': 'dry' } } } },
      { servers: { fs: { rehearse: {} } } },
      { servers: { fs: { rehearse: { with: { command: 'x' }, before: ' ' } } } },
      { servers: { fs: { rehearse: { with: { command: 'x' }, during: 'x' } } } },
    ],
  },
  {
    name: 'policy',
    parse: (value) => parsePolicy(value, 'the policy'),
    whole: {
      rules: [
        { tools: 'fs:read_*', effect: 'read', reversible: 'yes', decision: 'allow' },
        { tools: 'fs:\n', decision: 'deny' },
        { tools: '*', effect: 'unknown' },
        { tools: '*', decision: 'ask', when_effect: ['write', 'destructive', 'external', 'unknown'] },
      ],
      validation: 'strict',
    },
    nearMisses: [
      [],
      {},
      { validation: 'strict' },
      { rules: [], validation: true },
      { rules: {} },
      { rules: [], rule: [] },
      { rules: ['*'] },
      { rules: [{ tools: '*' }] },
      { rules: [{ decision: 'ask', effect: 'read' }] },
      { rules: [{ tools: '**', decision: 'ask' }] },
      { rules: [{ tools: 'read', decision: 'ask' }] },
      { rules: [{ tools: 'fs:', decision: 'ask' }] },
      { rules: [{ tools: '*', decision: 'maybe' }] },
      { rules: [{ tools: '*', efect: 'read' }] },
    ],
  },
]

interface FileFormat {
  readonly name: string
  parse(value: JsonValue): unknown
  readonly whole: JsonValue
  readonly nearMisses: readonly JsonValue[]
}

describe.each(FORMATS)('the schema of a $name file', (format) => {
  const fits = schemaCheck(format.name)

  test('accepts a file with everything in it, and so does the parser', () => {
    expect([fits(format.whole), parses(format, format.whole)]).toEqual([true, true])
  })

  test.each(format.nearMisses.map((value) => [value]))('refuses %j, and so does the parser', (value) => {
    expect([fits(value), parses(format, value)]).toEqual([false, false])
  })

  test('agrees with the parser on whatever is put together from its words', () => {
    fc.assert(
      fc.property(fileOf(format), (value) => fits(value) === parses(format, value)),
      { seed: 3, numRuns: 1000 },
    )
  })
})

function schemaCheck(name: string): (value: JsonValue) => boolean {
  const text = readFileSync(join(PROJECT_ROOT, `schemas/${name}.schema.json`), 'utf8')
  const compilation = createSchemaCompiler().compile(parseJson(text, name))
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  const { schema } = compilation
  expect(schema.unchecked).toEqual([])
  return (value) => schema.check(value).length === 0
}

function parses({ parse }: FileFormat, value: JsonValue): boolean {
  try {
    parse(value)
    return true
  } catch (failure) {
    if (failure instanceof UsageError) return false
    throw failure
  }
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  stubs: [
    ...['tool', 'arguments', 'exact_arguments', 'argument_patterns', 'times', 'when_used_up'],
    ...['result', 'content', 'error', 'rpc_error', 'structured', 'is_error', 'delay_ms'],
    ...['sequence', 'extra'],
  ],
  settings: ['ttl', 'tools', 'redact', 'extra'],
  policy: ['tools', 'effect', 'reversible', 'decision', 'when_effect', 'extra'],
}

const AROUND: Readonly<Record<string, (entry: JsonValue) => JsonValue>> = {
  stubs: (entry) => [entry],
  settings: (entry) => ({ recordings: entry }),
  policy: (entry) => ({ rules: [entry] }),
}

/** A file with one entry of a few members, each with a value that is right somewhere. */
function fileOf({ name }: FileFormat): fc.Arbitrary<JsonValue> {
  const [first = '', ...keys] = KEYS[name] ?? []
  const values: JsonValue[] = [
    ...['a:b', 'a:*', '*', 'read', 'yes', 'ask', '', '30d', 'next', true],
    ...[[{ type: 'text' }], [{ result: 1 }], [{ error: 'x', delay_ms: 1 }]],
    ...[0, 1, 1.5, null, {}, [], { code: 1, message: 'no' }, { code: 1 }, ['/long'], [1], ['read']],
  ]
  const required = fc.record({ [first]: fc.constantFrom<JsonValue>('a:b', '*', 1) })
  const others = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...values), { maxKeys: 3 })
  return fc.tuple(required, others).map(([own, rest]) => AROUND[name]?.({ ...own, ...rest }) ?? null)
}
