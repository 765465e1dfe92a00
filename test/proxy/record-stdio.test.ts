/** The recorder between a client and a server process: what each of them sees, and what is kept. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/base/index.js'
import { openSqliteStore } from '../../src/recording/index.js'
import { createProject } from '../e2e/project.js'
import { fixture, isRunning } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { askOn, type RecorderRun, recording, recordingsIn, scratchFolder, start } from './recorder-process.js'

verifies('record:bytes', 'record:durable', 'record:transparent', 'record:nothing-lost', 'cli:no-process-left')

const node = (script: string): string[] => [process.execPath, '-e', script]
const ECHO_BYTES = node('process.stdin.pipe(process.stdout); process.stdin.pipe(process.stderr)')
const { command, args = [] } = fixture('echo')
const ECHO = [command, ...args]

describe('the recorder on stdio', () => {
  it('passes hostile bytes on exactly, however they are torn apart', async () => {
    using folder = scratchFolder()
    const bytes = hostileBytes()
    const run = start(recording(ECHO_BYTES, join(folder.path, 'r.db')))

    for (const chunk of torn(bytes)) if (!run.child.stdin.write(chunk)) await once(run.child.stdin, 'drain')
    run.child.stdin.end()
    const { code, stdout, stderr } = await run.ended

    expect(code).toBe(0)
    expect(stdout.equals(bytes)).toBe(true)
    expect(firstDifference(stderr, bytes)).toBe('none')
  })

  it('ends as the server ends: with its exit code, its last words, and nothing left', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    const last = 'process.stdout.write("x".repeat(300000), () => process.exit(7))'

    const exited = await start(recording(node(last), store)).ended
    const killed = await start(recording(node('process.kill(process.pid, "SIGKILL")'), store)).ended
    const missing = await start(recording(['no-such-command-anywhere'], store)).ended

    expect([exited.code, exited.stdout.length]).toEqual([7, 300_000])
    expect(killed.code).toBe(process.platform === 'win32' ? 1 : 137)
    expect(missing.code).toBe(3)
    expect(String(missing.stderr)).toContain('no-such-command-anywhere')
  })

  it.skipIf(process.platform === 'win32')(
    'passes an interruption on, stores what was said, and leaves no server behind',
    async () => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      const noted =
        'process.on("SIGINT", () => { process.stdout.write("bye\\n"); process.exit(0) }); setInterval(() => 0, 1000); process.stdout.write(process.pid + "\\n")'
      const run = start(recording(node(noted), store))
      const [pid] = await once(run.child.stdout, 'data')
      run.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
      run.child.kill('SIGINT')

      const { code, stdout } = await run.ended

      expect(code).toBe(130)
      expect(String(stdout)).toContain('bye')
      expect(isRunning(Number(pid))).toBe(false)
    },
    60_000,
  )

  it('lets the server end when its client is gone', async () => {
    using folder = scratchFolder()
    const run = start(recording(ECHO, join(folder.path, 'r.db')))
    await askOn(run)

    run.child.stdout.destroy()
    run.child.stdin.destroy()
    await run.ended

    expect((await recordingsIn(join(folder.path, 'r.db'))).map(({ method }) => method)).toEqual([
      'initialize',
      'tools/list',
    ])
  })

  it.skipIf(process.platform === 'win32')(
    'that is killed has kept every answer that its client had',
    async () => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      const run = start(recording(ECHO, store))
      const client = await askOn(run)
      for (let i = 0; i < 2000; i++) await client.call(`message ${i}`)

      run.child.kill('SIGKILL')
      const { stderr } = await run.ended

      const messages = (await recordingsIn(store)).flatMap(({ params, tool }) =>
        tool === undefined ? [] : [params],
      )
      expect(messages.length).toBeGreaterThanOrEqual(1999)
      expect(messages[1998]).toEqual({ name: 'echo', arguments: { message: 'message 1998' } })
      expect(String(stderr)).toBe('')
    },
    60_000,
  )

  it.skipIf(process.platform !== 'linux')(
    'that is durable and is killed with all its processes has stored every answer that its client had',
    async () => {
      for (let answers = 1; answers <= 4; answers++) {
        using folder = scratchFolder()
        const store = join(folder.path, 'r.db')
        const run = start(recording(ECHO, store, '--durable'))
        const client = await askOn(run)
        for (let i = 0; i < answers; i++) await client.call(`message ${i}`)

        process.kill(recorderProcessOf(run), 'SIGKILL')
        run.child.kill('SIGKILL')
        await run.ended

        const said = (await recordingsIn(store)).flatMap(({ params, tool }) =>
          tool === undefined ? [] : [params?.arguments],
        )
        expect(said).toEqual(Array.from({ length: answers }, (_, i) => ({ message: `message ${i}` })))
      }
    },
    60_000,
  )

  it.skipIf(process.platform !== 'linux')(
    'that is durable ends, and hands no answer on, once nothing can be stored',
    async () => {
      using folder = scratchFolder()
      const run = start(recording(ECHO, join(folder.path, 'r.db'), '--durable'))
      const client = await askOn(run)
      for (let i = 1; i <= 4; i++) {
        process.kill(recorderProcessOf(run), 'SIGKILL')
        await run.hasSaid('was ended by SIGKILL', i)
        if (i < 4) await client.call(`after ${i}`)
      }
      run.child.stdin.write(
        '{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"echo","arguments":{"message":"too late"}}}\n',
      )
      const { code, stdout, stderr } = await run.ended

      expect(code).toBe(3)
      expect(String(stdout)).toContain('after 3')
      expect(String(stdout)).not.toContain('too late')
      expect(String(stderr)).toContain('Cannot hand on an answer: it could not be stored')
      expect(await recordingsIn(join(folder.path, 'r.db'))).toHaveLength(5)
    },
    60_000,
  )

  it.skipIf(process.platform !== 'linux')(
    'loses nothing and doubles nothing when the process that records is killed, and says so',
    async () => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      const run = start(recording(ECHO, store, '--policy', policyOf(folder.path)))
      const client = await askOn(run)
      const long = 'x'.repeat(500)
      for (let i = 0; i < 900; i++) {
        if (i === 300 || i === 600) process.kill(recorderProcessOf(run), 'SIGKILL')
        // A new one is there once its death is told.
        if (i === 301 || i === 601) await run.hasSaid('a new one records', i === 301 ? 1 : 2)
        await client.call(`${i} ${long}`)
      }
      run.child.stdin.end()
      const { code, stderr } = await run.ended

      const all = await recordingsIn(store)
      const said = all.flatMap(({ params, tool }) => (tool === undefined ? [] : [params?.arguments]))
      expect(code).toBe(0)
      expect(said).toEqual(Array.from({ length: 900 }, (_, i) => ({ message: `${i} ${long}` })))
      expect(new Set(all.map(({ tool }) => tool?.fingerprint)).size).toBe(2)
      expect(all.filter(({ method }) => method === 'initialize')).toHaveLength(1)
      expect(String(stderr).split('\n').slice(0, 2)).toEqual([
        'Warning: a new one records from what was not stored yet. The process that records was ended by SIGKILL',
        'Warning: a new one records from what was not stored yet. The process that records was ended by SIGKILL',
      ])
    },
    60_000,
  )

  it.skipIf(process.platform !== 'linux')(
    'gives up when one process that records after the other is killed, and disturbs nobody',
    async () => {
      using folder = scratchFolder()
      const run = start(recording(ECHO, join(folder.path, 'r.db')))
      const client = await askOn(run)
      for (let i = 1; i <= 4; i++) {
        process.kill(recorderProcessOf(run), 'SIGKILL')
        await run.hasSaid('was ended by SIGKILL', i)
      }

      await client.call('still there')
      run.child.stdin.end()
      const { code, stdout, stderr } = await run.ended

      expect(code).toBe(3)
      expect(String(stdout)).toContain('still there')
      expect(String(stderr)).toContain(
        'Warning: nothing more is recorded. The process that records was ended by SIGKILL\n',
      )
    },
    60_000,
  )

  it('shares one store with others at the same time', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')

    const runs = ['a', 'b', 'c'].map((name) => ({ name, run: start(recording(ECHO, store, '--name', name)) }))
    await Promise.all(
      runs.map(async ({ name, run }) => {
        const client = await askOn(run)
        for (let i = 0; i < 20; i++) await client.call(`${name} ${i}`)
        run.child.stdin.end()
        expect(await run.ended).toMatchObject({ code: 0 })
      }),
    )

    const all = await recordingsIn(store)
    for (const { name } of runs)
      expect(all.filter(({ server, tool }) => server === name && tool !== undefined)).toHaveLength(20)
  })

  it('replaces the secrets of the server before anything is stored', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    const run = start(recording(ECHO, store, '-e', 'API_TOKEN=s3cr3t-s3cr3t-99'))
    const client = await askOn(run)
    await client.call('my token is s3cr3t-s3cr3t-99')
    run.child.stdin.end()

    const { stdout, stderr } = await run.ended
    const stored = JSON.stringify(await recordingsIn(store))

    expect(String(stdout)).toContain('s3cr3t-s3cr3t-99')
    expect(String(stderr)).toMatch(/Recorded 3 exchanges of server in [\d.]+ m?s to .*r\.db \(0 errors\)/)
    expect(stored).toContain('my token is ')
    expect(stored).not.toContain('s3cr3t-s3cr3t-99')
  })

  it('says which tools nobody knows the effect of, and takes the word of a policy', async () => {
    using folder = scratchFolder()
    const recordTwice = async (store: string, ...options: readonly string[]) => {
      const run = start(recording(ECHO, store, ...options))
      const client = await askOn(run)
      for (const message of ['one', 'two']) await client.call(message)
      run.child.stdin.end()
      const { stderr } = await run.ended
      await using opened = await openSqliteStore(store)
      return { stderr: String(stderr), generation: await opened.generations.of('server') }
    }

    const unsaid = await recordTwice(join(folder.path, 'unsaid.db'))
    const said = await recordTwice(join(folder.path, 'said.db'), '--policy', policyOf(folder.path))

    expect(unsaid.generation).toBeGreaterThan(0)
    expect(unsaid.stderr).toContain('Note: nobody says what this tool does: server:echo\n')
    expect(unsaid.stderr).toContain('rules: [{ tools: "server:echo", effect: read }]\n')
    expect(said).toEqual({ generation: 0, stderr: expect.not.stringContaining('Note:') })
  })

  it('replaces what the settings of the project name', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    const settings = join(folder.path, 'settings.json')
    const redact = { values: ['project-bluebird'], patterns: ['ACME-[0-9]{6}'] }
    writeFileSync(settings, JSON.stringify({ recordings: { redact } }))
    const run = start(recording(ECHO, store, '--settings', settings))
    const client = await askOn(run)
    await client.call('ACME-123456 of project-bluebird')
    run.child.stdin.end()

    await run.ended

    const stored = JSON.stringify(await recordingsIn(store))
    expect(stored).toMatch(/REDACTED_\S+ of REDACTED_/)
    expect(stored).not.toMatch(/ACME-|bluebird/)
  })

  it.each<[string, readonly string[], RegExp]>([
    ['a recording', ['--cassette', 'none.jsonl'], /none\.jsonl/],
    ['two places', ['--out', 'a.jsonl', '--store', 'b.db', '--', 'node'], /--out and --store/],
    ['no server', [], /without a server/],
    ['what is up to the client', ['--era', 'modern', '--', 'node'], /--era with record/],
    ['an address that is none', ['--listen', 'here', '--url', 'http://localhost:1/mcp'], /--listen "here"/],
  ])('refuses %s', async (_, options, reason) => {
    using project = createProject()

    const { exit, stderr } = await project.understudy('record', ...options)

    expect(exit).toBe(2)
    expect(stderr).toMatch(reason)
  })
})

/** That `echo` only reads. */
function policyOf(folder: string): string {
  const file = join(folder, 'policy.yaml')
  writeFileSync(file, 'rules: [{ tools: "server:echo", effect: read }]\n')
  return file
}

function recorderProcessOf({ child }: RecorderRun): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  return Number(
    children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('recorder-process')),
  )
}

/** What stands where `found` does not begin with `wanted`. */
function firstDifference(found: Buffer, wanted: Buffer): string {
  if (found.subarray(0, wanted.length).equals(wanted)) return 'none'
  const at = wanted.findIndex((byte, i) => found[i] !== byte)
  return `at ${at} of ${wanted.length}: ${JSON.stringify(String(found.subarray(at, at + 300)))}`
}

/** A message of 16 MB, lines that are no JSON and no UTF-8, null bytes, line ends of all kinds, and no last line feed. */
function hostileBytes(): Buffer {
  const random = seededRandom(7)
  const noise = Buffer.from(Array.from({ length: 100_000 }, () => random.integer(0, 255)))
  const large = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'é'.repeat(8_000_000) },
  })
  return Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":0,"method":"ping"}\r\n\r\n\n'),
    Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xc3]),
    noise,
    Buffer.from(`\n${large}\n[[[[{"a":`),
    Buffer.from('{"jsonrpc":"2.0","id":"no line feed"}'),
  ])
}

/** First byte by byte, then in pieces that fit nothing. */
function* torn(bytes: Buffer): Generator<Buffer> {
  for (let i = 0; i < 200; i++) yield bytes.subarray(i, i + 1)
  for (let i = 200; i < bytes.length; i += 99_991) yield bytes.subarray(i, i + 99_991)
}
