/** The recorder that serves a server on standard input and output over HTTP. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { livingDescendants } from '../e2e/children.js'
import { createProject } from '../e2e/project.js'
import { MAIN } from '../fixtures/command-line.js'
import { OFFICIAL_CLIENTS } from '../fixtures/official-clients.js'
import { fixture, isRunning } from '../fixtures/start-server.js'
import { HANDSHAKE, META } from '../server/openings.js'
import { ask, messagesOf } from '../server/raw-http.js'
import { verifies } from '../verifies.js'
import { type RecorderRun, recordingsIn, scratchFolder, start } from './recorder-process.js'
import { useSample } from './use-sample.js'

verifies('record:durable', 'record:front', 'record:transparent', 'cli:no-process-left')

/** A recorder that serves, its URL, and what it says on standard error. */
async function serving(store: string, server: readonly string[], ...options: readonly string[]) {
  const run = start([
    ...[process.execPath, MAIN, 'record', '--listen', '0', '--store', store, ...options, '--', ...server],
  ])
  onTestFinished(() => void run.child.kill('SIGKILL'))
  let said = ''
  while (!said.includes('/mcp\n')) said += String((await once(run.child.stderr, 'data'))[0])
  return { run, url: /http:\S+/.exec(said)?.[0] ?? '' }
}

/** Interrupts it. Nothing that it started is left. */
async function end({ child, ended }: RecorderRun) {
  const started = livingDescendants(child.pid ?? 0)
  child.kill('SIGTERM')
  const how = await ended
  expect(started.filter(isRunning)).toEqual([])
  return { ...how, servers: started.length }
}

function commandOf(name: string, ...args: readonly string[]): string[] {
  const { command, args: file = [] } = fixture(name)
  return [command, ...file, ...args]
}

const call = (id: string | number, name: string, args: object = {}, meta?: object) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
})
const modernHeaders = (name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
})

/** A server that answers with the very text that it was sent. */
const SAYS_WHAT_IT_HEARD = `
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line)
    const said = method === 'initialize' ? '"protocolVersion":"2025-11-25"' : '"said":' + line
    if (id !== undefined) console.log('{"jsonrpc":"2.0", "id":' + JSON.stringify(id) + ',"result":{' + said + '}}')
  })`

/** Opens a session, and gives the headers of all that follows in it. */
async function openSession(url: string, headers: Readonly<Record<string, string>> = {}) {
  const opened = await ask(url, { body: HANDSHAKE, headers })
  const id = String(opened.headers['mcp-session-id'])
  return { ...headers, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
}

describe.skipIf(process.platform === 'win32')('the recorder in front of a server on stdio', () => {
  it.each(Object.entries(OFFICIAL_CLIENTS))(
    'serves the official client of %s, and so does what it recorded',
    async (_, kind) => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      const { run, url } = await serving(store, commandOf('served'))
      const live = kind.make()
      const replayed = kind.make()

      await useSample(live, () => kind.overHttp(live, url))
      const { code, stderr } = await end(run)
      await useSample(replayed, () => kind.overStdio(replayed, [MAIN, 'replay', '--store', store]))

      expect(code).toBe(143)
      expect(String(stderr)).toMatch(/Recorded \d+ exchanges of server/)
      const tools = (await recordingsIn(store)).flatMap(({ tool }) => tool?.name ?? [])
      expect(tools).toEqual(expect.arrayContaining(['echo', 'regional', 'tells', 'asks']))
    },
  )

  it('starts a server for each session, one for all requests that stand alone, and ends each in time', async () => {
    using folder = scratchFolder()
    const { run, url } = await serving(join(folder.path, 'r.db'), commandOf('remembers-calls'))
    const pids = (): number => livingDescendants(run.child.pid ?? 0).length
    expect(pids()).toBe(1)

    const first = await openSession(url)
    const second = await openSession(url)
    expect(pids()).toBe(2)
    await ask(url, { method: 'DELETE', headers: first })
    await expect.poll(pids).toBe(1)
    const gone = await ask(url, { body: call(1, 'count'), headers: first })
    const alive = await ask(url, { body: call(1, 'count'), headers: second })

    expect([gone.status, alive.status]).toEqual([404, 200])
    expect((await end(run)).servers).toBe(1)
  })

  it('that is durable and is killed has stored every answer that its client had', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    const { run, url } = await serving(store, commandOf('echo'), '--durable')
    const headers = await openSession(url)

    const answer = await ask(url, { body: call(1, 'echo', { message: 'kept' }), headers })
    for (const pid of livingDescendants(run.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
    run.child.kill('SIGKILL')
    await run.ended

    expect(answer.body).toContain('kept')
    expect(
      (await recordingsIn(store)).flatMap(({ params, tool }) => (tool ? [params?.arguments] : [])),
    ).toEqual([{ message: 'kept' }])
  })

  it('changes no value of a session, and gives each client of the other era its own ids', async () => {
    using folder = scratchFolder()
    const repeating = [process.execPath, '-e', SAYS_WHAT_IT_HEARD]
    const { run, url } = await serving(join(folder.path, 'r.db'), repeating)
    const headers = await openSession(url)
    const written =
      '{"id":"0",\n"zero":1.0,"jsonrpc":"2.0","method":"odd","params":{"long":12345678901234567890}}'

    const inSession = await ask(url, { body: written, headers })
    const alone = await Promise.all(
      ['a', 'b', 'a'].map((id) =>
        ask(url, { body: call(id, 'look', {}, META), headers: modernHeaders('look') }).then(messagesOf),
      ),
    )

    expect(inSession.body).toContain(
      `data: {"jsonrpc":"2.0", "id":"0","result":{"said":${written.replace('\n', ' ')}}}\n`,
    )
    expect(alone).toMatchObject([[{ id: 'a' }], [{ id: 'b' }], [{ id: 'a' }]])
    await end(run)
  })

  it('tells clients that share a server apart by their tokens of progress, which they may choose alike', async () => {
    using folder = scratchFolder()
    const { run, url } = await serving(join(folder.path, 'r.db'), commandOf('official-both-eras'))
    const asked = call(1, 'progresses', {}, { ...META, progressToken: 'mine' })

    const both = await Promise.all(
      [1, 2].map(() => ask(url, { body: asked, headers: modernHeaders('progresses') }).then(messagesOf)),
    )

    for (const heard of both)
      expect(heard).toMatchObject([
        { method: 'notifications/progress', params: { progressToken: 'mine' } },
        { id: 1, result: { content: [{ text: 'done' }] } },
      ])
    await end(run)
  })

  it('does not let the mistake of one client decide what a shared server speaks', async () => {
    using folder = scratchFolder()
    const { run, url } = await serving(join(folder.path, 'r.db'), commandOf('official-both-eras'))
    const headers = modernHeaders('echo')

    const nameless = await ask(url, { body: call(1, 'echo', { message: 'x' }), headers })
    const proper = await ask(url, { body: call(2, 'echo', { message: 'x' }, META), headers })

    expect([nameless.status, proper.status]).toEqual([400, 200])
    expect(messagesOf(nameless)).toMatchObject([{ id: 1, error: { code: -32602 } }])
    expect(messagesOf(proper)).toMatchObject([{ id: 2, result: { content: [{ text: 'x' }] } }])
    await end(run)
  })

  it.each(['legacy', 'modern'] as const)(
    'cancels in the %s era what its client cancels',
    async (era) => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      const { run, url } = await serving(store, commandOf('official-both-eras'))
      const headers = era === 'legacy' ? await openSession(url) : modernHeaders('waits')
      if (era === 'legacy')
        await ask(url, { body: { jsonrpc: '2.0', method: 'notifications/initialized' }, headers })
      const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
      const asking = request(url, { method: 'POST', headers: { ...types, ...headers } }).on(
        'error',
        () => undefined,
      )
      asking.end(JSON.stringify(call(7, 'waits', {}, era === 'legacy' ? undefined : META)))
      const isCancelled = once(run.child.stderr, 'data')

      if (era === 'legacy') {
        await once(asking, 'response')
        const params = { requestId: 7, reason: 'enough' }
        await ask(url, { body: { jsonrpc: '2.0', method: 'notifications/cancelled', params }, headers })
      } else {
        // Another answer of the same server shows that it has heard the first.
        await ask(url, { body: call(8, 'echo', { message: 'x' }, META), headers: modernHeaders('echo') })
        asking.destroy()
      }

      expect(String((await isCancelled)[0])).toBe('cancelled\n')
      await end(run)
      const recorded = await recordingsIn(store)
      expect(recorded.find(({ tool, params }) => (tool?.name ?? params?.name) === 'waits')?.ended).toBe(
        'cancelled',
      )
    },
    60_000,
  )

  it('answers for a server that dies, ends its session, and starts another one for who comes next', async () => {
    using folder = scratchFolder()
    const { run, url } = await serving(join(folder.path, 'r.db'), commandOf('dies-during-call'))
    const headers = await openSession(url)

    const died = await ask(url, { body: call('x', 'echo'), headers })
    const over = await ask(url, { body: call('y', 'echo'), headers })
    const next = await ask(url, { body: HANDSHAKE })
    const alone = [
      await ask(url, { body: call('m', 'echo', {}, META), headers: modernHeaders('echo') }),
      await ask(url, { body: call('n', 'echo', {}, META), headers: modernHeaders('echo') }),
    ]

    expect(messagesOf(died).at(-1)).toMatchObject({ id: 'x', error: { code: 502 } })
    expect([over.status, next.status]).toEqual([404, 200])
    expect(alone.map((each) => messagesOf(each).at(-1))).toMatchObject([
      { id: 'm', error: { code: 502, message: expect.stringContaining('SIGABRT') } },
      { id: 'n', error: { code: 502 } },
    ])
    await end(run)
  })

  it('lets in whom it may: names of this host, origins of it, and clients with a token, which share nothing', async () => {
    using folder = scratchFolder()
    const tokens = join(folder.path, 'tokens.json')
    const [ann, bob] = ['anns-long-token-1', 'bobs-long-token-2']
    writeFileSync(
      tokens,
      JSON.stringify({
        tokens: [
          { name: 'ann', token: ann },
          { name: 'bob', token: bob },
        ],
      }),
    )
    const store = join(folder.path, 'r.db')
    const { run, url } = await serving(
      store,
      commandOf('served'),
      '--tokens',
      tokens,
      '--allow-host',
      'box.test',
    )
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

    const nobody = await ask(url, { body: HANDSHAKE })
    const foreign = await ask(url, { body: HANDSHAKE, headers: { ...bearer(ann), host: 'evil.test' } })
    const page = await ask(url, { body: HANDSHAKE, headers: { ...bearer(ann), origin: 'http://evil.test' } })
    const named = await ask(url, { body: HANDSHAKE, headers: { ...bearer(ann), host: 'box.test' } })
    const anns = await openSession(url, bearer(ann))
    const stolen = await ask(url, { body: call(1, 'echo'), headers: { ...anns, ...bearer(bob) } })
    for (const token of [ann, bob])
      await ask(url, {
        body: call(1, 'echo', { message: 'x' }, META),
        headers: { ...bearer(token), ...modernHeaders('echo') },
      })

    expect([nobody, foreign, page, named, stolen].map(({ status }) => status)).toEqual([
      401, 403, 403, 200, 404,
    ])
    // Two sessions of Ann's, and one server for what each of the two asks without one.
    expect((await end(run)).servers).toBe(4)
    expect(JSON.stringify(await recordingsIn(store))).not.toContain('long-token')
  })

  it.each<[string, readonly string[], number, RegExp]>([
    ['other machines without tokens', ['--listen', '0.0.0.0:0', '--', 'node'], 2, /without tokens/],
    ['a command that is not there', ['--listen', '0', '--', 'no-such-command'], 3, /no-such-command/],
    ['tokens on standard input and output', ['--tokens', 't.json', '--', 'node'], 2, /without --listen/],
    [
      'tokens for a server at a URL',
      ['--listen', '0', '--tokens', 't.json', '--url', 'http://localhost:1/mcp'],
      2,
      /Cannot use --tokens with a server at a URL/,
    ],
  ])('refuses %s', async (_, options, code, reason) => {
    using project = createProject()

    const { exit, stderr } = await project.understudy('record', ...options)

    expect(exit).toBe(code)
    expect(stderr).toMatch(reason)
  })
})
