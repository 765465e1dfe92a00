// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configs write variables this way.
/** The gateway in the file of a client, and out of it again. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from '../../src/document/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('cli:connect')

const { command, args = [] } = fixture('echo')
const ECHO = JSON.stringify({ command, args })
const VSCODE = `{
  // asked by the editor
  "inputs": [{ "type": "promptString", "id": "api-key", "password": true }],
  "servers": {
    // says what it hears
    "echo": ${ECHO},
    "shop": { "command": "node", "env": { "KEY": "\${input:api-key}", "TOKEN": "only its name says it" } }, /* ours */
    "old": { "type": "sse", "url": "http://localhost:1/sse" },
  },
}
`

/** Every file of the four clients, in a home of its own. */
const PLACES: readonly (readonly [string, string, string])[] = [
  ['claude-code', '.mcp.json', 'mcpServers'],
  ['claude-desktop', 'home/.config/Claude/claude_desktop_config.json', 'mcpServers'],
  ['cursor', '.cursor/mcp.json', 'mcpServers'],
  ['cursor', 'home/.cursor/mcp.json', 'mcpServers'],
  ['vscode', '.vscode/mcp.json', 'servers'],
]

function projectWith(file: string, text: string): Project {
  let home = ''
  const env = {
    get HOME() {
      return home
    },
    XDG_CONFIG_HOME: '',
  }
  const project = createProject({ env })
  home = join(project.folder, 'home')
  Object.assign(env, { XDG_CONFIG_HOME: join(home, '.config') })
  mkdirSync(join(project.folder, file, '..'), { recursive: true })
  project.write(file, text)
  return project
}

test.each(PLACES)('%s has the gateway in %s, and not any more after --undo', async (client, file, key) => {
  const text = `{\n  "theme": [1,  2],\n  "${key}": {\n    "echo": ${ECHO}\n  }\n}\n`
  using project = projectWith(file, text)
  chmodSync(join(project.folder, file), 0o640)

  const connected = await project.understudy('connect', client)
  const written = project.read(file)
  const again = await project.understudy('connect', client)
  const undone = await project.understudy('connect', client, '--undo')

  expect([connected, again, undone].map(({ exit }) => exit)).toEqual([0, 2, 0])
  expect(Object.keys(JSON.parse(written)[key])).toEqual(['understudy'])
  expect(written).toContain('"theme": [1,  2],')
  expect(connected.stdout).toMatch(/^-.*"echo"/m)
  expect(connected.stdout).toMatch(/^\+.*"understudy"/m)
  expect(project.read(file)).toBe(text)
  expect(statSync(join(project.folder, file)).mode & 0o777).toBe(0o640)
  expect(Object.keys(project.files()).filter((name) => name.includes('before-understudy'))).toEqual([])
})

test('comments stay, secrets are not shown, and inputs are still asked for by the client', async () => {
  using project = projectWith('.vscode/mcp.json', VSCODE)

  const { stdout } = await project.understudy('connect', 'vscode')
  const written = project.read('.vscode/mcp.json')
  const undone = await project.understudy('connect', 'vscode', '--undo')

  expect(stdout).not.toContain('only its name')
  expect(undone.stdout).toContain('is as it was before the gateway')
  expect(undone.stdout).not.toContain('only its name')
  expect(stdout).toContain('old stays as it is: its type is "sse"')
  for (const comment of ['// asked by the editor', '// says what it hears', '/* ours */'])
    expect(written).toContain(comment)
  expect(written.split('\n').filter((line) => line.includes('"old"'))).toEqual([
    '    "old": { "type": "sse", "url": "http://localhost:1/sse" },',
  ])
  const parsing = parseDocument(written, { format: 'json-with-comments' })
  expect(parsing.kind).toBe('document')
  expect(written).toContain('"UNDERSTUDY_INPUT_API_KEY": "${input:api-key}"')
  expect(written).toContain('"${workspaceFolder}/.vscode/mcp.before-understudy.json"')
})

test('what the client then starts is the gateway, with the servers that it had', async () => {
  using project = projectWith('.mcp.json', `{ "mcpServers": { "echo": ${ECHO} } }`)
  await project.understudyProcess('connect', 'claude-code')

  const { exit, stdout } = await project.understudyProcess('tools', '--config', '.mcp.json')

  expect(exit).toBe(0)
  expect(stdout).toContain('understudy:echo__echo')
  expect(stdout).toContain('understudy:execute_code')
})

test('what was changed since is kept when it is undone', async () => {
  using project = projectWith('.mcp.json', `{ "mcpServers": { "echo": ${ECHO} } }`)
  await project.understudy('connect', 'claude-code')
  const changed = project.read('.mcp.json').replace('{ ', '{ "mine": 1, ')
  project.write('.mcp.json', changed)

  const { exit, stdout } = await project.understudy('connect', 'claude-code', '--undo')

  expect(exit).toBe(0)
  expect(stdout).toContain('.mcp.changed-since.json')
  expect(project.read('.mcp.changed-since.json')).toBe(changed)
})

test.each([
  ['no file', undefined, 'Cannot connect vscode: there is no "'],
  ['no servers', '{ "servers": {} }', 'it names no server under "mcpServers" or "servers"'],
  ['no JSON', '{ "servers": ', '(line 1, column 14)'],
  [
    'nothing that a gateway can have',
    '{ "servers": { "a": { "type": "sse", "url": "http://x" } } }',
    'it has no server that a gateway can have',
  ],
  [
    'a server of the same name',
    `{ "servers": { "understudy": ${ECHO} } }`,
    'it has a server "understudy" already',
  ],
])('connect with %s says so and changes nothing', async (_, text, message) => {
  using project = projectWith('.vscode/mcp.json', text ?? '')
  const args = text === undefined ? ['--file', 'other.json'] : []

  const { exit, stderr } = await project.understudy('connect', 'vscode', ...args)

  expect(exit).toBe(2)
  expect(stderr).toContain(message)
  expect(project.read('.vscode/mcp.json')).toBe(text ?? '')
  expect(existsSync(join(project.folder, '.vscode/mcp.before-understudy.json'))).toBe(false)
})

test('undo without a copy says so', async () => {
  using project = projectWith('.mcp.json', '{}')

  const { exit, stderr } = await project.understudy('connect', 'claude-code', '--undo')

  expect(exit).toBe(2)
  expect(stderr).toContain('was not connected')
  expect(readFileSync(join(project.folder, '.mcp.json'), 'utf8')).toBe('{}')
})
