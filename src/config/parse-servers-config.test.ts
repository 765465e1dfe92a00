// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configs write variables this way.
import { resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { UsageError } from '../base/index.js'
import { parseServersConfig } from './parse-servers-config.js'

verifies('cli:config-files')

const context = {
  fileName: '/home/ann/project/.mcp.json',
  cwd: '/home/ann/elsewhere',
  env: { TOKEN: 'secret-1', EMPTY: '', HOME: '/home/ann', TRICKY: '${TOKEN}' },
  readEnvFile: (path: string) => {
    if (path !== resolve('/home/ann/project/.env')) throw new Error(`no such file: ${path}`)
    return '# comment\nFROM_FILE="in file"\nBOTH=file\n'
  },
}

function parse(text: string) {
  return parseServersConfig(text, context)
}

/** The only entry, or why it cannot be used. */
function read(entry: unknown, name = 'x') {
  const { servers, findings } = parse(JSON.stringify({ mcpServers: { [name]: entry } }))
  return servers[0] ?? findings[0]?.message
}

function failure(text: string): string {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof UsageError) return `${error.code} ${error.message}`
    throw error
  }
  return 'nothing was thrown'
}

test('config gives what it says of a server on stdio and of one behind a URL', () => {
  const text = `{
    // what other programs keep here is passed over
    "mcpServers": {
      "files": { "command": "node", "args": ["server.js", "--root", "/srv"], "env": { "A": "1" }, "cwd": "sub", "autoApprove": [] },
      "web": { "url": "https://example.com/mcp", "headers": { "X-Key": "k" }, },
    },
    "theme": 7,
  }`

  expect(parse(text)).toEqual({
    servers: [
      {
        name: 'files',
        launch: {
          kind: 'stdio',
          command: 'node',
          args: ['server.js', '--root', '/srv'],
          env: { A: '1' },
          cwd: resolve('/home/ann/project/sub'),
        },
      },
      { name: 'web', launch: { kind: 'http', url: 'https://example.com/mcp', headers: { 'X-Key': 'k' } } },
    ],
    unusable: [],
    disabled: [],
    unanswered: [],
    findings: [],
  })
})

test('config reads servers, mcpServers and both together', () => {
  const text = '{"servers": {"a": {"command": "x"}}, "mcpServers": {"b": {"type": "stdio", "command": "y"}}}'

  expect(parse(text).servers.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('config takes the folder that it is read in for ${PWD} where the environment has none', () => {
  const text = '{ "mcpServers": { "x": { "command": "${PWD}/server" } } }'
  const commandOf = (env: Readonly<Record<string, string>>) =>
    parseServersConfig(text, { ...context, env }).servers[0]

  expect(commandOf({})).toMatchObject({ launch: { command: '/home/ann/elsewhere/server' } })
  expect(commandOf({})).not.toHaveProperty('expanded')
  expect(commandOf({ PWD: '/srv' })).toMatchObject({ launch: { command: '/srv/server' } })
})

test('config expands variables in every text, once, and remembers what they gave', () => {
  const entry = {
    command: '${HOME}/bin/server',
    args: [
      '--token=${env:TOKEN}',
      '${NONE:-fall back}',
      '${EMPTY:-filled}',
      '${EMPTY}',
      '${TRICKY}',
      '$TOKEN {TOKEN} ${',
    ],
    env: { T: '${TOKEN}' },
  }

  expect(read(entry)).toEqual({
    name: 'x',
    launch: {
      kind: 'stdio',
      command: '/home/ann/bin/server',
      args: ['--token=secret-1', 'fall back', 'filled', '', '${TOKEN}', '$TOKEN {TOKEN} ${'],
      env: { T: 'secret-1' },
    },
    expanded: ['secret-1', '', '${TOKEN}', 'secret-1'],
  })
})

test('config reads an envFile beside it, and what the entry itself says comes before', () => {
  const entry = { command: 'x', envFile: '.env', env: { BOTH: 'entry' } }

  expect(read(entry)).toMatchObject({ launch: { env: { FROM_FILE: 'in file', BOTH: 'entry' } } })
})

test.each<[unknown, string]>([
  ['npx', 'it is a string, not an object'],
  [{}, 'it has neither "command" nor "url"'],
  [{ args: [], cwd: '.', env: {} }, 'it has neither "command" nor "url"'],
  [{ comand: 'x' }, 'it has neither "command" nor "url", but "comand": did you mean "command"?'],
  [{ args: [], uri: 'x' }, 'it has neither "command" nor "url", but "uri": did you mean "url"?'],
  [{ command: 'x', url: 'http://y' }, 'it has both "command" and "url", and no "type" that decides'],
  [{ command: '' }, 'its "command" is missing or empty'],
  [{ type: 'stdio', url: 'http://y' }, 'its "command" is missing or empty'],
  [{ command: ['x'] }, 'its "command" is a list, not a string'],
  [{ command: 'x', args: 'y' }, 'its "args" is a string, not a list of strings'],
  [{ command: 'x', args: ['y', 1] }, 'its "args[1]" is a number, not a string'],
  [{ command: 'x\0' }, 'a text of it holds a NUL character'],
  [{ command: 'x', env: [] }, 'its "env" is a list, not an object of strings'],
  [{ command: 'x', env: { A: 1 } }, 'its "env.A" is a number, not a string'],
  [{ command: 'x', env: { 'A=B': '1' } }, 'its "env" has "A=B", which is no variable name'],
  [
    { command: 'x', envFile: 'other.env' },
    `its "envFile" cannot be read: no such file: ${resolve('/home/ann/project/other.env')}`,
  ],
  [{ command: '${NONE}', args: ['${ALSO_NONE}'] }, 'the variable ${NONE} is not set in the environment'],
  [
    { command: 'x', args: ['${A1} ${A2} ${A1}'] },
    'the variables ${A1}, ${A2} are not set in the environment',
  ],
  [
    { command: '${input:key}' },
    'the input "key" has no value: give --input key=VALUE, or set UNDERSTUDY_INPUT_KEY',
  ],
  [{ command: '${constructor}' }, 'the variable ${constructor} is not set in the environment'],
  [{ url: 'nowhere' }, 'its "url" is missing or no URL'],
  [{ url: 'file:///etc/passwd' }, 'its "url" begins with file:, not with http: or https:'],
  [{ type: 'http', command: 'x' }, 'its "url" is missing or no URL'],
  [{ type: 'sse', url: 'http://y' }, 'its type "sse" is not supported: there are "stdio" and "http"'],
  [{ url: 'http://y', headers: { 'a b': '1' } }, 'its header "a b" cannot be sent'],
  [{ url: 'http://y', headers: { a: '1\r\nb: 2' } }, 'its header "a" cannot be sent'],
])('config cannot use %j', (entry, reason) => {
  expect(read(entry)).toBe(`Cannot use server "x" of .mcp.json: ${reason}`)
})

test('config refuses a name with a colon, and an empty one', () => {
  expect(read({ command: 'x' }, 'a:b')).toBe(
    'Cannot use server "a:b" of .mcp.json: its name is empty or holds a colon, which separates server and tool in SERVER:TOOL',
  )
  expect(read({ command: 'x' }, '')).toBe(
    'Cannot use server "" of .mcp.json: its name is empty or holds a colon, which separates server and tool in SERVER:TOOL',
  )
})

test('config tells one finding with its place for each entry that is of no use, and keeps the others', () => {
  const text = `{"mcpServers": {
  "good": {"command": "x"},
  "off": {"command": "x", "disabled": true},
  "on": {"command": "x", "disabled": false},
  "bad": {"command": "\${NONE}"},
  "__proto__": {"command": "x", "command": "y"}
}}`

  const { servers, unusable, disabled, findings } = parse(text)

  expect(servers.map(({ name }) => name)).toEqual(['good', 'on'])
  expect(unusable).toEqual([
    { server: 'bad', reason: 'the variable ${NONE} is not set in the environment' },
    { server: '__proto__', reason: '"command" is written twice in it' },
  ])
  expect(disabled).toEqual(['off'])
  expect(findings.map(({ code, severity, line, column }) => [code, severity, line, column])).toEqual([
    ['CONFIG_ENTRY_DISABLED', 'note', 3, 3],
    ['CONFIG_ENTRY_UNUSABLE', 'warning', 5, 22],
    ['CONFIG_ENTRY_UNUSABLE', 'warning', 6, 33],
  ])
})

test.each([
  ['', 'the text is empty (line 1, column 1)'],
  ['{"mcpServers": {\n"a" {}}}', 'colon expected, found "{" (line 2, column 5)'],
  ['[]', 'it holds a list, not an object'],
  ['{}', 'it names no server under "mcpServers" or "servers"'],
  ['{"mcpServers": {}}', 'it names no server under "mcpServers" or "servers"'],
  ['{"mcpServers": []}', 'its "mcpServers" is a list, not an object of servers'],
])('config %j is refused as a whole', (text, problem) => {
  expect(failure(text)).toBe(
    `CONFIG_INVALID Cannot read the config "/home/ann/project/.mcp.json": ${problem}`,
  )
})

test('config with two servers of one name is refused, under one key or two', () => {
  const expected =
    'DUPLICATE_SERVER Cannot tell the two servers named "a" in "/home/ann/project/.mcp.json" apart: they stand in lines 1 and 2'

  expect(failure('{"servers": {"a": {},\n"a": {}}}')).toBe(expected)
  expect(failure('{"servers": {"a": {}},\n"mcpServers": {"a": {}}}')).toBe(expected)
})

test('config throws nothing but UsageError, whatever it is given', () => {
  const entry = fc.dictionary(
    fc.constantFrom(
      'command',
      'args',
      'env',
      'url',
      'type',
      'headers',
      'cwd',
      'envFile',
      'disabled',
      '__proto__',
    ),
    fc.oneof(fc.constantFrom('stdio', 'http', '${X}', '${', 'http://x', 'x'), fc.jsonValue({ maxDepth: 2 })),
  )
  const config = fc.oneof(
    fc.string(),
    fc
      .dictionary(
        fc.constantFrom('mcpServers', 'servers'),
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), entry)),
      )
      .map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(config, (text) => {
      expect(failure(text)).toMatch(/^(CONFIG_INVALID|DUPLICATE_SERVER|nothing was thrown)/)
    }),
    { numRuns: 500 },
  )
})
