import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { JsonObject } from '../base/index.js'
import type { Tool } from '../protocol/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import { createRegistry } from './create-registry.js'

verifies('registry:names')

function tool(name: string, fields: Partial<Tool> = {}): Tool {
  return { name, inputSchema: { type: 'object' }, ...fields }
}

function registry(servers: Readonly<Record<string, readonly Tool[]>>) {
  return createRegistry(
    Object.entries(servers).map(([server, tools]) => ({ server, tools })),
    createSchemaCompiler(),
  )
}

const files = registry({
  filesystem: [tool('read_file'), tool('write_file'), tool('list_directory')],
  memory: [tool('read_graph'), tool('search_nodes')],
})

describe('a registry', () => {
  it('finds a tool with its compiled schemas and fingerprint', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
    }
    const definition = tool('read_file', {
      inputSchema,
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    })

    const found = registry({ fs: [definition] }).find('fs', 'read_file')

    expect(found).toEqual({
      kind: 'found',
      tool: {
        ref: 'fs:read_file',
        server: 'fs',
        name: 'read_file',
        definition,
        input: { kind: 'compiled', schema: expect.anything() },
        output: { kind: 'compiled', schema: expect.anything() },
        fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    })
  })

  it('has no output for a tool that declares none', () => {
    expect(registry({ fs: [tool('a')] }).tools[0]).not.toHaveProperty('output')
  })

  it.each([
    ['filesystem', 'wirte_file', 'tool', ['filesystem:write_file']],
    ['filesystem', 'readFile', 'tool', ['filesystem:read_file']],
    ['filesytem', 'read_file', 'server', ['filesystem:read_file']],
    ['filesytem', 'reed_file', 'server', ['filesystem:read_file']],
    ['memory', 'write_file', 'tool', ['filesystem:write_file']],
    ['fs', 'search_nodes', 'server', ['memory:search_nodes']],
    ['fs', 'serach_nodes', 'server', ['memory:search_nodes']],
    ['filesystem', 'make_coffee', 'tool', []],
    ['kitchen', 'make_coffee', 'server', []],
    ['constructor', '__proto__', 'server', []],
    ['filesystem', 'toString', 'tool', []],
    ['filesystem', 'x'.repeat(1_000_000), 'tool', []],
  ] as const)('misses %s:%.40s, and suggests what may have been meant', (server, name, what, didYouMean) => {
    expect(files.find(server, name)).toEqual({ kind: 'missing', what, didYouMean })
  })

  it('suggests at most three tools', () => {
    const many = registry({ a: ['get_a', 'get_b', 'get_c', 'get_d'].map((name) => tool(name)) })

    expect(many.find('a', 'get_x')).toMatchObject({ didYouMean: ['a:get_a', 'a:get_b', 'a:get_c'] })
  })

  it('has no findings about tools that are in order', () => {
    expect(files.findings).toEqual([])
  })

  it.each<[string, Readonly<Record<string, readonly Tool[]>>, string, string]>([
    ['a server without tools', { empty: [] }, 'SERVER_WITHOUT_TOOLS', 'Server "empty" lists no tools'],
    [
      'two tools of one name',
      { a: [tool('x'), tool('x', { description: 'second' })] },
      'TOOL_DUPLICATE',
      'Server "a" lists two tools named "x"; the first one counts',
    ],
    [
      'a name outside the rules',
      { a: [tool('do it\u001b[2J')] },
      'TOOL_NAME_UNUSUAL',
      'Server "a" has a tool named "do it\\x1b[2J": the protocol asks for 1 to 128 letters, digits, "_", "-" and "."',
    ],
    [
      'a contradiction',
      { a: [tool('delete_it', { annotations: { readOnlyHint: true, destructiveHint: true } })] },
      'EFFECT_CONTRADICTED',
      'Tool "a:delete_it" contradicts itself: readOnlyHint and destructiveHint are both true',
    ],
  ])('has a warning about %s', (_, servers, code, message) => {
    const { findings, findingsOf } = registry({ ...servers, sound: [tool('x')] })

    expect(findings).toEqual([{ code, severity: 'warning', certain: true, message }])
    expect(findingsOf(Object.keys(servers)[0] ?? '', () => true)).toEqual(findings)
    expect([...findingsOf('sound', () => true), ...findingsOf('unknown', () => true)]).toEqual([])
  })

  it('keeps the first of two tools of one name', () => {
    const { tools } = registry({ a: [tool('x', { title: 'first' }), tool('x', { title: 'second' })] })

    expect(tools.map(({ definition }) => definition.title)).toEqual(['first'])
  })

  it('has a warning about each schema that cannot be admitted, and keeps the tool', () => {
    const broken = tool('x', {
      inputSchema: { type: 'object', $ref: '#/nowhere' },
      outputSchema: { type: 'nonsense' },
    })

    const { findings, tools } = registry({ a: [broken, tool('y')] })

    expect(findings).toEqual([
      {
        code: 'SCHEMA_REFERENCE_UNRESOLVED',
        severity: 'warning',
        certain: true,
        message: expect.stringMatching(/^The input schema of a:x cannot be used: /),
      },
      {
        code: 'SCHEMA_INVALID',
        severity: 'warning',
        certain: true,
        message: expect.stringMatching(/^The output schema of a:x cannot be used: /),
      },
    ])
    expect(tools.map(({ ref, input }) => [ref, input.kind])).toEqual([
      ['a:x', 'refused'],
      ['a:y', 'compiled'],
    ])
  })

  it('has a note about what of a schema is not checked', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '(?=a)b' } },
    }

    expect(registry({ a: [tool('x', { inputSchema })] }).findings).toEqual([
      {
        code: 'SCHEMA_PARTLY_UNCHECKED',
        severity: 'note',
        certain: true,
        message: expect.stringMatching(/^The input schema of a:x is not checked as a whole: /),
      },
    ])
  })

  it('refuses two servers of one name', () => {
    const twice = [
      { server: 'a', tools: [tool('x')] },
      { server: 'a', tools: [tool('y')] },
    ]

    expect(() => createRegistry(twice, createSchemaCompiler())).toThrowError(
      expect.objectContaining({
        name: 'UsageError',
        code: 'DUPLICATE_SERVER',
        message: 'Cannot tell two servers named "a" apart',
        data: { server: 'a' },
      }),
    )
  })

  it.each(['', 'a:b'])('refuses a server named %j', (server) => {
    expect(() => createRegistry([{ server, tools: [] }], createSchemaCompiler())).toThrowError(
      expect.objectContaining({ name: 'UsageError', code: 'USAGE' }),
    )
  })
})
