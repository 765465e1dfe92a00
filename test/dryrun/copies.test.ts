/**
 * Verdicts of rehearsals in a copy, held against reality: each plan is rehearsed, then run for real on the same folder. In the suite
 * the cheapest pair of each kind; `npm run soak:copies` has all of them.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { copyServers } from '../../src/copy/index.js'
import type { CopiedAnswer, Verdict } from '../../src/dryrun/index.js'
import { whyNoCopies } from '../copy/disposable-world.js'
import { verifies } from '../verifies.js'
import { PAIRS, type Pair } from './copied-pairs.js'
import { entryOf, type Held, habits, holdAgainstReality } from './held-against-reality.js'
import { oneGuest } from './one-guest.js'

verifies('rehearsal:copies-are-evidence', 'rehearsal:touches-nothing')

const isRoot = process.getuid?.() === 0
const IS_WHOLE = process.env.COPY_PAIRS === 'all'

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `rehearsals in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    test.concurrent.each(Object.entries(PAIRS))(
      'say of plans with %s what is so for real, and change nothing',
      async (_, pairs) => {
        const possible = pairs.filter((each) => (isRoot ? each.needsUser : each.needsRoot) !== true)
        const chosen = IS_WHOLE ? possible : possible.toSorted(byCost).slice(0, 1)
        const sandbox = await oneGuest()
        const told: string[] = []
        const wanted: string[] = []

        for (const pair of chosen)
          for (const [plan, isSound, verdict] of plansOf(pair)) {
            const held = await holdAgainstReality({ ...pair, plan }, sandbox)
            told.push(tell(pair, held.verdict, held.completes, held))
            wanted.push(tell(pair, verdict, isSound))
          }

        expect(told).toEqual(wanted)
      },
      180_000 + (IS_WHOLE ? 600_000 : 0),
    )
  },
)

test.skipIf(reason !== undefined)('a change is told by the clock by which its server answered', async () => {
  verifies('rehearsal:late-changes')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-late-')))
  try {
    await using copies = await copyServers(
      [entryOf('s', habits(), (text) => text.replaceAll('FOLDER', folder))],
      { baseDir: folder },
    )
    await using copied = await copies.open()
    const ask = (n: number, tool: string, args: JsonObject): Promise<CopiedAnswer> =>
      copied.call({ n, server: 's', tool, arguments: args })
    const write = await ask(1, 'write', { path: 'at-once', text: 'x' })
    const job = await ask(2, 'write_later', { path: 'late', ms: 50 })
    const read = await ask(3, 'read_late', { path: 'late' })

    const [atOnce, late] = [...write.changes, ...job.changes, ...read.changes].map(({ atMs = 0 }) => atMs)
    expect(atOnce).toBeLessThanOrEqual(write.saidAtMs ?? 0)
    expect(late).toBeGreaterThan(job.saidAtMs ?? Number.POSITIVE_INFINITY)
    expect(late).toBeLessThanOrEqual(read.saidAtMs ?? 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** The server of the fixtures starts in a tenth of the time of the others. */
function byCost(one: Pair, other: Pair): number {
  return costOf(one) - costOf(other)
}

function costOf({ servers, isSlow }: Pair): number {
  return (
    (isSlow === true ? 100 : 0) + Object.values(servers).filter(({ env }) => env?.HABITS === undefined).length
  )
}

function plansOf({ sound, faulty, verdicts: [one, other] = ['pass', 'fail'] }: Pair) {
  return [
    [sound, true, one],
    [faulty, false, other],
  ] as const satisfies readonly (readonly [string, boolean, Verdict])[]
}

function tell(
  { about }: Pair,
  verdict: Verdict,
  completes: boolean,
  { disturbed }: Pick<Held, 'disturbed'> = { disturbed: [] },
): string {
  return [about, verdict, completes ? 'completes' : 'does not', ...disturbed].join(': ')
}
