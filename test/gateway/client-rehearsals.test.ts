/** Clients of a dry gateway: each has one world, in which its calls see each other; no process is started. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Clock, defined, type JsonValue, type ManualClock, manualClock } from '../../src/base/index.js'
import { stub } from '../../src/call/index.js'
import {
  beginApplying,
  planOfRehearsal,
  settleApplied,
  titleOfRun,
} from '../../src/gateway/client-rehearsals/kept-assessment.js'
import { changedFiles, readRehearsal } from '../../src/gateway/client-rehearsals/rehearsal-record.js'
import { principalOf } from '../../src/gateway/clients/index.js'
import type { GatewayOptions } from '../../src/gateway/gateway-options.js'
import { composeDry } from '../../src/gateway/modes/dry.js'
import { openWorld } from '../../src/gateway/opening/open-world.js'
import { createGatewayService } from '../../src/gateway/service/index.js'
import { createExecuteDag } from '../../src/gateway/tools/execute-dag.js'
import { createFinishRehearsal } from '../../src/gateway/tools/finish-rehearsal.js'
import { memoryJournal, type RunJournal } from '../../src/journal/index.js'
import { serveHttp, serveInMemory } from '../../src/server/index.js'
import { connectUrl, openSession, type ServerRequestHandlers, type Session } from '../../src/session/index.js'
import { later } from '../fixtures/later.js'
import { verifies } from '../verifies.js'
import { type CopiedDesk, copiedDesk, DESK_TOOLS, tool } from './copied-desk.js'
import { inMemoryUpstreams } from './in-memory-upstreams.js'
import { serviceOf } from './service-client.js'

verifies('gateway:client-rehearsals')

const TOKEN = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'

describe('the calls of a client of a dry gateway', () => {
  test('see what the calls before them wrote, and the disk stays as it is', async () => {
    const desk = copiedDesk()
    const { connect } = await dryGateway(desk)
    const client = await connect()

    const answers = [
      await call(client, 'desk__write', { name: 'b.txt', text: 'new' }),
      await call(client, 'desk__read', { name: 'b.txt' }),
      await call(client, 'desk__read', { name: 'a.txt' }),
    ]

    expect(answers).toEqual(['written', 'new', 'hello'])
    expect([...desk.disk]).toEqual([['a.txt', 'hello']])
    expect(desk.worlds).toEqual({ made: 1, open: 1 })
  })

  test('are in the journal, sealed for a person, before their answers leave', async () => {
    const { connect, journal } = await dryGateway(copiedDesk())
    const client = await connect()

    await call(client, 'desk__write', { name: 'b.txt', text: 'new' })
    const [listed] = await journal.list(undefined, 'rehearsal')
    const kept = await journal.read(listed?.id ?? '', 'rehearsal')

    expect(listed).toMatchObject({ kind: 'rehearsal', state: 'running', title: 'a test' })
    expect(kept?.calls).toMatchObject([
      { n: 1, tool: 'desk:write', state: 'done', arguments: '{"name":"b.txt","text":"new"}' },
    ])
    expect(JSON.parse(kept?.calls[0]?.outcome ?? '')).toMatchObject({
      answer: { outcome: { content: [{ text: 'written' }] }, provenance: { source: 'copy' } },
      ...{ from: 1, to: 2, isRead: false, seen: { changes: [{ path: 'b.txt', change: 'made' }] } },
    })
    expect(await journal.list()).toEqual([])
  })

  test('get no answer that could not be kept', async () => {
    const journal = memoryJournal()
    const { connect } = await dryGateway(copiedDesk(), { runJournal: journal })
    const client = await connect()
    await call(client, 'desk__read', { name: 'a.txt' })
    const [listed] = await journal.list(undefined, 'rehearsal')
    await journal.decide(listed?.id ?? '', { kind: 'abandon', by: 'anna' })

    expect(await call(client, 'desk__read', { name: 'a.txt' })).toMatch(/^Cannot go on with the run/)
  })

  test('of one client are apart from those of another', async () => {
    const desk = copiedDesk()
    const { connect, journal } = await dryGateway(desk)
    const [one, other] = [await connect(), await connect()]

    await call(one, 'desk__write', { name: 'b.txt', text: 'secret of one' })

    expect(await call(other, 'desk__read', { name: 'b.txt' })).toBe('there is no b.txt')
    expect(desk.worlds.made).toBe(2)
    expect(await journal.list(undefined, 'rehearsal')).toHaveLength(2)
  })

  test('that are under way at once are kept as such', async () => {
    const held = later<void>()
    const { connect, journal } = await dryGateway(copiedDesk(held.promise))
    const client = await connect()

    const slow = call(client, 'desk__slow', {})
    await call(client, 'desk__read', { name: 'a.txt' })
    held.resolve(undefined)
    await slow
    const [listed] = await journal.list(undefined, 'rehearsal')
    const kept = (await journal.read(listed?.id ?? '', 'rehearsal'))?.calls ?? []

    const spans = kept.map(({ n, outcome = '' }) => [n, JSON.parse(outcome).from, JSON.parse(outcome).to])
    expect(spans).toEqual([
      [1, 1, 4],
      [2, 2, 3],
    ])
  })

  test('that are under way at once are told in the order in which what they did was seen', async () => {
    const held = later<void>()
    const { connect, journal } = await dryGateway(copiedDesk(held.promise))
    const client = await connect()

    const late = call(client, 'desk__write_late', { name: 'b.txt', text: 'whole' })
    await call(client, 'desk__write', { name: 'b.txt', text: 'half' })
    held.resolve(undefined)
    await late
    const [listed] = await journal.list(undefined, 'rehearsal')
    const run = await journal.read(listed?.id ?? '', 'rehearsal')
    const record = run === undefined ? undefined : readRehearsal(run)

    expect(record?.calls.flatMap(({ together }) => together ?? [])).toEqual([1, 1])
    expect(record === undefined ? [] : changedFiles(record)).toMatchObject([
      { path: 'b.txt', change: 'made', after: { digest: 'sha256:whole' } },
    ])
  })

  test('stand behind rules and stubs, as ever, and what is refused has no number', async () => {
    const { connect, journal } = await dryGateway(copiedDesk(), {
      policy: { rules: [{ tools: 'desk:ticket', decision: 'deny' }], validation: 'strict' },
      stubs: [stub('desk:slow', { result: 'stubbed' })],
    })
    const client = await connect()

    expect([
      await call(client, 'desk__ticket', { title: 'x' }),
      await call(client, 'desk__read', { name: 5 }),
      await call(client, 'desk__slow', {}),
    ]).toEqual([
      'desk:ticket is denied by the policy',
      expect.stringContaining('Invalid arguments for tool read'),
      'stubbed',
    ])
    const [listed] = await journal.list(undefined, 'rehearsal')
    const kept = (await journal.read(listed?.id ?? '', 'rehearsal'))?.calls ?? []
    expect(kept.map(({ n, site, tool }) => [n, site, tool])).toEqual([
      [0, 'refused', 'desk:ticket'],
      [0, 'refused', 'desk:read'],
      [1, 'desk:slow', 'desk:slow'],
    ])
  })
})

describe('a server that has no copy', () => {
  test('is not written to, with what to do about it', async () => {
    const { connect } = await dryGateway(copiedDesk())

    expect(await call(await connect(), 'mail__send', { to: 'anna' })).toBe(
      'mail:send cannot be rehearsed: it is reached by a URL. Nothing was done. Hint: leave it for the real run; or the user can have it assumed to succeed (--assume "mail:send").',
    )
  })

  test('is assumed to do what the user names, and says so', async () => {
    const { connect, journal } = await dryGateway(copiedDesk(), { rehearsals: { assume: ['mail:se*'] } })
    const client = await connect()

    expect(await call(client, 'mail__send', { to: 'anna' })).toMatch(/^Assumed by the user's word: mail:send/)
    expect(await call(client, 'mail__inbox', {})).toMatch(/^mail:inbox cannot be rehearsed: .*live_reads/)
    const [listed] = await journal.list(undefined, 'rehearsal')
    const [sent] = (await journal.read(listed?.id ?? '', 'rehearsal'))?.calls ?? []
    expect(JSON.parse(sent?.outcome ?? '').answer.provenance).toMatchObject({ isAssumed: true })
  })
})

describe('a rehearsal', () => {
  test('is over with its client, and leaves its calls', async () => {
    const desk = copiedDesk()
    const { connect, journal } = await dryGateway(desk)
    const client = await connect()
    await call(client, 'desk__read', { name: 'a.txt' })

    await client.close()
    await until(() => desk.worlds.open === 0)

    const [listed] = await journal.list(undefined, 'rehearsal')
    expect((await journal.read(listed?.id ?? '', 'rehearsal'))?.calls).toMatchObject([
      { n: 1 },
      { site: 'late' },
    ])
    expect(await journal.claim(listed?.id ?? '', { name: 'x', leaseMs: 1 })).toMatchObject({ kind: 'owned' })
  })

  test.each([
    ['is idle for an hour', [3_600_000], /nothing was called for too long/],
    ['has lasted eight hours', Array.from({ length: 9 }, () => 3_500_000), /as long as it may/],
  ])('is over when it %s, and the next call begins another from the disk as it is', async (_, steps, why) => {
    const clock = manualClock()
    const desk = copiedDesk()
    const { connect } = await dryGateway(desk, { clock })
    const client = await connect()
    await call(client, 'desk__write', { name: 'b.txt', text: 'gone soon' })

    for (const ms of steps) {
      clock.advance(ms)
      await until(() => desk.worlds.open === 0, 50)
      if (desk.worlds.open === 0) break
      await call(client, 'desk__read', { name: 'a.txt' })
    }
    desk.disk.set('a.txt', 'edited')
    const texts = await blocks(client, 'desk__read', { name: 'a.txt' })

    expect(texts).toEqual(['edited', expect.stringMatching(why)])
    expect(await call(client, 'desk__read', { name: 'b.txt' })).toBe('there is no b.txt')
    expect(desk.worlds).toEqual({ made: 2, open: 1 })
  })

  test('is refused to one client more than may rehearse at once', async () => {
    const desk = copiedDesk()
    const { connect } = await dryGateway(desk, { rehearsals: { worlds: 1 } })
    const [one, other] = [await connect(), await connect()]
    await call(one, 'desk__read', { name: 'a.txt' })

    expect(await call(other, 'desk__read', { name: 'a.txt' })).toMatch(
      /^Cannot begin a rehearsal: 1 client rehearses here already/,
    )
    await one.close()
    await until(() => desk.worlds.open === 0)
    expect(await call(other, 'desk__read', { name: 'a.txt' })).toBe('hello')
  })
})

test('a rehearsal that another build kept is not applied, and it is told what to do', () => {
  const step = { server: 'desk', tool: 'read', promise: { outcome: 'result' as const, value: 'hello' } }
  const kept = (format: string) =>
    planOfRehearsal('r1', {
      kind: 'appliable',
      sequence: { format: format as 'understudy.sequence/2', steps: [step], own: {} },
    })

  expect(JSON.parse(kept('understudy.sequence/2'))).toMatchObject({ steps: [step] })
  expect(() => kept('understudy.sequence/1')).toThrow(
    expect.objectContaining({
      code: 'RECEIPT_REFUSED',
      message:
        'Cannot apply the rehearsal r1: Its format is "understudy.sequence/1", and this build reads "understudy.sequence/2"',
      hint: 'nothing was done. Let the client rehearse again',
    }),
  )
})

describe('over HTTP', () => {
  test('a client is a session in the legacy era, and a principal in the modern one', async () => {
    const { service } = await dryGateway(copiedDesk())
    await using served = await serveHttp(service)
    const open = async (era: 'legacy' | 'modern'): Promise<Session> => {
      const session = await connectUrl(served.url, { era, clientInfo: { name: 'a test', version: '1' } })
      onTestFinished(() => session.close())
      return session
    }
    const [one, other] = [await open('legacy'), await open('legacy')]
    const [modern, same] = [await open('modern'), await open('modern')]

    for (const client of [one, modern]) await call(client, 'desk__write', { name: 'b.txt', text: 'new' })

    expect([
      await call(one, 'desk__read', { name: 'b.txt' }),
      await call(other, 'desk__read', { name: 'b.txt' }),
      await call(same, 'desk__read', { name: 'b.txt' }),
    ]).toEqual(['new', 'there is no b.txt', 'new'])
  })

  test.each(['legacy', 'modern'] as const)(
    'another principal of the %s era sees, finishes and hears nothing of the first',
    async (era) => {
      const { service, finish, journal } = await dryGateway(copiedDesk(), {
        clock: hurriedClock(),
        principalOf,
      })
      await using served = await serveHttp(service, {
        identify: (headers) => ({ principal: String(headers['x-who']) }),
      })
      const open = async (who: string): Promise<Session> => {
        const session = await connectUrl(served.url, {
          ...{ era, clientInfo: { name: 'a test', version: '1' }, http: { headers: { 'x-who': who } } },
        })
        onTestFinished(() => session.close())
        return session
      }
      const [one, other] = [await open('ann'), await open('bob')]
      await call(one, 'desk__write', { name: 'b.txt', text: 'of ann' })
      const seen = [await call(other, 'desk__read', { name: 'b.txt' }), await finish(other)]
      const told = await finish(one)
      const [mine] = (await journal.list(undefined, 'rehearsal'))
        .filter(({ state }) => state === 'waiting')
        .filter(({ principal }) => principal.includes('ann'))
      await (await beginApplying(journal, mine?.id ?? '', 'ann'))?.end('run-1', { tk_copy: 'tk_real' })

      expect(seen).toEqual(['there is no b.txt', expect.objectContaining({ calls: 1, files: [] })])
      expect(told).toMatchObject({ calls: 1, files: [{ path: 'b.txt' }] })
      expect(await blocks(other, 'desk__read', { name: 'a.txt' })).toEqual(['hello'])
      expect(await blocks(one, 'desk__read', { name: 'a.txt' })).toEqual([
        'hello',
        expect.stringContaining('`tk_copy` is `tk_real`'),
      ])
    },
  )

  test('without sessions clients of the legacy era have no rehearsal', async () => {
    const desk = copiedDesk()
    const { service } = await dryGateway(desk)
    await using served = await serveHttp(service, { profile: { sessions: false } })
    await using client = await connectUrl(served.url, { clientInfo: { name: 'a test', version: '1' } })

    expect(await call(client, 'desk__write', { name: 'b.txt', text: 'new' })).toMatch(/^Nobody knows what/)
    expect(desk.worlds.made).toBe(0)
  })
})

describe('finish_rehearsal', () => {
  test('ends the world and tells paths and counts, and nothing of what stands in files', async () => {
    const desk = copiedDesk()
    const { connect, finish } = await dryGateway(desk, {
      clock: hurriedClock(),
      policy: { rules: [{ tools: 'desk:ticket', decision: 'deny' }] },
    })
    const client = await connect()
    await call(client, 'desk__write', { name: 'b.txt', text: 'hunter2' })
    await call(client, 'desk__write', { name: 'c.txt', text: 'again' })
    await call(client, 'desk__write', { name: `of-${TOKEN}.txt`, text: 'secret by its path' })
    await call(client, 'desk__ticket', { title: 'x' })

    const told = await finish(client)

    expect(told).toMatchObject({
      ...{ rehearsal: expect.stringMatching(/^[\w-]+$/), calls: 3, refused: 1, appliable: true },
      files: [
        { path: 'b.txt', change: 'made' },
        { path: 'c.txt', change: 'made' },
        { path: expect.stringMatching(/^of-REDACTED/), change: 'made' },
      ],
    })
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`hunter2|${TOKEN}`))
    expect(desk.worlds.open).toBe(0)
    expect(await call(client, 'desk__read', { name: 'b.txt' })).toBe('there is no b.txt')
  })

  test('looks for no folder of the name of a long text', async () => {
    const { connect, finish } = await dryGateway(copiedDesk(), { clock: hurriedClock() })
    const client = await connect()
    await call(client, 'desk__write', { name: 'b.txt', text: 'long '.repeat(100) })

    expect(await finish(client)).toMatchObject({ appliable: true })
  })

  test('says that there is nothing to finish where nothing was called', async () => {
    const { connect, finish } = await dryGateway(copiedDesk())

    expect(await finish(await connect())).toEqual({ calls: 0 })
  })
})

describe('a finished rehearsal that can be applied', () => {
  test('is asked about once at a client that can be asked, and a yes is a row of the journal before it is done', async () => {
    const journal = memoryJournal()
    const asked: string[] = []
    const seen: unknown[] = []
    const { connect, finish } = await dryGateway(copiedDesk(), {
      ...{ clock: hurriedClock(), runJournal: journal },
      async applyRehearsal(id) {
        seen.push((await journal.read(id, 'rehearsal'))?.approvals.map(({ by }) => by))
        const applying = await beginApplying(journal, id, 'nobody')
        await applying?.end('run-1', {
          ...{
            tk_copy: 'tk_real',
            'kx7Qp-copy-91': 'kx7Qp-real-92',
            abc123abc: `ghp_${'Z9y8X7w6V5'.repeat(4).slice(0, 36)}`,
          },
        })
        return 'It was applied.'
      },
    })
    const client = await connect({
      'elicitation/create': ({ message }) => {
        asked.push(String(message))
        return { action: 'accept', content: { approve: true } }
      },
    })
    await call(client, 'desk__write', { name: 'b.txt', text: 'hunter2' })
    await call(client, 'desk__write', { name: 'c.txt', text: '{"password": "kx7Qp-copy-91"}' })
    await call(client, 'desk__read', { name: 'c.txt' })

    const told = await finish(client)
    const texts = await blocks(client, 'desk__read', { name: 'a.txt' })
    const again = await blocks(client, 'desk__read', { name: 'a.txt' })

    expect(asked).toEqual([expect.stringContaining('+hunter2')])
    expect(seen).toEqual([['the person at the client of anonymous']])
    expect(JSON.stringify(told)).not.toContain('hunter2')
    expect(texts).toEqual(['hello', expect.stringMatching(/was done for real\. .*`tk_copy` is `tk_real`\.$/)])
    expect(again).toEqual(['hello'])
  })

  test.each([
    ['declines', { action: 'decline' }],
    ['accepts without a yes', { action: 'accept', content: {} }],
  ])('is not done when the person %s', async (_, answer) => {
    const { connect, finish, journal } = await dryGateway(copiedDesk(), {
      clock: hurriedClock(),
      applyRehearsal: () => Promise.reject(new Error('nobody said yes')),
    })
    const client = await connect({ 'elicitation/create': () => answer })
    await call(client, 'desk__write', { name: 'b.txt', text: 'x' })

    await finish(client)

    expect(await journal.list(undefined, 'rehearsal')).toMatchObject([{ state: 'waiting' }])
  })

  test('is begun by one of several, and can be given back, when a yes of before counts no more', async () => {
    const { connect, finish, journal } = await dryGateway(copiedDesk(), { clock: hurriedClock() })
    const client = await connect()
    await call(client, 'desk__write', { name: 'b.txt', text: 'x' })
    await finish(client)
    const [{ id = '' } = {}] = await journal.list(undefined, 'rehearsal')

    const begun = await Promise.all(['anna', 'bert'].map((by) => beginApplying(journal, id, by)))
    const [applying] = begun.filter((each) => each !== undefined)
    await applying?.giveBack()

    expect(begun.filter((each) => each !== undefined)).toHaveLength(1)
    const { state, question, approvals = [] } = (await journal.read(id, 'rehearsal')) ?? {}
    expect(state).toBe('waiting')
    expect(approvals.filter((each) => each.question === question?.digest)).toEqual([])
  })
})

describe('a rehearsal that was begun for real by a process that is gone', () => {
  test('is applied once its run has come to its end, and its client hears the new names', async () => {
    const { connect, finish, journal } = await dryGateway(copiedDesk(), { clock: hurriedClock() })
    const client = await connect()
    await call(client, 'desk__write', { name: 'b.txt', text: 'x' })
    await finish(client)
    const [{ id = '' } = {}] = await journal.list(undefined, 'rehearsal')
    const run = { id: 'run-1', principal: 'anonymous', title: titleOfRun(id), plan: '', settings: '' }
    await (await beginApplying(journal, id, 'anna'))?.leave()
    await journal.add(run)
    const claim = await journal.claim(run.id, { name: 'x', leaseMs: 60_000 })

    await settleApplied(journal, id)
    const before = (await journal.read(id, 'rehearsal'))?.state
    const result = JSON.stringify({ ended: 'completed', result: { renamed: { tk_copy: 'tk_real' } } })
    if (claim.kind === 'owned') await claim.run.leave({ kind: 'end', state: 'done', result })
    await settleApplied(journal, id)

    expect([before, (await journal.read(id, 'rehearsal'))?.state]).toEqual(['running', 'done'])
    const texts = await blocks(client, 'desk__read', { name: 'a.txt' })
    expect(texts.at(-1)).toMatch(/was done for real\. .*`tk_copy` is `tk_real`/)
  })
})

describe('a plan of a client of a dry gateway', () => {
  test('runs in its rehearsal: it sees what calls did, and they what it does', async () => {
    const { connect, journal } = await dryGateway(copiedDesk())
    const client = await connect()
    await call(client, 'desk__write', { name: 'b.txt', text: 'by a call' })
    const tasks = [
      { id: 'r', tool: 'desk:read', arguments: { name: 'b.txt' } },
      { id: 'w', tool: 'desk:write', arguments: { name: 'c.txt', text: 'after $OUTPUT[r]' } },
    ]

    const ran = await client.callTool('execute_dag', { workflow: { tasks } })

    expect(ran).toMatchObject({
      kind: 'result',
      structured: { format: 'understudy.run/1', dry_run: true, ended: 'completed' },
    })
    expect(await call(client, 'desk__read', { name: 'c.txt' })).toBe('after by a call')
    const [listed] = await journal.list(undefined, 'rehearsal')
    expect((await journal.read(listed?.id ?? '', 'rehearsal'))?.calls.map(({ n }) => n)).toEqual([1, 2, 3, 4])
  })
})

/** Seconds between two plays pass at once. */
function hurriedClock(): Clock {
  const clock = manualClock()
  return { ...clock, sleep: (ms, signal) => (ms < 10_000 ? Promise.resolve() : clock.sleep(ms, signal)) }
}

async function dryGateway(desk: CopiedDesk, options: Partial<GatewayOptions> = {}) {
  const journal =
    (options.runJournal as RunJournal | undefined) ?? memoryJournal(options.clock as ManualClock)
  const opened = await openWorld({
    ...{ config: [], mode: 'dry', runLeaseMs: Number.POSITIVE_INFINITY },
    ...options,
    runJournal: journal,
  })
  const upstreams = inMemoryUpstreams({
    desk: serviceOf({ 'tools/list': () => ({ result: { tools: DESK_TOOLS as unknown as JsonValue } }) }),
    mail: serviceOf({
      'tools/list': () => ({
        result: {
          tools: [
            tool('send', { to: { type: 'string' } }, false),
            tool('inbox', {}, true),
          ] as unknown as JsonValue,
        },
      }),
    }),
  })
  const composed = composeDry(opened.world, { upstreams, copies: desk.copies })
  const { plans } = composed
  if (plans?.finish === undefined) throw new Error('a dry gateway with copies has rehearsals')
  const service = createGatewayService({
    ...{
      upstreams,
      callUpstream: composed.callUpstream,
      ownTools: [createExecuteDag(plans), createFinishRehearsal(plans.finish)],
      toolNames: 'prefixed',
      ...defined({ principalOf: options.principalOf }),
      listing: 'all',
    },
    self: { serverInfo: { name: 'gateway', version: '1' }, capabilities: {} },
  })
  onTestFinished(async () => {
    service.close()
    await composed[Symbol.asyncDispose]()
    await opened[Symbol.asyncDispose]()
  })
  return {
    ...{ journal, service },
    async finish(client: Session) {
      const outcome = await client.callTool('finish_rehearsal', {})
      return outcome.kind === 'result' ? outcome.structured : outcome
    },
    async connect(handlers: ServerRequestHandlers = {}): Promise<Session> {
      const session = await openSession({
        ...{ clientInfo: { name: 'a test', version: '1' }, transport: serveInMemory(service), handlers },
      })
      onTestFinished(() => session.close())
      return session
    },
  }
}

async function blocks(client: Session, name: string, args: object): Promise<readonly string[]> {
  const outcome = await client.callTool(name, args as Parameters<Session['callTool']>[1])
  if (outcome.kind === 'rpc-error') return [outcome.message]
  return outcome.content.map((block) => (block.type === 'text' ? block.text : block.type))
}

async function call(client: Session, name: string, args: object): Promise<string> {
  const [first = ''] = await blocks(client, name, args)
  return first
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** As soon as what was begun has come so far. */
async function until(holds: () => boolean, mostTurns = 1_000): Promise<void> {
  for (let turns = 0; !holds() && turns < mostTurns; turns++) await settled()
}
