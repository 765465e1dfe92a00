// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configs write variables this way.
/** Configs of editors, whose secrets are asked for and stand in no file. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGateway } from '../../src/gateway/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('cli:config-inputs')

const PASSWORD = 'tulip-5'
const CONFIG = '.vscode/mcp.json'

function writeConfig(project: Project): void {
  mkdirSync(join(project.folder, '.vscode'))
  const { command, args = [] } = fixture('echo')
  const config = {
    inputs: [
      { type: 'promptString', id: 'api-key', description: 'Key of the shop', password: true },
      { type: 'promptString', id: 'place', default: 'here' },
    ],
    servers: {
      echo: { command, args: [...args, '--at', '${input:place}'], env: { SHOP: '${input:api-key}' } },
      off: { command, args, disabled: true },
    },
  }
  project.write(CONFIG, JSON.stringify(config))
}

test('inputs are asked for at a terminal, passwords hidden, and an empty answer takes the default', async () => {
  const asked: unknown[] = []
  using project = createProject({
    async ask(question, how) {
      asked.push([question, how])
      return how?.isHidden === true ? PASSWORD : ''
    },
  })
  writeConfig(project)

  const { exit } = await project.understudy('tools', '--config', CONFIG)

  expect(exit).toBe(0)
  expect(asked).toEqual([
    ['place (here): ', { isHidden: false }],
    ['Key of the shop (api-key): ', { isHidden: true }],
  ])
})

test('where nobody can be asked, the error says what to give', async () => {
  using project = createProject()
  writeConfig(project)

  const { exit, stderr } = await project.understudy('tools', '--config', CONFIG, '--server', 'echo')

  expect(exit).toBe(2)
  expect(stderr).toContain('give --input api-key=VALUE, or set UNDERSTUDY_INPUT_API_KEY')
})

test('passwords are neither shown nor stored', async () => {
  using project = createProject()
  writeConfig(project)

  const { exit, stdout, stderr } = await project.understudy(
    ...[
      'call',
      'echo:echo',
      `message=the key is ${PASSWORD}`,
      '--store',
      'recordings.db',
      '--format',
      'json',
    ],
    ...['--config', CONFIG, '--server', 'echo', '--input', `api-key=${PASSWORD}`],
  )

  expect(exit).toBe(0)
  expect(stdout + stderr).not.toContain(PASSWORD)
  const stored = readdirSync(project.folder).filter((name) => name.startsWith('recordings.db'))
  expect(stored).not.toEqual([])
  for (const name of stored) expect(readFileSync(join(project.folder, name)).includes(PASSWORD)).toBe(false)
})

test('a server that is disabled is started where it is named on purpose', async () => {
  using project = createProject()
  writeConfig(project)

  const { exit, stdout } = await project.understudy('tools', '--config', CONFIG, '--server', 'off')

  expect(exit).toBe(0)
  expect(stdout).toContain('echo')
})

test('a gateway takes inputs, from its options and from the environment', async () => {
  using project = createProject()
  writeConfig(project)
  const open = (options: object) =>
    createGateway({ config: CONFIG, cwd: project.folder, copy: 'never', mode: 'dry', ...options })

  await using given = await open({ inputs: { 'api-key': PASSWORD }, env: process.env })
  await using said = await open({ env: { ...process.env, UNDERSTUDY_INPUT_API_KEY: PASSWORD } })
  await using without = await open({ env: process.env })

  const healths = [given, said, without].map((each) => each.health().map(({ server }) => server))
  expect(healths).toEqual([['echo'], ['echo'], []])
})

test('store scan looks for what the servers of a config were given', async () => {
  using project = createProject()
  const { command, args = [] } = fixture('echo')
  project.write(
    'known.json',
    JSON.stringify({ mcpServers: { echo: { command, args, env: { API_TOKEN: PASSWORD } } } }),
  )
  await project.understudy(
    'call',
    'echo',
    `message=it is ${PASSWORD}`,
    '--store',
    'a.db',
    '--',
    command,
    ...args,
  )
  const scan = (...more: readonly string[]) => project.understudy('store', 'scan', '--store', 'a.db', ...more)

  const [blind, knowing] = [await scan(), await scan('--config', 'known.json')]

  expect(blind.exit).toBe(0)
  expect(knowing.exit).toBe(1)
  expect(knowing.stdout).toContain('/params/arguments/message')
  expect(knowing.stdout).not.toContain(PASSWORD)
})
