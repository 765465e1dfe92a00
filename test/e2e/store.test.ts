/** `understudy store`: what is recorded is listed, shown, moved, removed and scanned. */
import { spawnSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openCassetteStore, openSqliteStore, type Recording } from '../../src/recording/index.js'
import { key, recording, time, tool } from '../contract/recording-store.contract.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('recording:moved-whole', 'recording:looked-after')

const STORE = '.understudy/recordings.db'
const { response: _response, ...UNANSWERED } = recording()
const { tool: _tool, ...NO_TOOL } = recording()

const RECORDED: readonly Recording[] = [
  recording({ key: key(0xaaaa1), recordedAt: time(0) }),
  { ...UNANSWERED, key: key(0xaaaa2), recordedAt: time(60), ended: 'timed-out' },
  recording({
    key: key(0xbbbb),
    recordedAt: time(120),
    tool: tool('fail'),
    response: { result: { content: [], isError: true } },
    between: [
      {
        atMs: 3,
        from: 'server',
        message: { method: 'notifications/message', params: { data: '\u001b[2Jhi' } },
      },
    ],
  }),
  { ...NO_TOOL, key: key(0xcccc), server: 'other', method: 'tools/list', params: {}, recordedAt: time(180) },
]

/** Keys of the tests are numbers: their last digits tell them apart. */
const WHOLE_KEY = key(0xbbbb)

async function projectWithStore(recordings: readonly Recording[] = RECORDED): Promise<Project> {
  const project = createProject()
  await using store = await openSqliteStore(join(project.folder, STORE))
  await store.append(recordings)
  await store.generations.advance('other')
  return project
}

async function jsonOf(project: Project, ...args: readonly string[]) {
  const { exit, stdout, stderr } = await project.understudy('store', ...args, '--format', 'json')
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function errorOf(project: Project, ...args: readonly string[]) {
  const { exit, stdout, stderr } = await project.understudy('store', ...args, '--format', 'json')
  expect(stdout).toBe('')
  return { exit, ...JSON.parse(stderr).error }
}

async function recordingsIn(file: string): Promise<{ salt: string; generation: number; all: Recording[] }> {
  await using store = file.endsWith('.jsonl') ? await openCassetteStore(file) : await openSqliteStore(file)
  const all: Recording[] = []
  for await (const each of store.list()) all.push(each)
  return { salt: store.salt, generation: await store.generations.of('other'), all }
}

// To mount something needs the right to do so, in a namespace of its own.
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0

describe('a store on a disk that may only be read', () => {
  test.skipIf(!canMount)('is listed, exported and scanned, and whoever writes is told', async () => {
    using project = await projectWithStore()
    const cassette = `${project.folder}.jsonl`
    const understudy = (...args: readonly string[]) => readOnlyRun(project.folder, args)

    const [listed, exported, invalidated, recorded] = [
      understudy('store', 'list'),
      understudy('store', 'export', '--out', cassette),
      understudy('store', 'invalidate', 'demo'),
      understudy('record', '--', process.execPath, '-e', 'process.stdout.write("started")'),
    ]
    rmSync(cassette, { force: true })

    const refused = `Error: Cannot write to the store "${join(project.folder, STORE)}": it may only be read`
    expect([listed.status, exported.status]).toEqual([0, 0])
    expect(listed.stdout).toContain('4 recordings')
    expect(exported.stdout).toContain('Exported 4 recordings')
    expect([invalidated.status, recorded.status, recorded.stdout]).toEqual([3, 3, ''])
    expect([invalidated, recorded].map(({ stderr }) => stderr.split('\n')[0])).toEqual([refused, refused])
  })
})

/** Runs the built command line in a world where the folder is on a disk that is read-only. */
function readOnlyRun(folder: string, args: readonly string[]) {
  const mounted = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"'
  const main = fileURLToPath(new URL('../../dist/joined/cli/main.js', import.meta.url))
  return spawnSync('unshare', ['-rm', 'sh', '-c', mounted, folder, process.execPath, main, ...args], {
    encoding: 'utf8',
  })
}

describe('store list', () => {
  test('tells once what every start of a server says, and each time with --all', async () => {
    using project = createProject()
    const { command, args = [] } = fixture('echo')
    for (const message of ['a', 'b', 'c'])
      await project.understudy('call', 'echo', `message=${message}`, '--store', '--', command, ...args)
    const whatOf = async (...more: readonly string[]) => {
      const { stdout } = await project.understudy('store', 'list', '--format', 'json', ...more)
      const { recordings, hidden } = JSON.parse(stdout)
      return [recordings.map(({ method }: { method: string }) => method).sort(), hidden]
    }

    const [call, list] = ['tools/call', 'tools/list']
    expect(await whatOf()).toEqual([['initialize', call, call, call, list], 4])
    expect(await whatOf('--all')).toEqual([
      ['initialize', 'initialize', 'initialize', call, call, call, list, list, list],
      0,
    ])
    expect((await project.understudy('store', 'list')).stdout).toMatch(
      /\n5 recordings; 4 more said the same .*\n$/,
    )
  })

  test('prints a line for each recording, oldest first', async () => {
    using project = await projectWithStore()

    const { exit, stdout } = await project.understudy('store', 'list')

    expect(exit).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "recorded             key              took     size  ended       what
      2026-01-01 00:00:00  000000000000    13 ms    472 B  result      demo:read
      2026-01-01 00:01:00  000000000000    13 ms    406 B  timed-out   demo:read
      2026-01-01 00:02:00  000000000000    13 ms    560 B  tool-error  demo:fail
      2026-01-01 00:03:00  000000000000    13 ms    360 B  result      other tools/list (stale)
      4 recordings
      "
    `)
  })

  test.each([
    [['--server', 'other'], ['other tools/list result']],
    [
      ['--tool', 'read'],
      ['demo read result', 'demo read timed-out'],
    ],
    [['--method', 'tools/list'], ['other tools/list result']],
    [['--status', 'tool-error'], ['demo fail tool-error']],
    [
      ['--since', '2026-01-01T00:02:00Z'],
      ['demo fail tool-error', 'other tools/list result'],
    ],
    [['--before', '2026-01-01T00:01:00Z'], ['demo read result']],
    [['--older-than', '0s', '--status', 'timed-out'], ['demo read timed-out']],
    [['--since', '1s'], []],
  ])('takes %j', async (filter, listed) => {
    using project = await projectWithStore()

    const { recordings } = await jsonOf(project, 'list', ...filter)

    expect(
      recordings.map(
        (each: Record<string, string | null>) => `${each.server} ${each.tool ?? each.method} ${each.status}`,
      ),
    ).toEqual(listed)
  })

  test('says that there is nothing', async () => {
    using project = await projectWithStore([])

    expect((await project.understudy('store', 'list')).stdout).toBe('Nothing recorded\n')
  })
})

describe('store show', () => {
  test('shows one exchange with what was said in between, and nothing that a terminal would obey', async () => {
    using project = await projectWithStore()

    const { exit, stdout } = await project.understudy('store', 'show', WHOLE_KEY)

    expect(exit).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "demo:fail
        recorded  2026-01-01T00:02:00.000Z, took 13 ms
        ended     tool-error
        server    demo, protocol 2025-11-25
        tool      fail, effect read
        data      generation 0
        asked as  anonymous
        key       000000000000000000000000000000000000000000000000000000000000bbbb
        size      560 B

      Request
        {
          "name": "read",
          "arguments": {
            "path": "a.txt"
          }
        }

      In between
        +3 ms     server: {"method":"notifications/message","params":{"data":"\\u001b[2Jhi"}}

      Response
        {
          "content": [],
          "isError": true
        }
      "
    `)
  })

  test('takes the beginning of a key, and filters; the newest counts', async () => {
    using project = await projectWithStore([
      recording({ key: 'abc'.padEnd(64, '0'), durationMs: 1 }),
      recording({ key: 'abc'.padEnd(64, '0'), durationMs: 2, recordedAt: time(1) }),
    ])

    const newest = await jsonOf(project, 'show', 'abc0')
    const older = await jsonOf(project, 'show', 'abc0', '--before', '2026-01-01T00:00:01Z')

    expect([newest.recording.durationMs, newest.older]).toEqual([2, 1])
    expect([older.recording.durationMs, older.older]).toEqual([1, 0])
  })

  test.each([
    ['0000', 'Cannot show "0000": 4 keys begin so'],
    ['ffff', 'Cannot show "ffff": no recording has such a key'],
    ['xyz', 'Cannot show "xyz": a key is hexadecimal, and at least four digits of it are needed'],
  ])('refuses %s', async (asked, message) => {
    using project = await projectWithStore()

    expect(await errorOf(project, 'show', asked)).toMatchObject({ exit: 2, code: 'USAGE', message })
  })
})

test('store stats counts what is there', async () => {
  using project = await projectWithStore()

  const { recordings, servers, tools } = await jsonOf(project, 'stats')

  expect({ recordings, servers }).toEqual({
    recordings: 4,
    servers: [
      { server: 'demo', generation: 0 },
      { server: 'other', generation: 1 },
    ],
  })
  expect(tools).toMatchObject([
    { tool: 'read', recordings: 2, answers: 1, stale: 0, p50_ms: 12.5, oldest: time(0), newest: time(60) },
    { tool: 'fail', recordings: 1, answers: 1, stale: 0, p50_ms: 12.5 },
    { tool: null, method: 'tools/list', recordings: 1, answers: 1, stale: 1, p50_ms: null },
  ])
  expect((await project.understudy('store', 'stats')).stdout).toMatch(
    /^4 recordings of 2 servers in \d+ kB\n\nserver +what +recordings +answers/,
  )
})

describe('store export and import', () => {
  test('keep everything: recordings, salt, generations', async () => {
    using project = await projectWithStore()
    const path = (name: string) => join(project.folder, name)

    await jsonOf(project, 'export', '--out', 'a.jsonl')
    const imported = await jsonOf(project, 'import', 'a.jsonl', '--store', 'copy.db')

    expect(imported).toEqual({ files: [{ file: 'a.jsonl', imported: 4, skipped: 0, same_salt: true }] })
    const original = await recordingsIn(path(STORE))
    expect(original.generation).toBe(1)
    expect(await recordingsIn(path('a.jsonl'))).toEqual(original)
    expect(await recordingsIn(path('copy.db'))).toEqual(original)
  })

  test('double nothing, and count what was there', async () => {
    using project = await projectWithStore()
    await jsonOf(project, 'export', '--out', 'a.jsonl', '--server', 'demo')

    const { files } = await jsonOf(project, 'import', 'a.jsonl', 'a.jsonl', STORE, '--store', 'b.jsonl')

    expect(files).toEqual([
      { file: 'a.jsonl', imported: 3, skipped: 0, same_salt: true },
      { file: 'a.jsonl', imported: 0, skipped: 3, same_salt: true },
      { file: STORE, imported: 1, skipped: 3, same_salt: true },
    ])
    expect((await recordingsIn(join(project.folder, 'b.jsonl'))).all).toEqual(RECORDED)
  })

  test('tell what was imported before a file that is none', async () => {
    using project = await projectWithStore()

    const run = await project.understudy('store', 'import', STORE, 'nowhere.jsonl', '--store', 'copy.db')

    expect(run).toMatchObject({
      exit: 2,
      stdout: `Imported 4 recordings from ${STORE}\n`,
      stderr: expect.stringContaining('Cannot read the store "nowhere.jsonl": there is no such file'),
    })
  })

  test('tell recordings of one key and time apart by how they were asked', async () => {
    const asked = (params: Recording['params'] & object) => recording({ params })
    using project = await projectWithStore([
      asked({ name: 'read', inputResponses: { a: 1 } }),
      asked({ name: 'read', inputResponses: { a: 2 } }),
    ])

    const { files } = await jsonOf(project, 'import', STORE, '--store', 'b.jsonl')

    expect(files).toMatchObject([{ imported: 2, skipped: 0 }])
  })

  test('say that a store has another salt, and keep what is imported as it is', async () => {
    using project = await projectWithStore()
    await using other = await openSqliteStore(join(project.folder, 'other.db'))
    await other.generations.advance('demo')

    const { exit, stdout, stderr } = await project.understudy('store', 'import', STORE, '--store', 'other.db')

    expect({ exit, stdout }).toEqual({ exit: 0, stdout: `Imported 4 recordings from ${STORE}\n` })
    expect(stderr).toMatch(/^Note: .* was recorded with another salt\./)
    const { all, generation } = await recordingsIn(join(project.folder, 'other.db'))
    expect(all).toEqual(RECORDED)
    expect([generation, await other.generations.of('demo')]).toEqual([1, 1])
  })

  test('write over a cassette as a whole, and over nothing else', async () => {
    using project = await projectWithStore()
    await jsonOf(project, 'export', '--out', 'a.jsonl')
    project.write('notes.txt', 'precious')
    project.write('package.json', '{"name":"precious"}')
    symlinkSync(join(project.folder, STORE), join(project.folder, 'link.jsonl'))

    await jsonOf(project, 'export', '--out', 'a.jsonl', '--tool', 'fail')

    expect((await recordingsIn(join(project.folder, 'a.jsonl'))).all).toEqual([RECORDED[2]])
    expect(await errorOf(project, 'export', '--out', 'notes.txt')).toMatchObject({
      exit: 2,
      message: 'Cannot export to "notes.txt": what stands there is no cassette',
    })
    expect(await errorOf(project, 'export', '--out', 'link.jsonl')).toMatchObject({
      exit: 2,
      message: 'Cannot export to "link.jsonl": it is the store itself',
    })
    expect(project.read('notes.txt')).toBe('precious')
    expect(await errorOf(project, 'export', '--out', 'package.json')).toMatchObject({
      exit: 2,
      message: 'Cannot export to "package.json": what stands there is no cassette',
    })
    expect(project.read('package.json')).toBe('{"name":"precious"}')
    expect((await recordingsIn(join(project.folder, STORE))).all).toEqual(RECORDED)
  })
})

describe('store prune', () => {
  test('removes what the filters name, and tells how much; --dry-run removes nothing', async () => {
    using project = await projectWithStore()

    const dry = await project.understudy(
      'store',
      'prune',
      '--older-than',
      '0s',
      '--tool',
      'read',
      '--dry-run',
    )
    const before = await recordingsIn(join(project.folder, STORE))
    const wet = await project.understudy('store', 'prune', '--older-than', '0s', '--tool', 'read')

    expect([dry.stdout, before.all.length]).toEqual(['Would remove 2 recordings\n', 4])
    expect(wet.stdout).toBe('Removed 2 recordings\n')
    expect((await recordingsIn(join(project.folder, STORE))).all).toEqual(RECORDED.slice(2))
  })

  test('removes nothing when nothing says what', async () => {
    using project = await projectWithStore()

    expect(await errorOf(project, 'prune')).toMatchObject({
      exit: 2,
      message: 'Cannot prune without a filter: all would be removed',
    })
  })
})

test('store invalidate makes what was recorded of a server stale, and of no other', async () => {
  using project = await projectWithStore()

  const { stdout } = await project.understudy('store', 'invalidate', 'demo')

  expect(stdout).toBe('What was recorded of demo is stale from now on (generation 1)\n')
  const { recordings } = await jsonOf(project, 'list', '--server', 'demo')
  expect(recordings.map(({ stale }: { stale: boolean }) => stale)).toEqual([true, true, true])
  expect(await errorOf(project, 'invalidate', 'demo', 'nobody')).toMatchObject({
    exit: 2,
    message: 'Cannot invalidate "nobody": nothing is recorded of it',
  })
  expect((await jsonOf(project, 'stats')).servers[0]).toEqual({ server: 'demo', generation: 1 })
})

test('store list shows a write as stale by the next change, and not by itself', async () => {
  const written = tool('write')
  using project = await projectWithStore([
    recording({ server: 'other', key: key(1) }),
    recording({ server: 'other', key: key(2), tool: { ...written, effect: 'write' } }),
  ])

  const { recordings } = await jsonOf(project, 'list')

  expect(recordings.map(({ stale }: { stale: boolean }) => stale)).toEqual([true, false])
})

test('a cassette is known by its name where its beginning does not tell', async () => {
  using project = createProject()
  project.write('a.jsonl', '[]\n')
  project.write('b.jsonl', `\ufeff{"format":"understudy.cassette/1","salt":"${'a'.repeat(32)}"}\n`)

  expect(await errorOf(project, 'list', '--store', 'a.jsonl')).toMatchObject({
    exit: 3,
    message: expect.stringMatching(/^Cannot use the store ".*a\.jsonl": it is not a cassette$/),
  })
  expect(await jsonOf(project, 'list', '--store', 'b.jsonl')).toEqual({ recordings: [], hidden: 0 })
})

describe('store scan', () => {
  const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

  test('finds a token that was not replaced, shows where and not what, and exits 1', async () => {
    using project = await projectWithStore([
      ...RECORDED,
      recording({ response: { result: { content: [{ type: 'text', text: `take ${SECRET}` }] } } }),
    ])

    const text = await project.understudy('store', 'scan')
    const json = await project.understudy('store', 'scan', '--format', 'json')

    expect([text.exit, json.exit]).toEqual([1, 1])
    expect(text.stdout).toContain('1 secret in 5 recordings')
    expect(text.stdout).toContain('/response/result/content/0/text')
    expect(text.stdout + json.stdout).not.toContain(SECRET)
    expect(JSON.parse(json.stdout)).toMatchObject({
      scanned: 5,
      found: 1,
      list: [{ server: 'demo', tool: 'read', pointer: '/response/result/content/0/text' }],
    })
  })

  test('finds nothing where there is nothing', async () => {
    using project = await projectWithStore()

    expect(await project.understudy('store', 'scan')).toEqual({
      exit: 0,
      stdout: 'No secrets found in 4 recordings\n',
      stderr: '',
    })
  })
})

test.each([
  [['list', '--out', 'x'], 'Cannot use --out with store list'],
  [['list', 'x'], 'Cannot use "x" with store list'],
  [['import', 'x', '--server', 'y'], 'Cannot use --server with store import'],
  [['prune', '--status', 'result'], 'Cannot use --status with store prune'],
  [['show', 'aaaa', 'bbbb'], 'Cannot use "bbbb" with store show'],
  [['import'], 'Cannot import nothing'],
  [['export'], 'Cannot export without --out'],
  [['list', '--since', 'yesterday'], 'Cannot use --since "yesterday": it is no time'],
  [['list', '--since', '2026-02-31T25:00'], 'Cannot use --since "2026-02-31T25:00": there is no such day'],
  [
    ['list', '--before', '1d', '--older-than', '1d'],
    'Cannot use --before and --older-than together: they say the same',
  ],
  [['list', '--status', 'x'], expect.stringContaining('Cannot use --status "x": the choices are result,')],
])('store %j is refused', async (args, message) => {
  using project = await projectWithStore()

  expect(await errorOf(project, ...args)).toMatchObject({ exit: 2, code: 'USAGE', message })
})

test('a store that is not there is refused, and not made', async () => {
  using project = createProject()

  expect(await errorOf(project, 'list')).toMatchObject({ exit: 2, code: 'FILE_UNREADABLE' })
  expect(await errorOf(project, 'list', '--store', 'x.jsonl')).toMatchObject({
    exit: 2,
    message: 'Cannot read the store "x.jsonl": there is no such file',
  })
  expect(Object.keys(project.files())).toEqual(['.mcp.json'])
})
