/** After a write that nobody can place, no earlier knowledge of that world is certain; ends are certain only on known values. */
import { describe, expect, test } from 'vitest'
import { stub } from '../../src/call/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../src/dryrun/index.js'
import { footprintSource } from '../../src/effects/index.js'
import type { ServerTools } from '../../src/registry/index.js'
import { verifies } from '../verifies.js'
import { oneGuest } from './one-guest.js'
import { FILE_TOOLS, NOW, type RecordedCall, recordedCalls } from './recorded-world.js'

verifies('rehearsal:knowledge-ends-at-writes', 'rehearsal:fail-is-proved')

const CONFIG: RecordedCall = read('fs', { path: 'config.json' }, { retries: 2 })
const STUBS = [
  stub('fs:write_file', { result: 'ok' }),
  stub('fs:move_file', { result: 'ok' }),
  stub('fs:find', { result: 'ok' }),
  stub('other:write_file', { result: 'ok' }),
]
const WRITE = `await mcp.fs.write_file({ path: 'config.json', content: '{"retries":9}' })\n`
const READ = `const config = await mcp.fs.read_file({ path: 'config.json' })\n`

describe('a recording is no evidence', () => {
  test.each<[string, string]>([
    ['of what the program overwrote', `${WRITE}${READ}if (config.retries !== 2) throw new Error('changed')`],
    ['of what the program may have found and changed', `await mcp.fs.find({})\n${READ}return config`],
    [
      'at a place that was moved away',
      `await mcp.fs.move_file({ from: 'config.json', to: 'b.json' })\n${READ}return config`,
    ],
    [
      'of what is written beside it',
      `await Promise.all([mcp.fs.read_file({ path: 'config.json' }), mcp.fs.write_file({ path: 'config.json' })])`,
    ],
    [
      'of what is read beside a write',
      `await Promise.all([mcp.fs.write_file({ path: 'config.json' }), mcp.fs.read_file({ path: 'config.json' })])`,
    ],
    [
      'after a write that nobody waited for',
      `void mcp.fs.write_file({ path: 'config.json' })\n${READ}return config`,
    ],
    [
      'after a write of a server beside it',
      `await mcp.other.write_file({ path: 'config.json' })\n${READ}return config`,
    ],
  ])('%s', async (_, program) => {
    const report = await rehearseFiles(program)

    expect(report.verdict).toBe('uncertain')
    expect(report.calls.find(({ tool }) => tool === 'fs:read_file')).toMatchObject({
      source: 'recording',
      invented: false,
      doubt: expect.stringMatching(/^(fs|other):\w+ \(call \d\) may have changed it$/),
    })
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'RECORDING_DOUBTFUL', severity: 'warning' }),
    )
  })

  test('when the program asks the same again, once it has waited', async () => {
    const wait = 'await new Promise((done) => setTimeout(done, 2000))\n'
    const again = await rehearseFiles(
      `${READ}${wait}const { retries } = await mcp.fs.read_file({ path: 'config.json' })\nreturn retries - config.retries`,
    )
    const atOnce = await rehearseFiles(
      `${wait}${READ}const { retries } = await mcp.fs.read_file({ path: 'config.json' })\n${wait}return retries - config.retries`,
    )

    expect(again.verdict).toBe('uncertain')
    expect(again.calls.map(({ doubt }) => doubt)).toEqual([
      undefined,
      'the same was asked in call 1: the program waited 2000 ms since, in which it may have changed',
    ])
    expect(atOnce).toMatchObject({ verdict: 'pass' })
  })

  test('after a write that the policy denied', async () => {
    const policy = { rules: [{ tools: 'fs:write_file', decision: 'deny' }] } as const
    const report = await rehearseFiles(`try { ${WRITE} } catch {}\n${READ}return config`, { policy })

    expect(report.calls[1]).toMatchObject({ doubt: 'fs:write_file (call 1) may have changed it' })
  })

  test('that makes what comes of it certain', async () => {
    const report = await rehearseFiles(
      `${WRITE}${READ}if (config.retries === 2) await mcp.fs.read_file({ path: 7, missing: config.retries })\nthrow new Error('no')`,
    )

    expect(report.verdict).toBe('uncertain')
    expect(report.calls.at(-1)?.depends_on_invented).toEqual([2])
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'PROGRAM_THREW', certain: false }),
    )
  })

  test('to a loop that waits for what it wrote itself', async () => {
    const report = await rehearseFiles(
      `${WRITE}let retries\ndo retries = (await mcp.fs.read_file({ path: 'config.json' })).retries\nwhile (retries !== 9)`,
      { budgets: { calls: 20 } },
    )

    expect(report).toMatchObject({ ended: 'call_limit', verdict: 'uncertain' })
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'RUN_STOPPED', certain: false }),
    )
  })
})

describe('a recording stays evidence', () => {
  test.each<[string, string]>([
    ['before every write', `${READ}${WRITE}return config`],
    ['where nothing is written', `${READ}return config.retries`],
    ['for a program that reads twice', `${READ}${READ.replace('config ', 'again ')}return again`],
    [
      'after a write behind a URL',
      `await mcp.remote.write_file({ path: 'config.json' })\n${READ}return config`,
    ],
    [
      'after a write in folders apart',
      `await mcp.apart.write_file({ path: 'config.json' })\n${READ}return config`,
    ],
  ])('%s', async (_, program) => {
    const report = await rehearseFiles(program, {
      tools: [
        { server: 'fs', tools: FILE_TOOLS, reach: { kind: 'local', roots: ['/data/a'] } },
        { server: 'apart', tools: FILE_TOOLS, reach: { kind: 'local', roots: ['/data/ab'] } },
        { server: 'remote', tools: FILE_TOOLS, reach: { kind: 'remote', origin: 'https://files.test' } },
      ],
      stubs: [
        ...STUBS,
        stub('remote:write_file', { result: 'ok' }),
        stub('apart:write_file', { result: 'ok' }),
      ],
    })

    expect(report.validation.warnings).toEqual([])
    expect(report.verdict).toBe('pass')
  })

  test('and what is wrong on it still fails', async () => {
    const report = await rehearseFiles(`${READ}config.missing.length\n${WRITE}`)

    expect(report.verdict).toBe('fail')
  })
})

describe('servers whose roots overlap are one world', () => {
  test.each<[string, readonly string[] | undefined, readonly string[] | undefined, boolean]>([
    ['the same folder', ['/data'], ['/data'], true],
    ['a folder below', ['/data'], ['/x', '/data/sub'], true],
    ['a folder above', ['/data/sub'], ['/data'], true],
    ['no folder known', ['/data'], undefined, true],
    ['folders apart', ['/data'], ['/data2'], false],
  ])('%s', async (_, ours, theirs, isShared) => {
    const report = await rehearseFiles(`await mcp.other.write_file({ path: 'x' })\n${READ}return config`, {
      tools: [
        { server: 'fs', tools: FILE_TOOLS, ...reach(ours) },
        { server: 'other', tools: FILE_TOOLS, ...reach(theirs) },
      ],
    })

    expect(report.verdict).toBe(isShared ? 'uncertain' : 'pass')
  })

  function reach(roots: readonly string[] | undefined): Pick<ServerTools, 'reach'> {
    return roots === undefined ? {} : { reach: { kind: 'local', roots } }
  }
})

describe('what the user says of footprints', () => {
  const effects = [
    footprintSource([
      { tools: 'fs:read_file', footprint: { reads: ['{path}'] } },
      { tools: 'fs:list', footprint: { reads: ['.'] } },
      { tools: 'fs:write_file', footprint: { writes: ['{path}'] } },
      { tools: 'fs:find', footprint: 'read' },
    ]),
  ]

  test.each<[string, string, 'pass' | 'uncertain']>([
    ['a write elsewhere', `await mcp.fs.write_file({ path: 'other.json' })`, 'pass'],
    [
      'a write of the same by another spelling',
      `await mcp.fs.write_file({ path: './CONFIG.json' })`,
      'uncertain',
    ],
    ['a write of what holds it', `await mcp.fs.write_file({ path: '/' })`, 'uncertain'],
    ['a write of nobody knows what', `await mcp.fs.write_file({})`, 'uncertain'],
    ['a write that nothing is said of', `await mcp.fs.move_file({ path: 'other.json' })`, 'uncertain'],
    ['a call that the user says only reads', 'await mcp.fs.find({})', 'pass'],
    [
      'a write of another server in the same world',
      `await mcp.other.write_file({ path: 'other.json' })`,
      'uncertain',
    ],
  ])('%s before a read', async (_, call, verdict) => {
    const report = await rehearseFiles(`${call}\n${READ}return config`, { effects })

    expect(report.verdict).toBe(verdict)
  })
})

describe('in a workflow', () => {
  const readTask = { id: 'read', tool: 'fs:read_file', arguments: { path: 'config.json' } }
  const writeTask = { id: 'write', tool: 'fs:write_file', arguments: { path: 'config.json' } }

  test.each<[string, readonly object[], 'pass' | 'uncertain']>([
    ['a read that nothing sets before a write', [readTask, writeTask], 'uncertain'],
    ['a read that nothing sets before a write, which stands first', [writeTask, readTask], 'uncertain'],
    ['a read that waits for the write', [writeTask, { ...readTask, depends_on: ['write'] }], 'uncertain'],
    ['a read that the write waits for', [readTask, { ...writeTask, depends_on: ['read'] }], 'pass'],
    [
      'a read that the write waits for by another task',
      [
        readTask,
        { id: 'between', tool: 'fs:list', arguments: {}, depends_on: ['read'] },
        { ...writeTask, depends_on: ['between'] },
      ],
      'pass',
    ],
  ])('%s', async (_, tasks, verdict) => {
    const report = await rehearseFiles(JSON.stringify({ tasks }), { fileName: 'plan.json' })

    expect(report.verdict).toBe(verdict)
  })

  test('a second write behind what was read after the first is told, and is not certain', async () => {
    const tasks = [
      writeTask,
      { ...readTask, depends_on: ['write'] },
      { ...writeTask, id: 'again', when: { '$OUTPUT[read].retries': { '!=': 2 } } },
    ]
    const report = await rehearseFiles(JSON.stringify({ tasks }), { fileName: 'plan.json' })

    expect(report.verdict).toBe('uncertain')
    expect(report.unreached_calls).toMatchObject([{ tool: 'fs:write_file' }])
  })
})

describe('an end is certain on known values alone', () => {
  test.each([
    ['hangs on what it is told, and ends', 'while (c)', 'completed'],
    ['has no end', 'while (true)', 'call_limit'],
  ])('a loop that %s is uncertain', async (_, until, ended) => {
    const report = await rehearseFiles(
      `let c, n = 0\ndo { const p = await mcp.fs.find({ name: c ?? null }); c = p.name; n++ } ${until}\nreturn n`,
      { stubs: [], budgets: { calls: 50 } },
    )

    expect(report).toMatchObject({ ended, verdict: 'uncertain' })
  })

  test.each<[string, string]>([
    [
      'that gives up by itself',
      "for (let i = 0; i < 5; i++) { if ((await mcp.fs.read_file({ path: 'config.json' })).retries === 3) return 'ok'\nawait new Promise((r) => setTimeout(r, 1000)) }\nthrow new Error('timed out')",
    ],
    [
      'that never gives up',
      "while ((await mcp.fs.read_file({ path: 'config.json' })).retries !== 3) await new Promise((r) => setTimeout(r, 1000))",
    ],
  ])('a poll %s, which only time could end, is uncertain', async (_, program) => {
    const report = await rehearseFiles(program, { budgets: { calls: 20 } })

    expect(report.verdict).toBe('uncertain')
    expect(report.ended).not.toBe('completed')
  })

  test.each<[string, string]>([
    ['an exception', `${READ}throw new Error(config.retries)`],
    ['a loop without calls', `${READ}while (true) {}`],
    ['calls that are never the same', 'for (let i = 0; ; i++) await mcp.fs.write_file({ path: String(i) })'],
  ])('%s on what was recorded fails', async (_, program) => {
    const report = await rehearseFiles(program, { budgets: { calls: 20, cpuSeconds: 1 } })

    expect(report.verdict).toBe('fail')
  })

  test.each<[string, string]>([
    ['a throw by chance', `${READ}if (Math.random() < 0.5) throw new Error('unlucky')\nreturn config`],
    ['no throw by chance', `${READ}if (Math.random() > 0.5) throw new Error('unlucky')\nreturn config`],
    [
      'a call on one day of the week',
      `${READ}if (new Date().getUTCDay() === 1) await mcp.fs.move_file({ from: 'a', to: 'b' })`,
    ],
    ['a loop to a deadline', `const end = Date.now() + 100\nwhile (Date.now() < end) { ${READ} }`],
    [
      'what is told of slow calls',
      `const start = Date.now()\n${READ}if (Date.now() - start > 10_000) throw new Error('slow')`,
    ],
  ])('%s is uncertain, also where every answer is known', async (_, program) => {
    const report = await rehearseFiles(program)

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'TIME_OR_CHANCE_DECIDES' }),
    )
  })

  test.each<[string, string]>([
    [
      'a time that is handed on',
      `${READ}await mcp.fs.write_file({ path: 'at', content: new Date().toISOString() })`,
    ],
    [
      'a day that has come',
      `${READ}if (Date.parse('2020-01-01') > Date.now()) throw new Error('not yet')\nreturn config`,
    ],
    [
      'a name that chance makes',
      `${READ}await mcp.fs.write_file({ path: 'tmp-' + Math.random(), content: 'x' })`,
    ],
  ])('%s passes', async (_, program) => {
    expect((await rehearseFiles(program)).verdict).toBe('pass')
  })

  test('an error that was recorded fails, unless it says that it passes: that lets who is patient pass', async () => {
    const verdictOf = async (program: string) => (await rehearseFiles(program)).verdict
    const busy = `await mcp.fs.read_file({ path: 'busy' })`

    expect(await verdictOf(`await mcp.fs.read_file({ path: 'gone' })`)).toBe('fail')
    expect(await verdictOf(busy)).toBe('uncertain')
    expect(await verdictOf(`try { ${busy} } catch { ${READ}return config }`)).toBe('pass')
    expect(await verdictOf(`try { ${busy} } catch { ${READ}throw new Error('no') }`)).toBe('uncertain')
  })

  test('a task of a workflow that was too busy is uncertain, and one beside it is not touched by that', async () => {
    const tasks = (path: string): string =>
      `tasks: [{ id: a, tool: "fs:read_file", arguments: { path: busy } }, { id: b, tool: "fs:read_file", arguments: { path: ${path} } }]`

    const busy = await rehearseFiles(tasks('config.json'), { fileName: 'plan.yaml' })
    const gone = await rehearseFiles(tasks('gone'), { fileName: 'plan.yaml' })

    expect([busy.verdict, gone.verdict]).toEqual(['uncertain', 'fail'])
  })

  test('a task that failed by what another task may have changed is uncertain', async () => {
    const report = await rehearseFiles(
      `tasks: [{ id: a, tool: "fs:write_file", arguments: { path: gone } }, { id: b, tool: "fs:read_file", arguments: { path: gone } }]`,
      { fileName: 'plan.yaml' },
    )

    expect(report.verdict).toBe('uncertain')
  })
})

describe('which of several calls is over first is luck, also where all that they answer is known', () => {
  const either = `mcp.fs.read_file({ path: 'config.json' }), mcp.fs.read_file({ path: 'gone' })`

  test.each<[string, string]>([
    ['a race that one of them loses', `await Promise.race([${either}])`],
    ['a race that the other one wins', `await Promise.race([${either}].reverse())`],
    [
      'what the first one says',
      `return await Promise.race([mcp.fs.list({}), mcp.fs.read_file({ path: 'config.json' })])`,
    ],
    [
      'what the last one leaves',
      `let last\nawait Promise.all(['config.json', 'other.json'].map(async (path) => { await mcp.fs.read_file({ path }); last = path }))\nawait mcp.fs.write_file({ path: last, content: '' })`,
    ],
  ])('%s', async (_, program) => {
    const report = await rehearseFiles(program)

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({
        code: 'TIME_OR_CHANCE_DECIDES',
        message: expect.stringContaining('hangs on which of several calls side by side is over first: '),
      }),
    )
  })

  test.each<[string, string, 'pass' | 'fail']>([
    [
      'all are waited for',
      `return await Promise.all([mcp.fs.list({}), mcp.fs.read_file({ path: 'config.json' })])`,
      'pass',
    ],
    ['whichever is first', `const ends = await Promise.allSettled([${either}])\nreturn ends.length`, 'pass'],
    ['one of all fails', `await Promise.all([${either}])`, 'fail'],
    ['the first that succeeds', `return (await Promise.any([${either}])).retries`, 'pass'],
  ])('and decides nothing where %s', async (_, program, verdict) => {
    expect((await rehearseFiles(program)).verdict).toBe(verdict)
  })
})

describe('what is asked of known values is never open, beside a write of which nothing is known', () => {
  test.each([
    "(config?.retries ?? 0) === 2 && config.mode?.startsWith('x') !== true",
    "list?.includes('config')",
    "list?.split?.(' ').at(0)?.endsWith('.json')",
    "items?.[0].list.includes('config')",
    "list?.match(/(\\w+)\\.json/)?.[1] === 'config' && list?.trim().split(' ').at(0) === 'config.json'",
    "items.find(({ list }) => list.length > 3)?.list.includes('config')",
    'config?.retries.toString().length === 1 && [config].at(0)?.retries !== 3',
    '[...list.matchAll(/(\\w+)\\.json/g)].length === 1',
    '[...list.matchAll(/^(.+): (\\d+)$/gm)].length === 0',
  ])('%s', async (asked) => {
    const report = await rehearseFiles(
      `${READ}const list = await mcp.fs.list({})\nconst items = [{ list }]\nif (!(${asked})) throw new Error('no')\nawait mcp.fs.write_file({ path: 'b' })`,
      { stubs: [] },
    )

    expect(report.exploration?.open_conditions).toEqual([])
    expect(report).toMatchObject({ verdict: 'pass', assumptions: [{ tool: 'fs:write_file' }] })
  })

  test.each(["list?.includes('config')", '[...list.matchAll(/(\\w+)\\.json/g)].length === 1'])(
    'and is, where the value is a guess: %s',
    async (asked) => {
      const report = await rehearseFiles(
        `const list = String(await mcp.fs.write_file({ path: 'b' }))\nif (${asked}) await mcp.fs.write_file({ path: 'c' })`,
        { stubs: [] },
      )

      expect(report.verdict).toBe('uncertain')
    },
  )
})

const SERVERS: readonly ServerTools[] = ['fs', 'other'].map((server) => ({ server, tools: FILE_TOOLS }))

async function rehearseFiles(plan: string, options: Partial<RehearseOptions> = {}): Promise<Report> {
  await using store = await recordedCalls(SERVERS, [
    CONFIG,
    read('fs', { path: 'other.json' }, { retries: 3 }),
    { server: 'fs', tool: 'list', arguments: {}, says: 'config.json' },
    { ...read('fs', { path: 'busy' }, '429 Too Many Requests: try again in 1 s'), isError: true },
    { ...read('fs', { path: 'gone' }, '404 Not Found'), isError: true },
  ])
  return await rehearse(plan, {
    sandbox: await oneGuest(),
    tools: SERVERS,
    now: NOW,
    fileName: 'plan.js',
    stubs: STUBS,
    store,
    ...options,
  })
}

function read(server: string, args: RecordedCall['arguments'], says: RecordedCall['says']): RecordedCall {
  return { server, tool: 'read_file', arguments: args, says }
}
