/** Whatever a server says: no secret leaves, and no terminal or CI system is given a command. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeOneGuest } from '../dryrun/one-guest.js'
import { fixture } from '../fixtures/start-server.js'
import { livingChildren } from './children.js'
import { type CliRun, createProject, type Project } from './project.js'

const SECRETS = ['s3cret-of-the-env', 's3cret-of-the-args', 's3cret-of-the-url', 's3cret/of/VAR']
const [ENV_SECRET = '', ARGS_SECRET = '', URL_SECRET = '', VAR_SECRET = ''] = SECRETS

// What other files of this worker rehearse in is no child of a command.
beforeAll(closeOneGuest)
afterEach(() => expect(livingChildren()).toEqual([]))

const COMMANDS: readonly (readonly string[])[] = [
  ['tools', '--config', 'mcp.json'],
  ['tools', '--config', 'starts.json'],
  ['tools', '--config', 'initialize.json'],
  ['tools', '--config', 'tools-list.json'],
  ['tools', '--config', 'missing.json'],
  ['tools', '--config', 'http.json'],
  ['call', 'tell', '--config', 'mcp.json', '--store', 'calls.db'],
  ['call', 'tell', 'tool=error', '--config', 'mcp.json'],
  ['call', 'tell', 'protocol=error', '--config', 'mcp.json', '--store', 'calls.db'],
  ['call', 'ghost', '--config', 'mcp.json'],
  ['probe', '--tool', 'tell*', '--config', 'mcp.json', '--runs', '1', '--max-tokens', '5'],
  ['call', 'x:y', '--config', 'two.json'],
  ['dry-run', 'plan.ts', '--config', 'mcp.json', '--store', 'calls.db', '--out', 'a.json', '--out', 'a.txt'],
  ['dry-run', 'plan.ts', '--config', 'two.json'],
  ['dry-run', 'plan.yaml', '--config', 'mcp.json', '--out', 'b.json', '--out', 'b.txt'],
]

describe.each(['text', 'json'])('as %s', (format) => {
  test.each(COMMANDS)('understudy %s %s %s %s is discreet', async (...args) => {
    using project = createIndiscreetProject()
    await project.understudy('call', 'tell', '--config', 'mcp.json', '--store', 'calls.db')

    const run = await project.understudy(...args, '--format', format)

    expect(run.stdout + run.stderr).not.toBe('')
    expect(secretsIn(run.stdout + run.stderr)).toEqual([])
    expect(commandsIn(run)).toEqual([])
    expect(leaksInFiles(project)).toEqual([])
  })
})

test('a trace is discreet', async () => {
  using project = createIndiscreetProject()

  await project.understudy('call', 'tell', '--config', 'mcp.json', '--trace', 'all.jsonl')

  expect(project.read('all.jsonl')).toContain('tools/call')
  expect(leaksInFiles(project)).toEqual([])
})

test('an excerpt of the plan cuts no secret so that it is not known any more', async () => {
  using project = createIndiscreetProject()
  project.write('long.ts', `throw new Error('x') // ${`${ENV_SECRET} `.repeat(20)}`)

  const { stdout } = await project.understudy('dry-run', 'long.ts', '--config', 'mcp.json')

  expect(stdout).toContain("1 | throw new Error('x') // REDACTED")
  expect(stdout).not.toContain('s3cret')
})

test('an environment variable whose name was forgotten is not shown', async () => {
  using project = createIndiscreetProject()

  const { exit, stderr } = await project.understudy('tools', '-e', `=${ENV_SECRET}`, '--', 'node')

  expect(exit).toBe(2)
  expect(secretsIn(stderr)).toEqual([])
})

test('an answer is shown with its lines and tabs, and its commands defused', async () => {
  using project = createIndiscreetProject()

  const { stdout } = await project.understudy('call', 'tell', '--config', 'mcp.json')

  expect(stdout.replaceAll(/REDACTED_\w+/g, 'REDACTED')).toBe(
    [
      'It is REDACTED',
      '\\::error::REDACTED',
      '  \\::set-output name=a::b',
      '##\\[error]a ##vso\\[task.setvariable variable=a]b',
      '\\x1b[2J\\x9b31m\\u202e',
      '',
    ].join('\n'),
  )
})

test('an answer as JSON is what the server said, but for the secrets', async () => {
  using project = createIndiscreetProject()

  const { stdout } = await project.understudy('call', 'tell', '--config', 'mcp.json', '--format', 'json')

  expect(JSON.parse(stdout).content[0].text.replaceAll(/REDACTED_\w+/g, 'REDACTED')).toBe(
    'It is REDACTED\n::error::REDACTED\n  ::set-output name=a::b\n##[error]a ##vso[task.setvariable variable=a]b\n\u001b[2J\u009b31m\u202e',
  )
})

/** A folder with configs that name the indiscreet server, and plans that know its secret. */
function createIndiscreetProject(): Project {
  const project = createProject({ env: { VAR: VAR_SECRET }, ownGuests: true })
  const { command, args = [] } = fixture('indiscreet')
  const server = (breaks: string) => ({
    command,
    args: [...args, '--api-key', ARGS_SECRET, `--token=\${VAR}`, `https://me:${URL_SECRET}@example.test/`],
    env: { API_TOKEN: ENV_SECRET, BREAKS: breaks },
  })
  const config = (name: string, servers: unknown) =>
    project.write(name, JSON.stringify({ mcpServers: servers }))
  config('mcp.json', { indiscreet: server('') })
  config('starts.json', { indiscreet: server('start') })
  config('initialize.json', { indiscreet: server('initialize') })
  config('tools-list.json', { indiscreet: server('tools/list') })
  config('missing.json', { indiscreet: { ...server(''), command: 'understudy-no-such-command' } })
  config('http.json', {
    // Nothing listens on port 1.
    far: {
      url: `http://127.0.0.1:1/?token=${URL_SECRET}`,
      headers: { Authorization: `Bearer ${ENV_SECRET}` },
    },
  })
  config('two.json', { '\u001b[2J\n::error::name': server(''), indiscreet: server('tools/list') })
  project.write(
    'plan.ts',
    `console.log('${ENV_SECRET}')\nawait mcp.indiscreet.tell({ a: '${ENV_SECRET}' })\nthrow new Error('::error::${ENV_SECRET}') // ${ARGS_SECRET}`,
  )
  project.write('plan.yaml', `tasks:\n  - { id: a, tool: "indiscreet:${ENV_SECRET}", arguments: {} }\n`)
  return project
}

function secretsIn(text: string): string[] {
  return SECRETS.filter((secret) => text.includes(secret))
}

/** What a terminal would obey, a reader not see, or a CI system take for a command. */
function commandsIn({ stdout, stderr }: CliRun): string[] {
  return (stdout + stderr)
    .split('\n')
    .filter((line) => /^\s*::|##\w*\[|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/u.test(line))
}

/** Files that were written and hold a secret; those that were given hold them anyhow. */
function leaksInFiles({ folder }: Project): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(db|db-wal|db-shm|jsonl|txt)$|^[ab]\.json$/.test(name))
    .filter((name) => secretsIn(readFileSync(join(folder, name), 'latin1')).length > 0)
}
