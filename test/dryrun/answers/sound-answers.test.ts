/**
 * Random programs over a library of documents: rehearsed on some of what was recorded, with the rest invented, and run for real in every
 * state of the library that says the same to what was recorded. What a *pass* promises holds in all of them, where its assumptions do,
 * and no *fail* completes. `npm run soak:answers` runs thousands.
 */
import { expect, test } from 'vitest'
import { seededRandom } from '../../../src/base/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { holdProgram } from './hold-program.js'
import { randomProgram } from './random-program.js'

verifies('rehearsal:taint-sound', 'rehearsal:fail-is-proved')

const PROGRAMS = Number(process.env.ANSWERED_PROGRAMS ?? 10)
const FROM = Number(process.env.ANSWERED_FROM ?? 0)

test(
  `of ${PROGRAMS} random programs none does for real what a certain verdict denies`,
  async () => {
    const counts: Record<string, number> = {}
    const wrong: string[] = []
    for (let n = FROM; n < FROM + PROGRAMS; n++) {
      const text = randomProgram(seededRandom(`program ${n}`))
      const held = await holdProgram(text, seededRandom(`state ${n}`), await oneGuest())
      const kind = held === undefined ? 'left out' : `${held.isSound ? 'sound' : 'other'}: ${held.verdict}`
      counts[kind] = (counts[kind] ?? 0) + 1
      if (held?.wrong !== undefined) wrong.push(`${held.wrong} (program ${n}):\n${text}`)
    }

    expect(wrong).toEqual([])
    // No certain verdict may be bought by never giving one.
    expect(counts['sound: pass']).toBeGreaterThan(PROGRAMS / 8)
    if (process.env.ANSWERED_PROGRAMS !== undefined) process.stdout.write(`${JSON.stringify(counts)}\n`)
  },
  120_000 + PROGRAMS * 5_000,
)
