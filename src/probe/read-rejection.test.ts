import { describe, expect, it } from 'vitest'
import type { Outcome } from '../call/index.js'
import { readRejection } from './read-rejection.js'

const zodIssue = (issue: object): string =>
  `Input validation error: Invalid arguments for tool x: ${JSON.stringify([issue], null, 2)}`

describe('readRejection knows the words of validators', () => {
  it.each([
    ['zod 3 and 4', zodIssue({ code: 'invalid_type', path: ['a', 0], message: 'Required' }), '/a/0'],
    ['a union of zod', zodIssue({ code: 'invalid_union', path: [], unionErrors: [] }), ''],
    ['zod in a sentence', 'Invalid input: expected string, received number at path', ''],
    ['zod 4, pretty', '✖ Too small: expected string to have >=1 characters\n  → at name', ''],
    ['zod 3 in a sentence', 'String must contain at least 1 character(s)', ''],
    ['ajv', "data must have required property 'a'", ''],
    ['ajv on bounds', 'data/limit must be <= 10', ''],
    ['ajv on members', 'data must NOT have additional properties', ''],
    [
      'pydantic',
      '1 validation error for call[get]\na\n  Missing required argument [type=missing_argument, …',
      '',
    ],
    ['pydantic on bounds', 'Input should be less than or equal to 10', ''],
    ['jsonschema', "Input validation error: 'a' is a required property", ''],
    ['jsonschema on types', "5 is not of type 'string'", ''],
    ['jsonschema of Go', 'validating root: required: missing properties: ["a"]', ''],
    ['serde on bounds', 'invalid value: integer `256`, expected u8', ''],
    ['arktype', 'limit must be a number (was null)', ''],
    ['valibot', 'Invalid type: Expected number but received null', ''],
    ['serde', 'failed to deserialize parameters: missing field `a`', ''],
  ])('%s', (_, text, pointer) => {
    expect(readRejection(toolError(text))).toMatchObject({ pointer, isAboutFormat: false })
  })

  it.each(['Invalid params', 'MCP error -32602: Invalid arguments for tool get_x', 'Invalid parameters.'])(
    'error -32602 that says only "%s"',
    (message) => {
      expect(readRejection({ kind: 'rpc-error', code: -32602, message })).toEqual({
        pointer: '',
        isAboutFormat: false,
        isAboutArguments: true,
        members: [],
      })
    },
  )

  it.each([
    ['ajv', 'data/mail must match format "email"'],
    ['zod', zodIssue({ code: 'invalid_format', format: 'email', path: [], message: 'Invalid email' })],
  ])('of formats, which it tells apart: %s', (_, text) => {
    expect(readRejection(toolError(text))?.isAboutFormat).toBe(true)
  })
})

describe('readRejection tells which members a validator names', () => {
  it.each<[string, readonly string[]]>([
    [zodIssue({ code: 'invalid_type', path: ['a', 0], message: 'Required' }), ['a']],
    ['✖ Too small: expected string to have >=1 characters\n  → at name', ['name']],
    ['Invalid input: expected string, received number at filter.path', ['filter']],
    ['data/edits/0/line must be integer', ['edits']],
    ["data/edits/0 must have required property 'line'", ['edits', 'line']],
    ["'a' is a required property", ['a']],
    ['missing field `a`', ['a']],
    ['1 validation error for Weather\ncurrent.temp\n  Input should be a valid number', ['current']],
    ["5 is not of type 'string'", []],
  ])('%s', (text, members) => {
    expect(readRejection(toolError(text))?.members).toEqual(members)
  })

  it.each([
    ['the arguments', 'Input validation error: 5 is not of type "string": data/a must be string', true],
    ['the arguments of FastMCP', '1 validation error for addArguments\na\n  Input should be', true],
    ['what it does not say', 'data/a must be string', false],
  ])('of %s', (_, text, isAboutArguments) => {
    expect(readRejection(toolError(text))?.isAboutArguments).toBe(isAboutArguments)
  })
})

describe('readRejection takes for no rejection', () => {
  it.each([
    'limit must be <= 10 for accounts without a plan',
    'The query must be a string of SQL that starts with SELECT',
    "branch 'x' is not one of ['main', 'dev']",
    "branch '\n' is not one of ['main', 'dev']",
    "Output validation error: 'temp' is a required property",
    'error decoding the response: missing field `temp`',
    'invalid type: null, expected a string at line 1 column 20',
    'ENOENT: no such file or directory, open "a.md"',
    'Access denied - path outside allowed directories: /etc',
    'Cannot specify both head and tail parameters simultaneously',
    'cannot use both "a" and "b"',
    'not a git repository',
    'Invalid argument: "main..side" is no revision',
    'The limit must be sensible',
    'expected to find a repository [here]',
    'Invalid query: unexpected end [line 3]',
    zodIssue({ code: 'custom', path: ['a'], message: 'cannot use both' }),
    zodIssue({ code: 'invalid_union', path: [], errors: [[{ code: 'custom', path: [] }]] }),
    '[{"code":"ENOENT","path":"/a"}]',
    '',
  ])('a tool error that says "%s"', (text) => {
    expect(readRejection(toolError(text))).toBeUndefined()
  })

  it('error -32602 with a reason of the domain, and other errors that are bare', () => {
    const reasoned = { kind: 'rpc-error', code: -32602, message: 'Invalid params: city not found' } as const
    const other = { kind: 'rpc-error', code: -32603, message: 'Invalid params' } as const

    expect([readRejection(reasoned), readRejection(other)]).toEqual([undefined, undefined])
  })

  it('a result, whatever it says', () => {
    expect(
      readRejection({ kind: 'result', content: [{ type: 'text', text: 'Invalid params' }] }),
    ).toBeUndefined()
  })
})

function toolError(text: string): Outcome {
  return { kind: 'tool-error', content: [{ type: 'text', text }] }
}
