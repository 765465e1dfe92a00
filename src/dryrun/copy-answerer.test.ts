import { expect, test } from 'vitest'
import { manualClock } from '../base/index.js'
import { type Answer, chainAnswerers, type ToolCall, unknownAnswerer } from '../call/index.js'
import { createEffects } from '../effects/index.js'
import type { CopiedAnswer, CopiedServers } from './copies.js'
import { copyLink } from './copy-answerer.js'

test('a copy answers for its servers, and not for others', async () => {
  const { ask, asked } = linkTo({})

  expect(await ask({ server: 'files' })).toMatchObject({ outcome: DONE, provenance: { source: 'copy' } })
  expect((await ask({ server: 'other' })).provenance.source).toBe('unknown')
  expect(asked).toEqual([1])
})

test('a call of which a part is unknown is never made, not even in a copy', async () => {
  const { ask, asked } = linkTo({})

  const { provenance } = await ask({ unknownAt: ['/path'] })

  expect(provenance).toEqual({ source: 'unknown', notFromCopy: 'a part of its arguments is unknown' })
  expect(asked).toEqual([])
})

test('what is no evidence is asked for elsewhere, with the reason, and what it changed is kept', async () => {
  const changes = [{ path: 'a', change: 'made', isInRoot: true }] as const
  const { ask, link } = linkTo({ networkAttempts: 1, changes })

  const { provenance } = await ask({})
  await link.end()

  expect(provenance.source).toBe('unknown')
  expect(provenance.notFromCopy).toContain('tried to reach the network')
  expect(link.log.answers.get(1)?.changes).toEqual(changes)
  expect(link.log.late).toEqual(LATE)
})

test('a call takes as long as its recordings say, else as always, and a slow one as long as it took', async () => {
  const recorded = { p50: 300, p90: 400, samples: 2 }

  const durations = [
    (await linkTo({}, recorded).ask({})).durations,
    (await linkTo({ tookMs: 7 }).ask({})).tookMs,
    (await linkTo({ tookMs: 2_300 }).ask({})).tookMs,
  ]

  expect(durations).toEqual([recorded, 7, 2_300])
})

test('what may look at something that is closed in the copy alone is no evidence', async () => {
  const { ask } = linkTo({})
  const sourceFor = async (args: object): Promise<string> =>
    (await ask({ arguments: args as never })).provenance.source

  expect(await sourceFor({ path: '/data/open.txt' })).toBe('copy')
  expect(await sourceFor({ path: '/data' })).toBe('unknown')
  expect(await sourceFor({ path: '/data/closed/x' })).toBe('unknown')
  expect(await sourceFor({ pattern: '*.txt' })).toBe('unknown')
})

test('a copy is asked once the time has passed that the program waited', async () => {
  const slept: number[] = []
  const { ask } = linkTo({}, undefined, slept)

  await ask({ atMs: 0 })
  const { grantedMs } = await ask({ n: 2, atMs: 820 })

  expect([slept, grantedMs]).toEqual([[800], 800])
})

const DONE = { kind: 'result', content: [{ type: 'text', text: 'done' }] } as const
const LATE = [{ path: 'late', change: 'made', isInRoot: true }] as const

function linkTo(said: Partial<CopiedAnswer>, recorded?: Answer['durations'], slept: number[] = []) {
  const asked: number[] = []
  const facts = {
    partly: [],
    isRoot: false,
    closed: ['/data/closed'],
    keepsMemory: false,
    isNetworkIgnored: false,
    triedAtStart: false,
  }
  const copied: CopiedServers = {
    servers: new Map([['files', facts]]),
    startMs: 0,
    call({ n }) {
      asked.push(n)
      return Promise.resolve({
        ...{ outcome: DONE, networkAttempts: 0, earlierAttempts: 0, tookMs: 0, isFull: false, changes: [] },
        ...said,
      })
    },
    end: () => Promise.resolve(LATE),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const link = copyLink(copied, {
    effects: createEffects([]),
    durationsOf: () => Promise.resolve(recorded),
    clock: { ...manualClock(0), sleep: (ms) => Promise.resolve(void slept.push(ms)) },
  })
  const chain = chainAnswerers([link.answerer, unknownAnswerer()])
  const ask = (call: Partial<ToolCall>): Promise<Answer> =>
    chain({ n: 1, server: 'files', tool: 'write', arguments: { path: '/data/a' }, ...call })
  return { ask, asked, link }
}
