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
/** For the random rounds; `npm run soak:runs` does more of them. */
const ROUNDS = Number(process.env.OWNER_ROUNDS ?? 1)

describe('owners of runs on one PostgreSQL', () => {
  it.each(Array.from({ length: ROUNDS }, (_, i) => 3 + ((i * 7) % 15)))(
    'after the death of the one at its call %i, of two who are told at once one goes on, and each effect happens once or is named',
    async (nth) => {
      await using place = await scene()
      const point = { name: nth % 2 === 0 ? 'before intent' : 'after outcome', nth } as const
      const first = await place.run({ verb: 'run', kind: 'workflow', plan: { tasks: TASKS }, point })
      const id = first.id ?? ''
      expect(first.wasKilled).toBe(true)

      const both = await Promise.all([place.run({ verb: 'resume', id }), place.run({ verb: 'resume', id })])

      expect(both.filter(({ report }) => report?.ended === 'completed').length).toBeLessThanOrEqual(1)
      await expectOnceOrNamed(place, id, both)
    },
  )

  it.each(['after intent', 'before intent'] as const)(
    'an owner that was stopped %s and woken after another one took its run sends nothing more',
    async (name) => {
      await using place = await scene()
      const owner = place.start({
        ...{ verb: 'run', kind: 'workflow', plan: { tasks: TASKS } },
        point: { name, nth: 4, signal: 'SIGSTOP' },
      })
      const id = await owner.listed
      // Whoever goes on waits until its lease is over.
      const other = await place.run({ verb: 'resume', id })
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
    const order = { verb: 'run', kind: 'workflow', plan: { tasks: TASKS }, bound: true } as const
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

  it('goes on in the same process while the server is started anew', async () => {
    await using place = await scene()
    const owner = place.start({
      ...{ verb: 'run', kind: 'workflow', plan: { tasks: TASKS } },
      env: { APPENDS_DELAY_MS: '200' },
    })
    await expect.poll(() => place.lines().length).toBeGreaterThan(2)

    await server.stop()
    await server.start()
    const { report } = await owner.ended

    expect(report).toMatchObject({ ended: 'completed' })
    expect([...place.lines()].sort()).toEqual([...LINES].sort())
    expect(sql('SELECT 1')).toBe('1')
  })
})

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
