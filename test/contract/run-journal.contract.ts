/** What every journal of runs promises, whatever it keeps them in. */
import { describe, expect, test } from 'vitest'
import type { AskedCall, BegunCall, NewRun, OwnedRun, RunStore } from '../../src/journal/run-journal.js'

/** One place in which runs are kept, for as many processes as there are. */
export interface JournalPlace {
  /** As another process opens it. Closed after the test. */
  open(): Promise<RunStore>
  /** Lets the owner of a run that this one has claimed be dead, for as long as a claim of another needs to know it. */
  die(journal: RunStore): Promise<void>
  readonly leaseMs: number
}

export function describeRunJournal(name: string, create: () => Promise<JournalPlace>): void {
  describe(`${name} keeps the contract of a journal of runs`, () => {
    test('a run is listed from its first moment, with all that it takes to run it again', async () => {
      const { journal } = await opened()

      expect(await journal.add(newRun('a', { principal: 'anna' }))).toBe('added')
      await journal.add(newRun('b', { principal: 'bert' }))

      expect((await journal.list()).map(({ id }) => id).sort()).toEqual(['a', 'b'])
      expect(await journal.list('anna')).toEqual([
        {
          ...{ id: 'a', principal: 'anna', state: 'running', title: 'a title' },
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      ])
      expect(await journal.read('a')).toMatchObject({ plan: 'the plan', settings: '{"seed":1}', calls: [] })
      expect(await journal.read('nobody')).toBeUndefined()
    })

    test('a rehearsal is kept as a run is, and is in no list of runs', async () => {
      const { journal } = await opened()
      await journal.add(newRun('a'))
      await journal.add(newRun('r', { kind: 'rehearsal', principal: 'bert' }))

      expect((await journal.list()).map(({ id, kind }) => [id, kind])).toEqual([['a', undefined]])
      expect(await journal.list(undefined, 'rehearsal')).toMatchObject([{ id: 'r', kind: 'rehearsal' }])
      expect(await journal.list('anna', 'rehearsal')).toEqual([])
      expect(await journal.read('r')).toBeUndefined()
      expect(await journal.read('a', 'rehearsal')).toBeUndefined()
      expect(await journal.read('r', 'rehearsal')).toMatchObject({ kind: 'rehearsal', plan: 'the plan' })
      expect(await journal.claim('r', owner('x'))).toMatchObject({ kind: 'owned' })
    })

    test('a receipt is spent once, also by several at once, and asking again is no second time', async () => {
      const { place, journal } = await opened()
      const other = await place.open()
      const ids = Array.from({ length: 10 }, (_, i) => `run-${i}`)

      const added = await Promise.all(
        ids.map((id, i) => (i % 2 === 0 ? journal : other).add(newRun(id, { receipt: 'sha256:r' }))),
      )
      const winner = ids[added.indexOf('added')] ?? ''

      expect(added.filter((each) => each === 'added')).toHaveLength(1)
      expect(await journal.add(newRun(winner, { receipt: 'sha256:r' }))).toBe('added')
      expect(await journal.list()).toMatchObject([{ id: winner, receipt: 'sha256:r' }])
    })

    test('has a name that is its own, whoever opens it', async () => {
      const { place, journal } = await opened()

      expect([journal.id, (await place.open()).id]).toEqual([
        expect.stringMatching(/^[\w-]{8,}$/),
        journal.id,
      ])
      expect((await opened()).journal.id).not.toBe(journal.id)
    })

    test('one owner at a time, who may ask again', async () => {
      const { place, journal } = await opened()
      const other = await place.open()
      await journal.add(newRun('a'))

      expect(await journal.claim('nobody', owner('x'))).toEqual({ kind: 'missing' })
      const claims = await Promise.all(
        [journal, other].map((each, i) => each.claim('a', { ...owner(`p${i}`), leaseMs: 60_000 })),
      )

      expect(claims.map(({ kind }) => kind).sort()).toEqual(['busy', 'owned'])
      expect(claims.find(({ kind }) => kind === 'busy')).toHaveProperty(
        'owner',
        expect.stringMatching(/^p\d$|another process/),
      )
    })

    test('a call is begun once: by another attempt it is not, by the same one it is', async () => {
      const { run, journal } = await owned()

      expect(await run.mark({ ...NOTHING, begun: [begun('1:1', 'x')] })).toEqual(['1:1#0'])
      expect(await run.mark({ ...NOTHING, begun: [begun('1:1', 'x')] })).toEqual(['1:1#0'])
      expect(await run.mark({ ...NOTHING, begun: [begun('1:1', 'y'), begun('2:1', 'y')] })).toEqual(['2:1#0'])
      await run.note([{ ...key('1:1'), outcome: '"done"', givenMs: 5 }])
      expect(await run.mark({ ...NOTHING, begun: [begun('1:1', 'x')] })).toEqual([])

      expect((await journal.read('a'))?.calls).toEqual([
        { ...asked('1:1'), state: 'done', outcome: '"done"', givenMs: 5 },
        { ...asked('2:1'), state: 'sent' },
      ])
    })

    test('a call that was asked has the number under which it begins, or is answered', async () => {
      const { run, journal } = await owned()
      await run.mark({ ...NOTHING, asked: [asked('1:1'), asked('2:1')] })

      await run.mark({
        ...NOTHING,
        answered: [{ ...asked('2:1'), n: 8, ...ANSWER }],
        begun: [{ ...begun('1:1', 'x'), n: 9 }],
      })

      expect((await journal.read('a'))?.calls).toEqual([
        { ...asked('2:1'), n: 8, state: 'done', ...ANSWER },
        { ...asked('1:1'), n: 9, state: 'sent' },
      ])
    })

    test('what was answered and what was asked stands before the calls that begin with it', async () => {
      const { run, journal } = await owned()

      await run.mark({
        answered: [{ ...asked('1:1'), outcome: '[1,"\\u0000"]', givenMs: 2.5 }],
        asked: [asked('2:1')],
        begun: [begun('3:1', 'x')],
      })
      await run.mark({ ...NOTHING, asked: [asked('1:1')], answered: [{ ...asked('2:1'), ...ANSWER }] })

      const calls = (await journal.read('a'))?.calls
      expect(calls?.map(({ site, state }) => `${site} ${state}`)).toEqual([
        '1:1 done',
        '2:1 done',
        '3:1 sent',
      ])
      expect(calls?.[0]).toMatchObject({ outcome: '[1,"\\u0000"]', givenMs: 2.5, arguments: '{"at":"1:1"}' })
    })

    test('whoever sent a call says what it answered, and takes back what was not sent', async () => {
      const { run, journal } = await owned()
      await run.mark({ ...NOTHING, begun: [begun('1:1', 'x'), begun('2:1', 'y')] })

      await run.withdraw(key('1:1'), 'x')
      await run.withdraw(key('2:1'), 'another attempt')
      await run.note([{ ...key('1:1'), ...ANSWER }])

      expect((await journal.read('a'))?.calls.map(({ state }) => state)).toEqual(['waiting', 'sent'])
      expect(await run.mark({ ...NOTHING, begun: [begun('1:1', 'z')] })).toEqual(['1:1#0'])
      expect((await journal.read('a'))?.calls).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
      await run.note([{ ...key('1:1'), ...ANSWER }])
      expect((await journal.read('a'))?.calls[0]).toMatchObject({ state: 'done', ...ANSWER })
    })

    test('after the death of an owner the next one has the run, and the one before never again', async () => {
      const { place, journal, run } = await owned()
      await run.mark({ ...NOTHING, begun: [begun('1:1', 'x'), begun('2:1', 'x')] })
      const heir = await place.open()
      await place.die(journal)

      const claim = await heir.claim('a', { name: 'heir', leaseMs: place.leaseMs })

      expect(claim).toMatchObject({ kind: 'owned', run: { fence: run.fence + 1 } })
      expect((await heir.read('a'))?.calls.map(({ state }) => state)).toEqual(['sent', 'sent'])
      if (claim.kind !== 'owned') return
      // Nothing begins a call of another owner's again.
      expect(await claim.run.mark({ ...NOTHING, begun: [begun('1:1', 'z')] })).toEqual([])
    })

    test('a question waits without an owner, and only a yes to this very question lets the run go on', async () => {
      const { place, journal, run } = await owned()
      const question = { digest: 'sha256:q', text: '{"may":"it"}' }

      await run.leave({ kind: 'ask', question, call: asked('1:1') })
      expect(await journal.claim('a', owner('x'))).toEqual({ kind: 'waiting' })
      expect(await journal.decide('a', { kind: 'approve', question: 'sha256:other', by: 'anna' })).toBe(false)
      expect((await journal.read('a'))?.question).toEqual(question)

      const elsewhere = await place.open()
      expect(await elsewhere.decide('a', { kind: 'approve', question: 'sha256:q', by: 'anna' })).toBe(true)
      expect(await journal.decide('a', { kind: 'approve', question: 'sha256:q', by: 'bert' })).toBe(false)
      expect(await elsewhere.claim('a', owner('y'))).toMatchObject({ kind: 'owned' })
      expect(await journal.read('a')).toMatchObject({
        approvals: [{ question: 'sha256:q', by: 'anna' }],
        calls: [{ state: 'waiting' }],
      })
    })

    test('a question may be about the whole run, and each signature is a yes of its own', async () => {
      const { place, journal, run } = await owned()
      const approve = { kind: 'approve', question: 'sha256:q', by: 'anna' } as const

      await run.leave({ kind: 'ask', question: { digest: 'sha256:q', text: '"all of it?"' } })

      expect(await journal.claim('a', owner('x'))).toEqual({ kind: 'waiting' })
      expect(await journal.decide('a', approve)).toBe(true)
      expect(await journal.decide('a', { ...approve, signature: 'signed' })).toBe(true)
      expect(await journal.decide('a', { ...approve, signature: 'signed' })).toBe(false)
      expect(await journal.read('a')).toMatchObject({ calls: [], question: { text: '"all of it?"' } })
      expect((await journal.read('a'))?.approvals.map(({ signature }) => signature)).toEqual([
        undefined,
        'signed',
      ])
      expect(await (await place.open()).claim('a', owner('y'))).toMatchObject({ kind: 'owned' })
    })

    test('a doubt keeps a run from everybody until it is settled, either way', async () => {
      const { place, journal, run } = await owned()
      await run.mark({ ...NOTHING, begun: [begun('1:1', 'x'), begun('2:1', 'x')] })
      await run.leave({ kind: 'doubt' })
      const settle = (site: string, as: 'never sent' | typeof ANSWER) =>
        journal.decide('a', { kind: 'settle', call: key(site), as, by: 'anna' })

      expect(await journal.claim('a', owner('x'))).toEqual({ kind: 'doubt' })
      expect(await settle('1:1', ANSWER)).toBe(true)
      expect(await settle('1:1', ANSWER)).toBe(false)
      expect(await journal.claim('a', owner('x'))).toEqual({ kind: 'doubt' })
      expect(await settle('2:1', 'never sent')).toBe(true)

      expect(await (await place.open()).claim('a', owner('y'))).toMatchObject({ kind: 'owned' })
      expect((await journal.read('a'))?.calls).toEqual([
        { ...asked('1:1'), state: 'done', ...ANSWER, settledBy: 'anna' },
        { ...asked('2:1'), state: 'waiting', settledBy: 'anna' },
      ])
    })

    test('nobody says what became of a call while its owner may still send it', async () => {
      const { journal, run } = await owned(60_000)
      await run.mark({ ...NOTHING, begun: [begun('1:1', 'x')] })

      const call = key('1:1')
      expect(await journal.decide('a', { kind: 'settle', call, as: 'never sent', by: 'anna' })).toBe(false)
      expect((await journal.read('a'))?.calls).toMatchObject([{ state: 'sent' }])
    })

    test('a run that was left is anybody’s at once', async () => {
      const { place, run } = await owned(60_000)
      const other = await place.open()

      expect(await other.claim('a', owner('x'))).toMatchObject({ kind: 'busy' })
      await run.leave({ kind: 'pause' })

      expect(await other.claim('a', owner('x'))).toMatchObject({ kind: 'owned' })
      await expect(run.mark(NOTHING)).rejects.toMatchObject({ code: 'RUN_LOST' })
    })

    test('an end is an end: asked again it is the same, and nobody claims it', async () => {
      const { journal, run } = await owned()
      const end = { kind: 'end', state: 'done', result: '{"ok":true}' } as const

      await run.leave(end)
      await run.leave(end)

      expect(await journal.claim('a', owner('x'))).toEqual({ kind: 'over', state: 'done' })
      await expect(run.mark(NOTHING)).rejects.toMatchObject({ code: 'RUN_LOST' })
      expect(await journal.read('a')).toMatchObject({ state: 'done', result: '{"ok":true}' })
    })

    test('of what is over and was shown no raw answer is kept', async () => {
      const { journal, run } = await owned()
      await run.mark({ ...NOTHING, answered: [{ ...asked('1:1'), outcome: '"secret"', givenMs: 1 }] })

      expect(await journal.decide('a', { kind: 'shown' })).toBe(false)
      await run.leave({ kind: 'end', state: 'failed', result: '"why"', went: '{"as_said":false}' })
      expect((await journal.read('a'))?.calls).toMatchObject([{ outcome: '"secret"' }])
      expect(await journal.decide('a', { kind: 'shown' })).toBe(true)

      const left = await journal.read('a')
      expect(left).toMatchObject({ state: 'failed', plan: '', settings: '', went: '{"as_said":false}' })
      expect(await journal.list()).toMatchObject([{ went: '{"as_said":false}' }])
      expect(left?.calls).toMatchObject([{ tool: 'shop:buy', state: 'done', arguments: '' }])
      expect(JSON.stringify(left)).not.toContain('secret')
    })

    test('whoever gives a run up stops its owner before the next call', async () => {
      const { journal, run } = await owned()

      expect(await journal.decide('a', { kind: 'abandon', by: 'anna' })).toBe(true)
      expect(await journal.decide('a', { kind: 'abandon', by: 'anna' })).toBe(false)

      await expect(run.mark({ ...NOTHING, begun: [begun('1:1', 'x')] })).rejects.toMatchObject({
        code: 'RUN_LOST',
      })
      expect(await journal.read('a')).toMatchObject({ state: 'abandoned', calls: [] })
    })

    async function opened(): Promise<{ readonly place: JournalPlace; readonly journal: RunStore }> {
      const place = await create()
      return { place, journal: await place.open() }
    }

    async function owned(leaseMs?: number): Promise<{
      readonly place: JournalPlace
      readonly journal: RunStore
      readonly run: OwnedRun
    }> {
      const { place, journal } = await opened()
      await journal.add(newRun('a'))
      const claim = await journal.claim('a', { name: 'first', leaseMs: leaseMs ?? place.leaseMs })
      if (claim.kind !== 'owned') throw new Error(`expected the run, found ${claim.kind}`)
      return { place, journal, run: claim.run }
    }
  })
}

const NOTHING = { answered: [], asked: [], begun: [] } as const
const ANSWER = { outcome: '{"said":"yes"}', givenMs: 7 } as const

function owner(name: string) {
  return { name, leaseMs: 60_000 }
}

function key(site: string) {
  return { site, occurrence: 0 }
}

function asked(site: string): AskedCall {
  const n = Number.parseInt(site, 10)
  return {
    ...key(site),
    n,
    tool: 'shop:buy',
    digest: `sha256:${site}`,
    arguments: JSON.stringify({ at: site }),
  }
}

function begun(site: string, attempt: string): BegunCall {
  return { ...asked(site), attempt }
}

export function newRun(id: string, about: Partial<NewRun> = {}): NewRun {
  return { id, principal: 'anna', title: 'a title', plan: 'the plan', settings: '{"seed":1}', ...about }
}
