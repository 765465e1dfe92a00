import { describe, expect, it } from 'vitest'
import { createBackoff, manualClock, seededRandom } from '../../base/index.js'
import type { Session } from '../../session/index.js'
import type { Requester } from '../requester.js'
import { createSessionPool, type Opening } from './session-pool.js'
import type { UpstreamSession } from './upstream-session.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Sessions that are opened and lost by hand. */
function setUp({ maxSessions = 10, patienceMs = 1000 } = {}) {
  const clock = manualClock()
  const backoff = createBackoff({ firstMs: 100 }, { clock, random: seededRandom(1) })
  const opened: { name: string; lose: () => void; prove: () => void }[] = []
  const closed: string[] = []
  let failure: Error | undefined
  let started = 0
  let isNextLost = false

  async function open({ requester, onLost }: Opening): Promise<UpstreamSession> {
    if (failure !== undefined) throw failure
    const name = `${requester?.key ?? 'house'} ${opened.length + 1}`
    let ended = isNextLost ? 'it exited with code 1' : undefined
    isNextLost = false
    let isProven = false
    opened.push({
      name,
      lose() {
        ended = 'it exited with code 1'
        onLost()
      },
      prove: () => {
        isProven = true
      },
    })
    return {
      // Proof: nobody asks this session anything, it is only closed.
      session: { close: async () => void closed.push(name), serverInfo: { name } } as unknown as Session,
      get ended() {
        return ended
      },
      get isProven() {
        return isProven
      },
      serve: () => Promise.reject(new Error('not used here')),
    }
  }
  const pool = createSessionPool({
    ...{ server: 'demo', clock, backoff, maxSessions, patienceMs, open },
    onStarted: () => started++,
  })
  return {
    ...{ pool, clock, backoff, opened, closed },
    nameOf: (requester?: Requester) => pool.use(requester, async ({ session }) => session.serverInfo.name),
    failWith(error: Error | undefined) {
      failure = error
    },
    loseNext() {
      isNextLost = true
    },
    get started() {
      return started
    },
  }
}

function client(key: string, some: Partial<Requester> = {}): Requester {
  return {
    ...{ key, principal: 'anonymous', capabilities: { roots: {} }, signal: new AbortController().signal },
    ask: () => Promise.reject(new Error('nobody asks')),
    tell: () => undefined,
    ...some,
  }
}

const connected = () => ({ gone: new AbortController().signal })

describe('sessions with a server', () => {
  it('are opened when they are needed, and shared by those who may share', async () => {
    const { pool, opened, nameOf } = setUp()
    expect(opened).toEqual([])

    const names = await Promise.all([nameOf(), nameOf(client('a', { capabilities: {} })), nameOf()])

    expect(names).toEqual(['house 1', 'house 1', 'house 1'])
    expect(pool.size).toBe(1)
  })
  it('that are open serve the gateway itself, whoever they belong to', async () => {
    const { nameOf } = setUp()
    await nameOf(client('a', connected()))

    expect(await nameOf()).toBe('a 1')
  })
  it('of one client are closed when its connection is over, and of nobody else', async () => {
    const { pool, closed, nameOf } = setUp()
    const leaving = new AbortController()
    await nameOf(client('a', { gone: leaving.signal }))
    await nameOf(client('b', connected()))

    leaving.abort()
    await turn()

    expect({ closed, open: pool.size }).toEqual({ closed: ['a 1'], open: 1 })
  })
  it('where several may be asked are used by one after the other', async () => {
    const { pool } = setUp()
    const steps: string[] = []
    const work = (name: string) =>
      pool.use(client(name), async () => {
        steps.push(`${name} begins`)
        await turn()
        steps.push(`${name} ends`)
      })

    await Promise.all([work('a'), work('b')])

    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(pool.size).toBe(1)
  })
  it('are opened again when they were lost, at once where they had been of use', async () => {
    const set = setUp()
    await set.nameOf()
    set.opened[0]?.prove()

    set.opened[0]?.lose()

    expect(await set.nameOf()).toBe('house 2')
    expect({ started: set.started, failures: set.backoff.failures }).toEqual({ started: 2, failures: 0 })
    expect(set.pool.lastFailure).toMatchObject({
      code: 'CONNECTION_CLOSED',
      message: 'Cannot use "demo": it exited with code 1',
    })
  })
  it('that were lost before they were of use wait for the back-off', async () => {
    const { clock, opened, nameOf, backoff } = setUp()
    await nameOf()
    opened[0]?.lose()

    const next = nameOf()
    await turn()
    expect(opened).toHaveLength(1)
    clock.advance(backoff.waitMs())

    expect(await next).toBe('house 2')
  })
  it('that fail to open fail for all who wait, count once, and wait no longer than the patience', async () => {
    const set = setUp({ patienceMs: 60 })
    set.failWith(new Error('no such file'))

    const waiting = [set.nameOf(), set.nameOf(), set.nameOf(client('a', connected()))]
    for (const each of waiting) await expect(each).rejects.toThrow('no such file')
    expect(set.backoff.failures).toBe(1)

    set.clock.advance(100)
    await expect(set.nameOf()).rejects.toThrow('no such file')
    set.failWith(undefined)
    // Its back-off is longer than 60 ms now, and so nothing is tried.
    await expect(set.nameOf()).rejects.toThrow('no such file')
    expect(set.backoff.failures).toBe(2)

    set.clock.advance(200)
    expect(await set.nameOf()).toBe('house 1')
  })
  it('are not waited for by a requester that does not want to, and are opened all the same', async () => {
    const { pool, nameOf } = setUp()
    const impatient = new AbortController()

    const gone = nameOf(client('a', { capabilities: {}, signal: impatient.signal }))
    impatient.abort('enough')

    await expect(gone).rejects.toBe('enough')
    await turn()
    expect(pool.size).toBe(1)
  })
  it('beyond the limit take the place of the one that was idle longest', async () => {
    const { pool, closed, nameOf } = setUp({ maxSessions: 2 })
    const [a, b, c] = ['a', 'b', 'c'].map((key) => client(key, connected()))
    await nameOf(a)
    await nameOf(b)
    await nameOf(a)

    await nameOf(c)

    expect({ closed, open: pool.size }).toEqual({ closed: ['b 2'], open: 2 })
  })
  it('beyond the limit are refused where all are in use', async () => {
    const { pool, nameOf } = setUp({ maxSessions: 1 })
    let finish = (): void => undefined
    const busy = pool.use(
      client('a', connected()),
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    await turn()

    await expect(nameOf(client('b', connected()))).rejects.toMatchObject({ code: 'SPAWN_FAILED' })
    finish()
    await busy
  })
  it('that were lost before anybody listened are opened again', async () => {
    const set = setUp()
    set.loseNext()

    const first = set.nameOf()
    await turn()
    set.clock.advance(set.backoff.waitMs())

    expect(await first).toBe('house 2')
  })
  it('are not opened for a client that is gone, nor after close', async () => {
    const { pool, opened, nameOf } = setUp()

    await expect(nameOf(client('a', { gone: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
    })
    await pool.close()
    await expect(nameOf()).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })

    expect(opened).toEqual([])
  })
  it('are all closed by close, also one that is just being opened', async () => {
    const { pool, closed, nameOf } = setUp()
    await nameOf(client('a', connected()))
    const opening = nameOf(client('b', connected())).catch(() => 'rejected')

    await pool.close()
    await opening

    expect(closed.toSorted()).toEqual(['a 1', 'b 2'])
    expect(pool.size).toBe(0)
  })
})
