/** Random programs and workflows, killed at random: `npm run soak:runs` does 300 of them. */
import { expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { killAndGoOn } from './random-runs.js'

verifies('journal:never-twice')

const COUNT = Number(process.env.KILLED_RUNS ?? 4)
/** Of the four from here two go by a receipt. */
const FIRST = Number(process.env.KILLED_RUNS_FROM ?? 3)

test(
  `${COUNT} random runs that are killed come to the end that they would have had, each effect once`,
  async () => {
    const all = { bound: 0, kills: 0, named: 0, namedAndMade: 0 }
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      const judged = await killAndGoOn(seed)
      for (const name of ['bound', 'kills', 'named', 'namedAndMade'] as const) all[name] += judged[name]
    }

    if (COUNT > 4) process.stdout.write(`${COUNT} runs: ${JSON.stringify(all)}\n`)
    // Never more doubts than deaths, where effects leave one at a time.
    expect(all.named).toBeLessThanOrEqual(all.kills)
    expect(Math.min(all.kills, all.bound)).toBeGreaterThan(0)
  },
  60_000 + COUNT * 60_000,
)
