// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configs write variables this way.
import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { UsageError } from '../base/index.js'
import { parseServersConfig } from './parse-servers-config.js'
import type { EntryContext } from './read-entry.js'
import { secretsOfServer } from './server-secrets.js'

verifies('cli:config-inputs')

/** As Visual Studio Code writes it. */
const VSCODE = `{
  // asked when the server is started
  "inputs": [
    { "type": "promptString", "id": "notion-key", "description": "Notion API key", "password": true },
    { "type": "pickString", "id": "region", "options": ["eu", { "label": "US", "value": "us" }], "default": "eu" },
  ],
  "servers": {
    "notion": { "type": "http", "url": "https://mcp.test/\${input:region}", "headers": { "X-Note": "\${input:notion-key}" } },
    "files": { "command": "\${workspaceFolder}/bin/files", "args": ["\${userHome}", "\${workspaceFolderBasename}", "\${env:WHO}", "a\${pathSeparator}b\${/}c"], "cwd": "data" },
  }
}`

function read(text: string, context: Partial<EntryContext> = {}) {
  return parseServersConfig(text, {
    ...{ fileName: '/home/ann/shop/.vscode/mcp.json', cwd: '/tmp', env: { HOME: '/home/ann', WHO: 'ann' } },
    readEnvFile: () => '',
    ...context,
  })
}

function thrown(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof UsageError ? `${error.message}; ${error.hint}` : error
  }
}

test('config of an editor says where the project and the user are at home', () => {
  const [files] = read(VSCODE).servers

  expect(files).toEqual({
    name: 'files',
    launch: {
      ...{ kind: 'stdio', command: '/home/ann/shop/bin/files', env: {} },
      args: ['/home/ann', 'shop', 'ann', 'a/b/c'],
      cwd: '/home/ann/shop/data',
    },
    expanded: ['ann'],
  })
})

test.each([
  ['/home/ann/shop/.cursor/mcp.json', '/home/ann/shop'],
  ['/home/ann/shop/.mcp.json', '/home/ann/shop'],
  ['/home/ann/.cursor/mcp.json', '/tmp'],
  ['/home/ann/.config/Code/User/mcp.json', '/tmp'],
])('config %s is about the folder %s', (fileName, folder) => {
  const text = '{"mcpServers": {"x": {"command": "${workspaceFolder}"}}}'

  expect(read(text, { fileName }).servers).toMatchObject([{ launch: { command: folder } }])
})

test('input has the value that is given, else that of the environment, else its default', () => {
  const env = {
    HOME: '/home/ann',
    WHO: '',
    UNDERSTUDY_INPUT_NOTION_KEY: 'from-env',
    UNDERSTUDY_INPUT_REGION: 'us',
  }
  const inputs = { 'notion-key': 'given' }

  const launches = [
    read(VSCODE, { inputs }),
    read(VSCODE, { env }),
    read(VSCODE, { env, inputs: { ...inputs, region: 'eu' } }),
  ].map(({ servers: [notion] }) => notion?.launch)

  expect(launches).toEqual([
    { kind: 'http', url: 'https://mcp.test/eu', headers: { 'X-Note': 'given' } },
    { kind: 'http', url: 'https://mcp.test/us', headers: { 'X-Note': 'from-env' } },
    { kind: 'http', url: 'https://mcp.test/eu', headers: { 'X-Note': 'given' } },
  ])
})

test('input has a default that says where the project is, and none that nobody knows', () => {
  const defaulting = (default_: string) =>
    read(
      `{"inputs": [{"type": "promptString", "id": "root", "default": ${JSON.stringify(default_)}}], "servers": {"x": {"command": "\${input:root}"}}}`,
    )

  expect(defaulting('${workspaceFolder}/${env:WHO}').servers).toMatchObject([
    { launch: { command: '/home/ann/shop/ann' } },
  ])
  expect(defaulting('${input:other}').unusable).toEqual([
    {
      server: 'x',
      reason:
        'the default of its input "root" has no value: the input "other" has no value: give --input other=VALUE, or set UNDERSTUDY_INPUT_OTHER',
    },
  ])
})

test('input without a value makes its server unusable, and no other, and says what to give', () => {
  const { servers, unusable } = read(VSCODE)

  expect(servers.map(({ name }) => name)).toEqual(['files'])
  expect(unusable).toEqual([
    {
      server: 'notion',
      reason:
        'the input "notion-key" has no value: give --input notion-key=VALUE, or set UNDERSTUDY_INPUT_NOTION_KEY',
    },
  ])
})

test('input of which nobody said a value is told, for the servers that are wanted', () => {
  const ids = (context: Partial<EntryContext>) => read(VSCODE, context).unanswered.map(({ id }) => id)

  expect(ids({})).toEqual(['region', 'notion-key'])
  expect(ids({ inputs: { 'notion-key': 'x' } })).toEqual(['region'])
  expect(ids({ chosen: ['files'] })).toEqual([])
})

test('input that is a password is a secret whatever it looks like, and others by their looks', () => {
  const [notion, files] = read(VSCODE, { inputs: { 'notion-key': 'tulip' } }).servers

  expect(notion && secretsOfServer(notion)).toEqual(['tulip'])
  expect(files && secretsOfServer(files)).toEqual([])
})

test('input to pick takes nothing else', () => {
  expect(read(VSCODE, { inputs: { region: 'mars', 'notion-key': 'x' } }).unusable).toEqual([
    { server: 'notion', reason: 'the input "region" must be one of eu, us' },
  ])
})

test('input that the config does not have is refused, with the nearest one', () => {
  expect(thrown(() => read(VSCODE, { inputs: { 'notion-kei': 'x' } }))).toBe(
    'Cannot use the input "notion-kei": "/home/ann/shop/.vscode/mcp.json" has none of that name; did you mean notion-key?',
  )
})

test('input that no config declares counts where a server names it', () => {
  const text = '{"servers": {"x": {"command": "${input:who}"}}}'

  expect(read(text, { inputs: { who: 'me' } }).servers).toMatchObject([{ launch: { command: 'me' } }])
})

test('config names what only its editor knows', () => {
  const text = '{"servers": {"x": {"command": "${command:python.path}"}}}'

  expect(read(text).unusable).toEqual([
    { server: 'x', reason: 'only the editor knows ${command:python.path}' },
  ])
})

test('server that is disabled is left out, and read where it is named on purpose', () => {
  const text =
    '{"servers": {"a": {"command": "x", "disabled": true}, "b": {"command": "y", "enabled": false}}}'

  expect(read(text)).toMatchObject({ servers: [], disabled: ['a', 'b'] })
  expect(read(text, { chosen: ['b'] })).toMatchObject({ servers: [{ name: 'b' }], disabled: ['a'] })
})
