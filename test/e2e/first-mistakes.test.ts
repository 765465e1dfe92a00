/** What somebody does wrong in the first hour is answered with what to do instead. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { officialServer } from '../fixtures/official-servers.js'
import { fixture } from '../fixtures/start-server.js'
import { createProject } from './project.js'

function commandOf(name: string): readonly string[] {
  const { command, args = [] } = fixture(name)
  return ['--', command, ...args]
}

describe('the command line', () => {
  test('shows its help where no command is given, and exits 2', async () => {
    using project = createProject()

    const { exit, stdout, stderr } = await project.understudy()

    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toMatch(/^Usage: understudy [\s\S]*dry-run[\s\S]*gateway/)
  })

  test('names the files of clients that lie here where no server is named', async () => {
    using project = createProject()
    mkdirSync(join(project.folder, '.vscode'))
    project.write('.vscode/mcp.json', '{"servers":{}}')
    project.write('.mcp.json', '{"mcpServers":{}}')

    const { stderr } = await project.understudy('tools')
    const empty = await project.understudy('tools', '--config', '.mcp.json')

    expect(stderr).toContain(
      'a client has servers here: --config .mcp.json (also .vscode/mcp.json); or name one',
    )
    expect(empty.stdout + empty.stderr).not.toContain('effect')
  })

  test.each<[string, readonly string[], string]>([
    [
      'a server without --',
      ['tools', 'node'],
      'stands behind --, such as understudy tools … -- node server.js',
    ],
    ['an action that there is not', ['store', 'lst'], '"lst" is none of list, show, stats'],
    ['a choice that is misspelt', ['tools', '--format', 'jsn'], 'Hint: did you mean json?'],
    ['an argument that is no JSON', ['call', 'x', 'n:=abc'], 'Hint: := takes JSON; a text is written n=text'],
    [
      'arguments that are no JSON',
      ['call', 'x', '--args', '{a:1}'],
      `Hint: write it as --args '{"key": "text"}'`,
    ],
    [
      'parameters that are no JSON',
      ['dry-run', 'plan.ts', '--params', '{a:1}', '--config', '.mcp.json'],
      `Hint: write it as --params '{"key": "text"}'`,
    ],
    [
      'a URL without its scheme',
      ['tools', '--url', 'localhost:3000'],
      'Hint: write it as http://localhost:3000/mcp\n',
    ],
    [
      'a URL without its scheme, with a path',
      ['tools', '--url', '127.0.0.1:3000/notes'],
      'Hint: write it as http://127.0.0.1:3000/notes\n',
    ],
    [
      'a URL without its scheme that is to be recorded',
      ['record', '--url', '127.0.0.1:3000', '--listen', '0'],
      'Hint: write it as http://127.0.0.1:3000/mcp\n',
    ],
    [
      'a recording that is not there',
      ['replay', 'missing.jsonl'],
      'Hint: understudy record --out FILE -- COMMAND makes one\n',
    ],
    [
      'a recording to import that is not there',
      ['store', 'import', 'missing.jsonl'],
      'Hint: understudy record --out FILE -- COMMAND makes one\n',
    ],
    [
      'a recorder without a server',
      ['record'],
      'http://localhost:3000/mcp, or --image server:1, or --config .mcp.json\n',
    ],
    ['a lock that nobody wrote', ['verify', '--config', '.mcp.json'], 'Hint: understudy lock writes one'],
  ])('says what to do about %s', async (_, args, told) => {
    using project = createProject()

    const { exit, stderr } = await project.understudy(...args)

    expect(exit).toBe(2)
    expect(stderr).toContain(told)
  })

  test('names the help of the command that does not know an option', async () => {
    using project = createProject()

    const { exit, stderr } = await project.understudy('connect', 'cursor', '--preview')

    expect(exit).toBe(2)
    expect(stderr).toContain("unknown option '--preview'\n  Hint: see understudy connect --help\n")
  })

  test('has help in which no line is longer than 80 columns, but for examples', async () => {
    using project = createProject()
    const { stdout } = await project.understudy('--help')
    const names = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name)

    const long = []
    for (const name of names.filter((each) => each !== 'help')) {
      const help = (await project.understudy(name, '--help')).stdout
      long.push(...help.split('\n').filter((line) => line.length > 80 && !/^ +understudy /.test(line)))
    }

    expect(names.length).toBeGreaterThan(10)
    expect(long).toEqual([])
  })
})

describe('a server that logs to standard output', () => {
  test.each(['tools', 'init'])('works with understudy %s, which tells once that it does', async (command) => {
    using project = createProject({ violates: /./ })

    const { exit, stderr } = await project.understudy(
      command,
      '--name',
      'loud',
      ...commandOf('banner-on-stdout'),
    )

    expect(exit).toBe(0)
    expect(stderr.match(/^Note: loud: a line on standard output is no message/gm)).toHaveLength(1)
    expect(stderr).toContain('Hint: what a server logs belongs on standard error')
  })
})

test.each([
  [
    'is misspelt',
    'hed:=1',
    'does not list the argument /hed, and the server may ignore it; did you mean "head"?',
  ],
  [
    'is a text where the schema wants a number',
    'head=1',
    'takes no text for "head": head:=1 gives it as JSON',
  ],
])('an argument of a call that %s is told, and the call made', async (_, argument, told) => {
  using project = createProject()
  project.write('todo.md', 'water the plants')

  const { stdout, stderr } = await project.understudy(
    ...['call', 'read_text_file', `path=${project.folder}/todo.md`, argument],
    ...['--', process.execPath, officialServer('server-filesystem'), project.folder],
  )

  expect(stderr).toContain(`Note: the schema ${told}`)
  expect(stdout).toMatch(/^water the plants|^Tool error: .* at head$/m)
})

test('a server of several that cannot start is told with what it said last', async () => {
  using project = createProject()
  const { mcpServers } = JSON.parse(project.read('.mcp.json'))
  const says = 'console.error("Error: no API key"); console.error("Node.js v1"); process.exit(3)'
  const dead = { command: process.execPath, args: ['-e', says] }
  project.write('two.json', JSON.stringify({ mcpServers: { ...mcpServers, dead } }))

  const { exit, stderr } = await project.understudy('tools', '--config', 'two.json')

  expect(exit).toBe(3)
  expect(stderr).toMatch(
    /Server "dead" could not be asked: .*it exited with code 3, after "Error: no API key"\n/,
  )
})

test('of several servers of which none can be used each is told', async () => {
  using project = createProject()
  const dead = { command: process.execPath, args: ['-e', 'console.error("no key"); process.exit(3)'] }
  const unset = { command: 'x', env: { KEY: `\${NO_SUCH_VARIABLE}` } }
  project.write('three.json', JSON.stringify({ mcpServers: { dead, gone: { command: '/no/such' }, unset } }))

  const { exit, stderr } = await project.understudy('tools', '--config', 'three.json')

  expect(exit).toBe(3)
  expect(stderr).toMatch(
    /Cannot use server "unset" of three.json: the variable .*NO_SUCH_VARIABLE.* is not set/,
  )
  expect(stderr).toMatch(/Server "dead" could not be asked: .*no key/)
  expect(stderr).toMatch(/Server "gone" could not be asked: /)
})

test('init takes a second server into the lock that is there', async () => {
  using project = createProject()
  await project.understudy('init', '--no-calls', '--name', 'one', ...commandOf('echo'))
  const first = JSON.parse(project.read('understudy.lock.json')).servers

  const second = await project.understudy('init', '--no-calls', '--name', 'another', ...commandOf('echo'))
  const same = await project.understudy(
    'init',
    '--no-calls',
    '--out',
    'x.test.ts',
    '--name',
    'one',
    ...commandOf('echo'),
  )

  const both = JSON.parse(project.read('understudy.lock.json')).servers
  expect(second).toMatchObject({ exit: 0, stderr: '' })
  expect(both.map(({ name }: { name: string }) => name)).toEqual(['another', 'one'])
  expect(both[1]).toEqual(first[0])
  expect(same).toMatchObject({ exit: 2, stderr: expect.stringContaining('understudy.lock.json') })
})
