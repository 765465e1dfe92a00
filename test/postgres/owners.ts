/** Runs whose owners share a PostgreSQL: killed, stopped, two at once, and with the server started anew. */
import { describe, expect, it } from 'vitest'
import { createScene, type OwnerEnd, type Scene } from '../journal/owners.js'
import { freshSchema, server, sql, urlOf } from './world.js'

/** Short, so that others may take the run soon; long enough for a busy machine to renew it. */
const LEASE_MS = 3_000

function scene(): Promise<Scene> {
  return createScene({ journal: urlOf({ schema: freshSchema() }), leaseMs: LEASE_MS })
}

const TASKS = Array.from({ length: 20 }, (_, i) => ({
  ...{ id: `t${i}`, tool: i % 2 === 0 ? 'a:append' : 'b:append', arguments: { line: `line ${i}` } },
  ...(i < 5 ? {} : { depends_on: [`t${i - 5}`] }),
}))
const LINES = TASKS.map(({ arguments: { line } }) => line)
/** Of deaths, each with another one to go on; of the rest there are fewer. `npm run soak:runs` does 60. */
const ROUNDS = Number(process.env.OWNER_ROUNDS ?? 1)
const STOPS = Math.max(2, Math.ceil((ROUNDS * 25) / 60))
const RESTARTS = Math.max(2, Math.ceil((ROUNDS * 20) / 60))
const HOUR_MS = 3_600_000
const RUN = { verb: 'run', kind: 'workflow', plan: { tasks: TASKS } } as const

describe('owners of runs on one PostgreSQL', () => {
  it.each(range(ROUNDS).map((i) => 3 + ((i * 7) % 15)))(
    'after the death of the one at its call %i, of two who are told at once one goes on, and each effect happens once or is named',
    async (nth) => {
      await using place = await scene()
      const point = { name: nth % 2 === 0 ? 'before intent' : 'after outcome', nth } as const
      // Whose clocks are an hour apart.
      const [early, late] = nth % 3 === 0 ? [0, HOUR_MS] : [HOUR_MS, -HOUR_MS]
      const first = await place.run({ ...RUN, point, aheadMs: late })
      const id = first.id ?? ''
      expect(first.wasKilled).toBe(true)

      const both = await Promise.all([
        place.run({ verb: 'resume', id, aheadMs: early }),
        place.run({ verb: 'resume', id, aheadMs: late }),
      ])

      expect(both.filter(({ report }) => report?.ended === 'completed').length).toBeLessThanOrEqual(1)
      await expectOnceOrNamed(place, id, both)
    },
  )

  it.each(
    range(STOPS).map((i) => [i % 2 === 0 ? 'after intent' : 'before intent', 4 + ((i * 5) % 13)] as const),
  )(
    'an owner that was stopped %s of call %i and woken after another one took its run sends nothing more',
    async (name, nth) => {
      await using place = await scene()
      const owner = place.start({ ...RUN, point: { name, nth, signal: 'SIGSTOP' } })
      const id = await owner.listed
      // Whoever goes on waits until its lease is over, by the server's clock.
      const other = await place.run({ verb: 'resume', id, aheadMs: nth % 2 === 0 ? HOUR_MS : -HOUR_MS })
      const before = place.lines()
      owner.child.kill('SIGCONT')
      const woken = await owner.ended

      expect(woken.report?.ended).not.toBe('completed')
      expect(place.lines()).toEqual(before)
      if (name === 'after intent') expect(other.stopped).toBe('doubt')
      else expect(other.report?.ended).toBe('completed')
      // It knows best that it did not send, and says so: nothing is in doubt any more.
      const last = name === 'after intent' ? await place.run({ verb: 'resume', id }) : other
      expect(last.report?.ended).toBe('completed')
      await expectOnceOrNamed(place, id, [last])
    },
  )

  it('spend one receipt once, whoever is first, and go on with its run bound as before', async () => {
    await using place = await scene()
    const order = { ...RUN, bound: true } as const
    const { receipt } = await place.run({ ...order, verb: 'rehearse' })
    const point = { name: 'before intent', nth: 8 } as const

    const both = await Promise.all([
      place.run({ ...order, receipt, point }),
      place.run({ ...order, receipt, point }),
    ])
    const [winner, loser] = both.sort((a, b) => Number(b.wasKilled) - Number(a.wasKilled))
    const id = winner?.id ?? ''
    const heirs = await Promise.all([place.run({ verb: 'resume', id }), place.run({ verb: 'resume', id })])

    expect([winner?.wasKilled, loser?.error]).toEqual([true, 'RECEIPT_REFUSED'])
    expect(heirs.filter(({ report }) => report?.ended === 'completed')).toMatchObject([
      { report: { receipt: receipt?.id } },
    ])
    await expectOnceOrNamed(place, id, heirs)
  })

  it.each(range(RESTARTS).map((i) => [i % 2 === 0 ? 'fast' : 'immediate', 2 + ((i * 3) % 15)] as const))(
    'goes on in the same process while the server is started anew (%s), after %i effects',
    async (how, effects) => {
      await using place = await scene()
      const owner = place.start({ ...RUN, env: { APPENDS_DELAY_MS: '200' } })
      await expect.poll(() => place.lines().length).toBeGreaterThanOrEqual(effects)

      await server.stop(how)
      await server.start()
      const { report } = await owner.ended

      expect(report).toMatchObject({ ended: 'completed' })
      expect([...place.lines()].sort()).toEqual([...LINES].sort())
      expect(sql('SELECT 1')).toBe('1')
    },
  )
})

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i)
}

/** The judge is the file that the servers wrote. */
async function expectOnceOrNamed(place: Scene, id: string, ends: readonly OwnerEnd[]): Promise<void> {
  const lines = place.lines()
  expect(lines).toEqual([...new Set(lines)])
  const { state, calls } = await place.read(id)
  const inDoubt = calls.filter((call) => call.state === 'sent')
  expect(inDoubt.length).toBeLessThanOrEqual(1)
  if (state === 'done') expect([...lines].sort()).toEqual([...LINES].sort())
  else {
    expect(ends.map(({ stopped }) => stopped)).toContain('doubt')
    expect([state, inDoubt.length]).toEqual(['doubt', 1])
  }
}
