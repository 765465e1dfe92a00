/** `understudy replay` and `--cassette`, as users run them. */

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openCassetteStore } from '../../src/recording/index.js'
import { MockMCPClient } from '../../src/testing/index.js'
import { MAIN } from '../fixtures/command-line.js'
import { recordedCall, recordedHandshake } from '../fixtures/recorded-exchange.js'
import { fixture } from '../fixtures/start-server.js'
import { type CliRun, createProject } from './project.js'

const server = fixture('echo')
const command = [server.command, ...(server.args ?? [])]
const understudy = (...args: readonly string[]) => [process.execPath, MAIN, ...args]

it('replay records what is missing, and afterwards answers alone; --cassette stands in for a server', async () => {
  using project = createProject()
  const cassette = join(project.folder, 'echo.jsonl')
  const say = async (
    args: readonly string[],
    ...messages: readonly string[]
  ): Promise<(string | undefined)[]> => {
    await using client = await MockMCPClient.start({ command: understudy('replay', cassette, ...args) })
    expect(client.serverInfo.name).toBe('fixture')
    await client.listTools()
    const answers: (string | undefined)[] = []
    for (const message of messages) {
      const response = await client.callTool('echo', { message })
      answers.push(response.success ? response.content : response.errorMessage)
    }
    expect(client.violations).toEqual([])
    return answers
  }

  expect(await say(['--once', '--', ...command], 'a')).toEqual(['a'])
  const [known, unknown] = await say(['--once', '--', ...command], 'a', 'b')
  expect([known, unknown]).toEqual(['a', expect.stringContaining('/message is "b", recorded "a"')])
  expect(await say(['--new-episodes', '--', ...command], 'a', 'b')).toEqual(['a', 'b'])
  expect(await say([], 'b', 'a')).toEqual(['b', 'a'])

  const shown = (run: CliRun) => [run.exit, run.stdout.trim()]
  expect(shown(await project.understudy('call', 'echo', 'message=a', '--cassette', 'echo.jsonl'))).toEqual([
    0,
    'a',
  ])
  const missing = await project.understudy('call', 'echo', 'message=c', '--cassette', 'echo.jsonl')
  expect(shown(missing)).toEqual([1, expect.stringMatching(/^Protocol error -31404: No recording answers/)])
  expect((await project.understudy('tools', '--cassette', 'echo.jsonl')).stdout).toContain('echo')

  const rules = { recordings: { tools: { '*:echo': { ignore: ['/message'] } } } }
  project.write('rules.json', JSON.stringify(rules))
  expect(await say(['--settings', join(project.folder, 'rules.json')], 'b', 'c')).toEqual(['b', 'a'])
  const ruled = [...['call', 'echo', 'message=c', '--cassette', 'echo.jsonl'], '--settings', 'rules.json']
  expect(shown(await project.understudy(...ruled))).toEqual([0, 'a'])
  project.write('understudy.config.json', JSON.stringify(rules))
  expect(shown(await project.understudy(...ruled.slice(0, 5)))).toEqual([0, 'a'])
})

it('replay takes the settings of the project: a call is found again by what was replaced, and without what does not count', async () => {
  using project = createProject()
  project.write(
    'understudy.config.json',
    JSON.stringify({
      recordings: { tools: { 'server:echo': { ignore: ['/at'] } }, redact: { values: ['bluebird'] } },
    }),
  )
  const call = async (message: string, at: string, ...server: readonly string[]) =>
    await project.understudyProcess('call', 'echo', `message=${message}`, `at=${at}`, ...server)
  const recorder = [...understudy('record', '--out', 'echo.jsonl', '--'), ...command]

  expect((await call('bluebird', '1', '--', ...recorder)).stdout.trim()).toBe('bluebird')
  expect((await call('bluebird', '2', '--cassette', 'echo.jsonl')).stdout.trim()).toMatch(/^REDACTED_/)
  expect((await call('blackbird', '1', '--cassette', 'echo.jsonl')).exit).toBe(1)
})

it('replay refuses a fault of a tool that was never recorded, and names the nearest', async () => {
  using project = createProject()
  await project.understudy('call', 'echo', 'message=a', '--store', 'echo.jsonl', '--', ...command)

  const { exit, stderr } = await project.understudy('replay', 'echo.jsonl', '--fault', 'ehco=error')

  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr: expect.stringMatching(/Cannot use the fault of "ehco": [\s\S]*Hint: did you mean echo\?/),
  })
})

it.each([
  [['replay'], 'Cannot replay nothing: no file is named'],
  [['replay', 'none.jsonl'], 'Cannot read the store "none.jsonl": there is no such file'],
  [['replay', 'a.jsonl', '--store'], 'Cannot replay a file and --store at once'],
  [['replay', 'a.jsonl', '--once', '--none'], 'Cannot use --new-episodes, --once and --none together'],
  [['replay', 'a.jsonl', '--', 'node', 'x.js'], 'Cannot use a server beside recordings'],
  [['replay', 'a.jsonl', '--timing', 'fast'], 'Cannot use --timing "fast"'],
  [['replay', 'a.jsonl', '--fault', 'echo'], 'Cannot read the fault "echo"'],
  [['replay', 'a.jsonl', '--fault', 'echo=delay'], 'a delay needs milliseconds'],
  [['replay', 'a.jsonl', '--fault', 'echo=timeout:5'], '"timeout" takes no value'],
  [['replay', 'a.jsonl', '--fault', 'echo=timeout@0'], 'the first request is @1'],
  [['replay', 'a.jsonl', '--listen', '99999'], 'Cannot use --listen "99999"'],
  [['replay', 'a.jsonl', '--server', 'a', '--server', 'b'], 'give --server once'],
  [['replay', 'a.jsonl', '--new-episodes'], 'Cannot go on without a server'],
  [['tools', '--cassette', 'none.jsonl'], 'there is no such file'],
  [['tools', '--cassette', 'a.jsonl', '--config', 'b.json'], 'Cannot use --config and --cassette together'],
])('understudy %j is refused: %s', async (args, message) => {
  using project = createProject()

  const { exit, stderr } = await project.understudy(...args)

  expect([exit, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('a call needs no recorded list of tools', async () => {
  using project = createProject()
  await using store = await openCassetteStore(join(project.folder, 'calls.jsonl'))
  await store.append([recordedHandshake({ tools: {} }), recordedCall('echo', { message: 'a' }, 'heard')])

  const run = await project.understudy('call', 'echo', 'message=a', '--cassette', 'calls.jsonl')

  expect([run.exit, run.stdout.trim()]).toEqual([0, 'heard'])
  expect(run.stderr).toContain('Note: nobody knows which tools demo has.')
})
