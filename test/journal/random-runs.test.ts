/** Random programs and workflows, killed at random: `npm run soak:runs` does 300 of them. */
import { expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { killAndGoOn } from './random-runs.js'

verifies('journal:never-twice')

const COUNT = Number(process.env.KILLED_RUNS ?? 3)
/** Of the three from here one goes by a receipt, and one asks a person. */
const FIRST = Number(process.env.KILLED_RUNS_FROM ?? 4)

test(
  `${COUNT} random runs that are killed come to the end that they would have had, each effect once`,
  async () => {
    const all = { bound: 0, kills: 0, killsWhileWaiting: 0, approvals: 0, named: 0, namedAndMade: 0 }
    const servers = new Set<string>()
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      const judged = await killAndGoOn(seed)
      for (const name of COUNTED) all[name] += Number(judged[name])
      for (const name of judged.servers) servers.add(name)
      if (COUNT > 3 && seed % 10 === 0) process.stdout.write(`${seed}: ${JSON.stringify(all)}\n`)
    }

    if (COUNT > 3) process.stdout.write(`${COUNT} runs over ${[...servers]}: ${JSON.stringify(all)}\n`)
    expect(Math.min(all.kills, all.bound)).toBeGreaterThan(0)
    if (COUNT > 30) expect(servers.size).toBe(5)
  },
  60_000 + COUNT * 60_000,
)

const COUNTED = ['bound', 'kills', 'killsWhileWaiting', 'approvals', 'named', 'namedAndMade'] as const
