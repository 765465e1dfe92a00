import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../base/index.js'
import { createLedger, type Ledger } from './ledger.js'
import type { BegunCall, OwnedRun } from './run-journal.js'

interface Scene {
  readonly ledger: Ledger
  /** How many calls each mark began. */
  readonly marks: number[]
  /** How many answers each note held. */
  readonly notes: number[]
}

/** Over a run whose writes take a turn. */
function openLedger(clock: Clock = systemClock): Scene {
  const marks: number[] = []
  const notes: number[] = []
  const run: OwnedRun = {
    fence: 1,
    async mark({ begun }) {
      marks.push(begun.length)
      await setImmediate()
      return begun.map(({ site, occurrence }) => `${site}#${occurrence}`)
    },
    async note(answers) {
      notes.push(answers.length)
      await setImmediate()
    },
    withdraw: () => Promise.resolve(),
    leave: () => Promise.resolve(),
  }
  return { ledger: createLedger({ run, leaseMs: 30_000, clock }), marks, notes }
}

/** Calls that come one by one, a turn of the loop apart, as a guest that makes them side by side is read. */
async function wave(ledger: Ledger, size: number, first: number): Promise<void> {
  const under: Promise<void>[] = []
  for (let n = first; n < first + size; n++) {
    under.push(made(ledger, n))
    await setImmediate()
  }
  await Promise.all(under)
}

async function made(ledger: Ledger, n: number): Promise<void> {
  const about = { tool: 'a:b', digest: '', arguments: '{}', attempt: String(n) }
  const call: BegunCall = { site: '1:1', occurrence: n, n, ...about }
  const begun = await ledger.begin(call)
  await begun.note(call, { outcome: '', givenMs: 0 })
}

describe('a ledger', () => {
  it('writes down the calls of a wave together, once it knows how many come together', async () => {
    const { ledger, marks, notes } = openLedger()

    for (let n = 0; n < 3; n++) await wave(ledger, 8, n * 8)
    ledger.close()

    expect(marks.slice(-2)).toEqual([8, 8])
    expect(notes.slice(-2)).toEqual([8, 8])
  })

  it('waits for no clock once as many are here as came together before', async () => {
    const sleep: Clock['sleep'] = (_, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    const { ledger, marks, notes } = openLedger({ ...systemClock, sleep })

    for (let n = 0; n < 3; n++) await wave(ledger, 8, n * 8)
    ledger.close()

    expect(marks.slice(-2)).toEqual([8, 8])
    expect(notes.slice(-2)).toEqual([8, 8])
  })

  it('writes down at once what comes alone, also after a wave', async () => {
    const { ledger, marks } = openLedger()
    await wave(ledger, 8, 0)

    await made(ledger, 8)
    await made(ledger, 9)
    ledger.close()

    expect(marks.slice(-2)).toEqual([1, 1])
    expect(marks.reduce((sum, each) => sum + each, 0)).toBe(10)
  })
})
