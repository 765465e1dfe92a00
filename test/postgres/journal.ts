/** A journal of runs in PostgreSQL keeps the contract of all journals, and what it promises beyond that. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresJournal } from '../../src/journal/postgres/postgres-journal.js'
import { journalStatements } from '../../src/journal/postgres/postgres-statements.js'
import type { RunStore } from '../../src/journal/run-journal.js'
import { describeRunJournal, newRun } from '../contract/run-journal.contract.js'
import { createCuttingProxy } from './cutting-proxy.js'
import { cutConnections, freshSchema, openStore, server, sql, urlOf } from './world.js'

/** Short, so that its owner is dead soon; long enough for a busy machine to renew it. */
const LEASE_MS = 2_000

async function openJournal(schema: string, port?: number): Promise<RunStore> {
  const place = port === undefined ? { schema } : { schema, port }
  const journal = await openPostgresJournal(urlOf(place))
  onTestFinished(() => journal[Symbol.asyncDispose]())
  return journal
}

describeRunJournal('PostgreSQL', async () => {
  const schema = freshSchema()
  return {
    open: () => openJournal(schema),
    async die(journal) {
      // Nobody renews it: it is over when another one may claim it.
      await expect
        .poll(async () =>
          sql(
            `SELECT count(*) FROM "${schema.replaceAll('"', '""')}_runs".run WHERE lease_until > clock_timestamp()`,
          ),
        )
        .toBe('0')
      await journal[Symbol.asyncDispose]()
    },
    leaseMs: LEASE_MS,
  }
})

describe('a journal in PostgreSQL', () => {
  it('is made by several at once', async () => {
    const schema = freshSchema()

    const journals = await Promise.all(Array.from({ length: 6 }, () => openJournal(schema)))

    await journals[0]?.add(newRun('a'))
    expect(await journals[5]?.list()).toHaveLength(1)
  })

  it('stands beside recordings of the same URL, and refuses the tables of others', async () => {
    const schema = freshSchema()
    sql(`CREATE SCHEMA "${schema.replaceAll('"', '""')}_runs"`)
    sql(`CREATE TABLE "${schema.replaceAll('"', '""')}_runs".mine (x int)`)

    await expect(openJournal(schema)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' })
  })

  it.each(['fence = r.fence', 'began AS', 'unflushed AS', 'SET state = $3'])(
    'recognises its own first try when the connection is cut before the answer: %s',
    async (word) => {
      const schema = freshSchema()
      await openJournal(schema)
      await using proxy = await createCuttingProxy(server.port, word, 'after')
      const journal = await openJournal(schema, proxy.port)
      await journal.add(newRun('a'))

      const claim = await journal.claim('a', { name: 'one', leaseMs: 60_000 })
      if (claim.kind !== 'owned') throw new Error(claim.kind)
      const call = {
        site: '1:1',
        occurrence: 0,
        n: 1,
        tool: 'a:b',
        digest: 'd',
        arguments: '{}',
        attempt: 'x',
      }
      expect(await claim.run.mark({ answered: [], asked: [], begun: [call] })).toEqual(['1:1#0'])
      await claim.run.note([{ site: '1:1', occurrence: 0, outcome: '1', givenMs: 1 }])
      await claim.run.leave({ kind: 'end', state: 'done', result: '1' })

      expect(proxy.cuts).toBe(1)
      expect(await journal.read('a')).toMatchObject({
        state: 'done',
        calls: [{ state: 'done', outcome: '1' }],
      })
    },
  )

  it('goes on after its connections were cut', async () => {
    const journal = await openJournal(freshSchema())
    await journal.add(newRun('a'))

    cutConnections()

    expect(await journal.claim('a', { name: 'x', leaseMs: 60_000 })).toMatchObject({ kind: 'owned' })
  })

  it('uses no advisory lock, no LISTEN and nothing of a connection', async () => {
    const texts = Object.values(journalStatements('any')).join('\n')

    expect(texts).not.toMatch(
      /advisory|\bLISTEN\b|\bNOTIFY\b|\bTEMP|\bPREPARE\b|\bDECLARE\b|\bSET (?:SESSION|LOCAL)\b|currval|lastval/i,
    )
    // What is set is of the transaction alone.
    expect(texts.match(/set_config\([^)]*\)/g)?.every((each) => each.endsWith(', true)'))).toBe(true)
    expect(texts).not.toMatch(/\bnow\(\)|current_timestamp/i)
  })

  it.each(['understudy_', 'lock_timeout'])('prepares and sets nothing for a connection: %s', async (word) => {
    const schema = freshSchema()
    // The name of a prepared statement, and what is set for a session; each is cut off where it is sent.
    await using proxy = await createCuttingProxy(server.port, word, 'before', Number.POSITIVE_INFINITY)
    const journal = await openJournal(schema, proxy.port)
    await journal.add(newRun('a'))
    await journal.claim('a', { name: 'x', leaseMs: 60_000 })

    expect(await journal.read('a')).toMatchObject({ state: 'running' })
    expect(proxy.cuts).toBe(0)
    // The control: recordings do both.
    await expect(openStore({ schema: freshSchema(), port: proxy.port })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
    })
    expect(proxy.cuts).toBeGreaterThan(0)
  })
})
