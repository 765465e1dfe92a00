import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { type JsonObject, manualClock, StoreError, TransportError } from '../base/index.js'
import {
  type Answer,
  type Answerer,
  chainAnswerers,
  type Outcome,
  stub,
  stubAnswerer,
  unknownAnswerer,
} from '../call/index.js'
import { openMemoryStore } from './memory-store.js'
import { type LiveContract, recordAnswerer } from './record-answerer.js'
import { argumentsOf, outcomeOf } from './recorded-answer.js'
import type { RecordedEffect, Recording } from './recording.js'
import type { RecordingStore } from './recording-store.js'
import { createRedactor } from './redaction/redactor.js'
import { type ReplayOptions, replayAnswerer } from './replay-answerer.js'

verifies(
  'recording:secrets-replaced',
  'adr:recorded-responses',
  'adr:tells-age',
  'adr:expiry',
  'adr:contract-change',
  'replay:freshness',
)

const token = `ghp_${'aB3d'.repeat(9)}`
const contract: LiveContract = {
  fingerprint: 'sha256:contract',
  launch: 'here',
  serverVersion: '1.0',
  effect: 'read',
  revision: '2025-11-25',
}
const clock = manualClock(Date.UTC(2026, 0, 1))

function call(
  args?: JsonObject,
  fields: { readonly tool?: string; readonly unknownAt?: readonly string[] } = {},
) {
  return { n: 1, server: 'demo', tool: 'read', ...(args === undefined ? {} : { arguments: args }), ...fields }
}

function text(said: string): Outcome {
  return { kind: 'result', content: [{ type: 'text', text: said }] }
}

/** A live server that takes 40 ms to say the same thing again and again. */
function live(outcome: Outcome): Answerer {
  return {
    name: 'live',
    answer() {
      clock.advance(40)
      return Promise.resolve({ outcome, provenance: { source: 'live' } })
    },
  }
}

function redactorOf({ salt }: RecordingStore) {
  return createRedactor({ secrets: ['hunter2'], salt })
}

function recorder(store: RecordingStore, outcome: Outcome, known: Partial<LiveContract> = {}) {
  return chainAnswerers([recorderOf(store, known), live(outcome)])
}

function recorderOf(store: RecordingStore, known: Partial<LiveContract> = {}): Answerer {
  return recordAnswerer({
    store,
    redactor: redactorOf(store),
    principal: () => 'me',
    clock,
    contract: () => ({ ...contract, ...known }),
    onStoreFailure: (failure) => {
      throw failure
    },
  })
}

function replay(store: RecordingStore, options: Partial<ReplayOptions> = {}) {
  const answerer = replayAnswerer({
    store,
    redactor: redactorOf(store),
    principal: () => 'me',
    contract: () => ({ fingerprint: contract.fingerprint }),
    ...options,
  })
  return chainAnswerers([answerer, unknownAnswerer()])
}

async function recorded(store: RecordingStore): Promise<readonly Recording[]> {
  const all: Recording[] = []
  for await (const each of store.list()) all.push(each)
  return all
}

function signalled(): readonly [Promise<void>, () => void] {
  let tell = (): void => undefined
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  return [told, () => tell()]
}

async function source(answer: Promise<Answer>): Promise<string> {
  return (await answer).provenance.source
}

describe('the recorder', () => {
  it('stores what the server said, without secrets, and returns it as it was', async () => {
    await using store = openMemoryStore()
    const start = clock.now()

    const answer = await recorder(store, text(`hi hunter2 ${token}`))(call({ auth: 'hunter2' }))

    expect(answer).toEqual({ outcome: text(`hi hunter2 ${token}`), provenance: { source: 'live' } })
    const [one] = await recorded(store)
    expect(one).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      keyVersion: 1,
      server: 'demo',
      serverVersion: '1.0',
      launch: 'here',
      principal: 'me',
      revision: '2025-11-25',
      method: 'tools/call',
      params: {
        name: 'read',
        arguments: { auth: expect.stringMatching(/^REDACTED_secret_s_\w{10}$/) },
      },
      tool: { name: 'read', fingerprint: 'sha256:contract', effect: 'read' },
      between: [],
      ended: 'answered',
      response: {
        result: {
          content: [
            {
              type: 'text',
              text: `hi ${one && argumentsOf(one)?.auth} REDACTED_github-token_m_${JSON.stringify(one).match(/token_m_(\w{10})/)?.[1]}`,
            },
          ],
        },
      },
      generation: 0,
      recordedAt: new Date(start).toISOString(),
      durationMs: 40,
    })
  })

  it('stores errors of tools and of the protocol as what they are', async () => {
    await using store = openMemoryStore()
    const outcomes: readonly Outcome[] = [
      { kind: 'tool-error', content: [] },
      { kind: 'rpc-error', code: -32602, message: 'no' },
    ]

    for (const outcome of outcomes) await recorder(store, outcome)(call())

    expect((await recorded(store)).map(outcomeOf)).toEqual(outcomes)
  })

  it('stores nothing when the transport fails, and lets the failure through', async () => {
    await using store = openMemoryStore()
    const broken: Answerer = {
      name: 'live',
      answer: () => Promise.reject(new TransportError('CONNECTION_CLOSED', 'gone')),
    }

    await expect(chainAnswerers([recorderOf(store), broken])(call())).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
    })
    expect(await recorded(store)).toEqual([])
  })

  it('stores nothing that did not come from a server, and no call of an unknown tool', async () => {
    await using store = openMemoryStore()
    const unknown = recordAnswerer({
      store,
      redactor: redactorOf(store),
      principal: () => 'me',
      clock,
      contract: () => undefined,
      onStoreFailure: () => undefined,
    })

    await chainAnswerers([recorderOf(store), stubAnswerer([stub('demo:read', { result: 1 })])])(call())
    await chainAnswerers([unknown, live(text('hi'))])(call())

    expect(await recorded(store)).toEqual([])
  })

  it('returns the answer when the store fails, and tells the failure', async () => {
    await using store = openMemoryStore()
    const full = new StoreError('STORE_FULL', 'full')
    const told: StoreError[] = []
    const recording = recordAnswerer({
      store: { ...store, append: () => Promise.reject(full) },
      redactor: redactorOf(store),
      principal: () => 'me',
      clock,
      contract: () => contract,
      onStoreFailure: (failure) => told.push(failure),
    })

    const answer = await chainAnswerers([recording, live(text('hi'))])(call())

    expect(answer.outcome).toEqual(text('hi'))
    expect(told).toEqual([full])
  })

  it('tells that the store cannot say of when its data are, and then records what counts as stale', async () => {
    await using store = openMemoryStore()
    await store.generations.advance('demo')
    const locked = new StoreError('STORE_LOCKED', 'locked')
    const told: StoreError[] = []
    const generations = { ...store.generations, of: () => Promise.reject(locked) }
    const recording = recordAnswerer({
      store: { ...store, generations },
      redactor: redactorOf(store),
      principal: () => 'me',
      clock,
      contract: () => contract,
      onStoreFailure: (failure) => told.push(failure),
    })

    const answer = await chainAnswerers([recording, live(text('hi'))])(call())

    expect(answer.outcome).toEqual(text('hi'))
    expect(told).toEqual([locked])
    expect(await recorded(store)).toMatchObject([{ generation: 0 }])
    expect(await source(replay(store)(call()))).toBe('unknown')
  })

  it('makes no call with a store that was closed, or is broken in a way of its own', async () => {
    const store = openMemoryStore()
    await store[Symbol.asyncDispose]()

    await expect(recorder(store, text('hi'))(call())).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
  })
})

describe('the replayer', () => {
  it('gives what was recorded for the very same call, when it was, and how long it took', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('hi'))(call({ a: 1, b: 2 }))
    const [{ recordedAt } = { recordedAt: '' }] = await recorded(store)

    expect(await replay(store)(call({ b: 2, a: 1 }))).toEqual({
      outcome: text('hi'),
      provenance: { source: 'recording', recordedAt },
      durations: { p50: 40, p90: 40, samples: 1 },
    })
  })

  it.each<[string, Partial<ReplayOptions>, ReturnType<typeof call>]>([
    ['other arguments', {}, call({ a: 2 })],
    ['no arguments', {}, call()],
    ['another tool', {}, call({ a: 1 }, { tool: 'write' })],
    ['arguments of which a part is unknown', {}, call({ a: 1 }, { unknownAt: ['/a'] })],
    ['another principal', { principal: () => 'you' }, call({ a: 1 })],
    ['another contract', { contract: () => ({ fingerprint: 'sha256:other' }) }, call({ a: 1 })],
    ['another launch', { contract: () => ({ ...contract, launch: 'there' }) }, call({ a: 1 })],
    ['a tool of which nothing is known', { contract: () => undefined }, call({ a: 1 })],
  ])('does not answer for %s', async (_, options, other) => {
    await using store = openMemoryStore()
    await recorder(store, text('hi'))(call({ a: 1 }))

    expect(await source(replay(store)(call({ a: 1 })))).toBe('recording')
    expect(await source(replay(store, options)(other))).toBe('unknown')
  })

  it('lends the durations of the tool to whoever answers instead', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('hi'))(call({ a: 1 }))

    expect(await replay(store)(call({ a: 2 }))).toMatchObject({
      provenance: { source: 'unknown' },
      durations: { p50: 40, p90: 40, samples: 1 },
    })
  })

  it('finds a call by its secret, and by the placeholder of the secret', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('hi'))(call({ auth: `${token} hunter2` }))
    const [one] = await recorded(store)

    expect(await source(replay(store)(call({ auth: `${token} hunter2` })))).toBe('recording')
    expect(await source(replay(store)(call(one && argumentsOf(one))))).toBe('recording')
    expect(await source(replay(store)(call({ auth: `${token} hunter3` })))).toBe('unknown')
  })

  it.each(['write', 'destructive', 'external', 'unknown'] as const)(
    'keeps the answer of a tool of effect %s to itself unless that is asked for',
    async (effect) => {
      await using store = openMemoryStore()
      await recorder(store, text('done'), { effect })(call())

      expect(await source(replay(store)(call()))).toBe('unknown')
      expect(await source(replay(store, { served: new Set([effect]) })(call()))).toBe('recording')
    },
  )

  it('goes by the effect that is known now, where one is', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('done'), { effect: 'read' })(call({ a: 2 }))
    await recorder(store, text('done'), { effect: 'unknown' })(call({ a: 1 }))

    const known = (effect: RecordedEffect) => ({
      contract: () => ({ fingerprint: contract.fingerprint, effect }),
    })
    expect(await source(replay(store, known('read'))(call({ a: 1 })))).toBe('recording')
    expect(await source(replay(store, known('write'))(call({ a: 2 })))).toBe('unknown')
  })

  it('calls an answer stale that is older than allowed, and says how old it is', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('hi'))(call())
    const later = manualClock(clock.now() + 3 * 3_600_000)

    const provenanceWithin = async (hours: number, whenStale: 'serve' | 'skip') => {
      const freshness = { clock: later, maxAgeMs: hours * 3_600_000, whenStale }
      return (await replay(store, { freshness })(call())).provenance
    }

    expect(await provenanceWithin(4, 'skip')).not.toHaveProperty('stale')
    expect(await provenanceWithin(2, 'serve')).toMatchObject({
      source: 'recording',
      stale: true,
      note: 'recorded 3 h ago, older than 2 h',
    })
    expect(await provenanceWithin(2, 'skip')).toEqual({
      source: 'unknown',
      passedOver: 'recorded 3 h ago, older than 2 h',
    })
  })

  it('asks how old an answer may be for each tool', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('hi'))(call({}, { tool: 'now' }))
    await recorder(store, text('hi'))(call({}, { tool: 'then' }))
    const later = manualClock(clock.now() + 3_600_000)
    const maxAgeMs = ({ tool }: { readonly tool: string }) => (tool === 'now' ? 1000 : undefined)
    const options = { freshness: { clock: later, maxAgeMs, whenStale: 'skip' } } as const

    expect(await source(replay(store, options)(call({}, { tool: 'now' })))).toBe('unknown')
    expect(await source(replay(store, options)(call({}, { tool: 'then' })))).toBe('recording')
  })

  describe('knows what calls in between changed', () => {
    const isElsewhere: ReplayOptions['isElsewhere'] = (changed, { arguments: args }) =>
      changed.arguments?.id !== args?.id
    const note = (id: number) => call({ id })
    const write = (id: number) => call({ id }, { tool: 'write' })
    const replayed = async (store: RecordingStore) =>
      (await replay(store, { isElsewhere, freshness: { clock, whenStale: 'serve' } })(note(1))).provenance

    it('and keeps what none of them touched', async () => {
      await using store = openMemoryStore()
      await recorder(store, text('a note'))(note(1))
      await recorder(store, text('done'), { effect: 'write' })(write(2))
      await recorder(store, text('done'), { effect: 'unknown' })(write(3))

      expect(await replayed(store)).toEqual({ source: 'recording', recordedAt: expect.any(String) })
    })

    it('and not what one of them touched', async () => {
      await using store = openMemoryStore()
      await recorder(store, text('a note'))(note(1))
      await recorder(store, text('done'), { effect: 'write' })(write(2))
      await recorder(store, text('done'), { effect: 'write' })(write(1))

      expect(await replayed(store)).toMatchObject({ stale: true })
    })

    it('and trusts nothing where a change is in no recording', async () => {
      await using store = openMemoryStore()
      await recorder(store, text('a note'))(note(1))
      await recorder(store, text('done'), { effect: 'write' })(write(2))
      await store.generations.advance('demo')

      expect(await replayed(store)).toMatchObject({ stale: true })
    })

    it('by their arguments without secrets, as they were recorded', async () => {
      await using store = openMemoryStore()
      await recorder(store, text('a note'))(call({ id: token }))
      await recorder(store, text('done'), { effect: 'write' })(call({ id: token }, { tool: 'write' }))

      const { provenance } = await replay(store, { isElsewhere, freshness: { clock, whenStale: 'serve' } })(
        call({ id: token }),
      )
      expect(provenance).toMatchObject({ stale: true })
    })
  })

  it.each<[string, Partial<LiveContract>, Outcome, 'recording' | 'unknown']>([
    ['a write that succeeded', { effect: 'write' }, text('done'), 'unknown'],
    ['a call of unknown effect', { effect: 'unknown' }, text('done'), 'unknown'],
    ['a write that was refused', { effect: 'write' }, { kind: 'tool-error', content: [] }, 'recording'],
    ['another read', { effect: 'read' }, text('hi'), 'recording'],
  ])('takes answers of before %s for what they are', async (_, known, outcome, expected) => {
    await using store = openMemoryStore()
    await recorder(store, text('old'))(call({ a: 1 }))
    await recorder(store, outcome, known)(call({ b: 1 }, { tool: 'other' }))

    expect(await source(replay(store)(call({ a: 1 })))).toBe(expected)

    await recorder(store, text('new'))(call({ a: 1 }))
    expect(await replay(store)(call({ a: 1 }))).toMatchObject({ outcome: text('new') })
  })

  it('takes nothing of one server for old because of another', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('old'))(call({ a: 1 }))
    await recorder(store, text('done'), { effect: 'write' })({ ...call(), server: 'other' })

    expect(await source(replay(store)(call({ a: 1 })))).toBe('recording')
  })

  it('does not let a read that was under way across a write bring old data back', async () => {
    await using store = openMemoryStore()
    const [asked, tellAsked] = signalled()
    const [mayFinish, finish] = signalled()
    const slow: Answerer = {
      name: 'live',
      async answer() {
        tellAsked()
        await mayFinish
        return { outcome: text('old'), provenance: { source: 'live' } }
      },
    }

    const reading = chainAnswerers([recorderOf(store), slow])(call({ a: 1 }))
    await asked
    await recorder(store, text('done'), { effect: 'write' })(call({ b: 1 }, { tool: 'write' }))
    finish()
    await reading

    expect(await source(replay(store)(call({ a: 1 })))).toBe('unknown')
    await recorder(store, text('new'))(call({ a: 1 }))
    expect(await source(replay(store)(call({ a: 1 })))).toBe('recording')
  })

  it('takes a write whose end nobody saw for one that happened', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('old'))(call({ a: 1 }))
    const broken: Answerer = {
      name: 'live',
      answer: () => Promise.reject(new TransportError('CONNECTION_CLOSED', 'gone')),
    }

    const write = chainAnswerers([recorderOf(store, { effect: 'write' }), broken])(call({ b: 1 }))
    await expect(write).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })

    expect(await source(replay(store)(call({ a: 1 })))).toBe('unknown')
  })

  it('finds answers under earlier contracts, those that are kept first, and calls the others stale', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('kept'), { fingerprint: 'kept' })(call({ a: 1 }))
    await recorder(store, text('changed'), { fingerprint: 'changed' })(call({ a: 1 }))
    await recorder(store, text('changed'), { fingerprint: 'changed' })(call({ a: 2 }))
    const earlier = () =>
      Promise.resolve([{ fingerprint: 'changed', change: 'input/a: is a text now' }, { fingerprint: 'kept' }])

    expect(await replay(store, { earlier })(call({ a: 1 }))).toMatchObject({ outcome: text('kept') })
    expect(await source(replay(store, {})(call({ a: 1 })))).toBe('unknown')
    expect((await replay(store, { earlier })(call({ a: 2 }))).provenance).toEqual({
      source: 'unknown',
      passedOver: expect.stringMatching(
        /^recorded .* ago, its contract changed since: input\/a: is a text now$/,
      ),
    })
    const serve = { earlier, freshness: { clock, whenStale: 'serve' } } as const
    expect((await replay(store, serve)(call({ a: 2 }))).provenance).toMatchObject({ stale: true })
  })

  it('finds an answer whose arguments differ in what does not count, the exact one first', async () => {
    await using store = openMemoryStore()
    await recorder(store, text('first'))(call({ a: 1, at: 1 }))
    await recorder(store, text('second'))(call({ a: 1, at: 2 }))
    await recorder(store, text('other'))(call({ a: 2, at: 3 }))
    const ignored = () => ['/at']

    expect(await replay(store, { ignored })(call({ a: 1, at: 1 }))).toMatchObject({ outcome: text('first') })
    expect(await replay(store, { ignored })(call({ a: 1, at: 9 }))).toMatchObject({ outcome: text('second') })
    expect(await source(replay(store, { ignored })(call({ a: 3, at: 1 })))).toBe('unknown')
    expect(await source(replay(store, { ignored, principal: () => 'you' })(call({ a: 1, at: 9 })))).toBe(
      'unknown',
    )
    expect(await source(replay(store)(call({ a: 1, at: 9 })))).toBe('unknown')
  })
})
