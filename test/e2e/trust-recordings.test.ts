/** Recordings from the command line: fresh while they can be trusted, asked again, and without what the project keeps to itself. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Recheck } from '../../src/report/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('replay:freshness')

const SERVER = 'files'
const DATA = { a: { n: 1 }, b: { n: 1 }, c: { n: 1 }, d: { n: 1 } }

describe('verify --recordings', () => {
  test('asks reads again, and no others, and tells how near the answers come', async () => {
    using project = filesProject()
    for (const key of ['a', 'b', 'c', 'd']) await call(project, 'read', key)
    await call(project, 'touch', 'a')
    await call(project, 'peek', 'a')
    project.write('data.json', JSON.stringify({ a: { n: 1 }, b: { n: 2 }, c: { n: 'x' } }))
    project.write('calls.log', '')

    const { exit, stdout, stderr } = await verifyRecordings(project, '--format', 'json')

    const recheck: Recheck = JSON.parse(stdout)
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' })
    expect(recheck).toMatchObject({
      format: 'understudy.recheck/1',
      failed: true,
      counts: { same: 1, same_shape: 1, changed_shape: 1, error: 1 },
      skipped: [
        { server: SERVER, tool: 'peek', why: 'effect', count: 1 },
        { server: SERVER, tool: 'touch', why: 'effect', count: 1 },
      ],
      unavailable: [],
    })
    expect(recheck.checks.map((check) => [check.arguments?.key, check.score, check.differences])).toEqual([
      ['d', 'error', ['was a result, is an error of the tool: No d']],
      ['c', 'changed_shape', ['/n: was a number, is a string']],
      ['b', 'same_shape', []],
      ['a', 'same', []],
    ])
    expect(project.read('calls.log').split('\n').sort()).toEqual(['', 'read a', 'read b', 'read c', 'read d'])
  })

  test('tells it in text that fits the terminal, and is content with the same shape', async () => {
    using project = filesProject()
    await call(project, 'read', 'a')
    await call(project, 'peek', 'b')
    project.write('data.json', JSON.stringify({ a: { n: 2 } }))

    const { exit, stdout } = await verifyRecordings(project)

    expect(exit).toBe(0)
    expect(stdout).toMatch(
      /^TRUE {2}1 recording, asked again: 1 of the same shape\.\n\nAnother value of the same shape \(1\)\n {2}files:read {2}\S+\n {4}with \{"key":"a"\}\n\nNot asked again \(1\)\n {2}files:peek: 1 recording, not certainly a read\n\nNext\n/,
    )
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  test('takes the word of a policy for what neither server nor recording says, and its no for no', async () => {
    using project = filesProject()
    await call(project, 'read', 'a')
    await call(project, 'peek', 'a')
    project.write('policy.json', JSON.stringify({ rules: [{ tools: 'files:read', decision: 'deny' }] }))

    const { stdout } = await verifyRecordings(project, '--policy', 'policy.json', '--format', 'json')

    const { checks, skipped }: Recheck = JSON.parse(stdout)
    expect(checks).toEqual([])
    expect(skipped.map(({ tool, why }) => `${tool} ${why}`)).toEqual(['peek effect', 'read policy'])
  })

  test('does not ask with secrets that it does not have, nor more than it may', async () => {
    using project = filesProject()
    await call(project, 'read', 'a')
    await call(project, 'read', 'b')
    await call(project, 'read', 'c', 'apiKey=k3yv4lue99')

    const { stdout } = await verifyRecordings(project, '--max-calls', '1', '--format', 'json')

    const { checks, skipped }: Recheck = JSON.parse(stdout)
    expect(checks.map((check) => check.arguments)).toEqual([{ key: 'b' }])
    expect(skipped.map(({ why }) => why)).toEqual(['secret', 'limit'])
  })

  test.each([
    [['--policy', 'p.json'], 'Cannot use --policy without --recordings'],
    [['--recordings', '--tests', 'x'], 'Cannot use --tests with --recordings'],
    [['--recordings', '--store', 'none.db'], 'Cannot read the store "none.db": there is no such file'],
  ])('refuses %j', async (options, message) => {
    using project = filesProject()

    const { exit, stderr } = await project.understudy('verify', ...options, ...server(project))

    expect({ exit, isTold: stderr.includes(message) }).toEqual({ exit: 2, isTold: true })
  })
})

describe('a rehearsal', () => {
  test('answers with what was recorded before a write, and passes it over where that is asked for', async () => {
    using project = filesProject()
    project.write('plan.json', plan({ key: 'b' }))
    await call(project, 'read', 'b')
    expect((await rehearse(project)).calls[0]).toMatchObject({ source: 'recording', stale: false })

    await call(project, 'touch', 'a')

    const skipped = await rehearse(project, '--no-stale')
    const served = await rehearse(project)
    // What it said is passed over, and its shape is learned all the same.
    expect(skipped.calls[0]).toMatchObject({ source: 'learned' })
    expect(skipped.validation.warnings[0]).toMatch(
      /^files:read \(call 1\) has only a stale recording \(recorded (?:just now|.* ago), the data of the server changed since\)/,
    )
    expect(served.calls[0]).toMatchObject({ source: 'recording', stale: true, value: { n: 1 } })

    await call(project, 'read', 'b')
    expect((await rehearse(project)).calls[0]).toMatchObject({ source: 'recording', stale: false })
  })

  test('goes by the settings of the project: age, and arguments that do not count', async () => {
    using project = filesProject()
    project.write('plan.json', plan({ key: 'b', at: 'now' }))
    await call(project, 'read', 'b', 'at=then')
    expect((await rehearse(project)).calls[0]).toMatchObject({ source: 'learned' })

    project.write('understudy.config.yaml', 'recordings: { tools: { "files:*": { ignore: [/at] } } }')
    expect((await rehearse(project)).calls[0]).toMatchObject({ source: 'recording', value: { n: 1 } })

    project.write('short.yaml', 'recordings: { ttl: 1h, tools: { "files:*": { ignore: [/at] } } }')
    const later = ['--settings', 'short.yaml', '--now', '2100-01-01T00:00:00Z']
    expect((await rehearse(project, ...later)).validation.warnings[0]).toContain('older than 1 h')
  })
})

test('settings add to what is redacted when it is recorded, and a rehearsal finds it all the same', async () => {
  using project = filesProject()
  project.write(
    'understudy.config.json',
    JSON.stringify({ recordings: { redact: { values: ['project-x'], keys: ['n'] } } }),
  )
  project.write('data.json', JSON.stringify({ 'project-x': { n: 'seven', of: 'project-x' } }))
  project.write('plan.json', plan({ key: 'project-x' }))

  await call(project, 'read', 'project-x')

  const [recorded] = (await rehearse(project)).calls
  expect(recorded).toMatchObject({ source: 'recording' })
  expect(JSON.stringify(recorded)).not.toMatch(/project-x|seven/)
})

function filesProject(): Project {
  const project = createProject()
  project.write('data.json', JSON.stringify(DATA))
  return project
}

function server({ folder }: Project): readonly string[] {
  const { command, args = [] } = fixture('reads-a-file', [
    join(folder, 'data.json'),
    join(folder, 'calls.log'),
  ])
  return ['--name', SERVER, '--', command, ...args]
}

async function call(project: Project, tool: string, key: string, ...more: readonly string[]): Promise<void> {
  const { exit, stderr } = await project.understudy(
    ...['call', tool, `key=${key}`, ...more, '--store', 'recordings.db'],
    ...server(project),
  )
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
}

function verifyRecordings(project: Project, ...options: readonly string[]) {
  expect(existsSync(join(project.folder, 'recordings.db'))).toBe(true)
  return project.understudy(
    ...['verify', '--recordings', '--store', 'recordings.db', ...options],
    ...server(project),
  )
}

function rehearse(project: Project, ...options: readonly string[]) {
  return project.dryRun(
    'plan.json',
    '--copy',
    'never',
    '--store',
    'recordings.db',
    ...options,
    ...server(project),
  )
}

function plan(args: Readonly<Record<string, string>>): string {
  return JSON.stringify({ tasks: [{ id: 'a', tool: `${SERVER}:read`, arguments: args }] })
}
