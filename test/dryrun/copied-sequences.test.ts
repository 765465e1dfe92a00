/** The same calls in a copy and on the disk: the same outcomes. `npm run soak:copied-calls` makes hundreds of sequences. */
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/base/index.js'
import { whyNoCopies } from '../copy/disposable-world.js'
import { verifies } from '../verifies.js'
import { compareSequence } from './copied-sequences.js'
import { SEQUENCES } from './random-calls.js'

verifies('rehearsal:copies-answer-alike', 'rehearsal:touches-nothing')

const COUNT = Number(process.env.COPY_SEQUENCES ?? 1)
const LENGTH = 25
const SEED = process.env.COPY_SEED ?? 'copied sequences'

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `calls in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    test.each(Object.keys(SEQUENCES))(
      `of the server %s answer as on the disk, in ${COUNT} random sequences`,
      async (name) => {
        const calls = SEQUENCES[name]
        if (calls === undefined) throw new Error(`There is no server "${name}"`)
        const wrong: string[] = []
        const outcomes = new Map<string, number>()

        for (let n = 0; n < COUNT; n++) {
          const compared = await compareSequence(calls, seededRandom(`${SEED} ${name} ${n}`), LENGTH)
          wrong.push(
            ...compared.differ.slice(0, 1).map((each) => `sequence ${n}, ${each}`),
            ...compared.disturbed.map((path) => `sequence ${n} changed ${path}`),
          )
          for (const [key, count] of compared.outcomes) outcomes.set(key, (outcomes.get(key) ?? 0) + count)
        }

        if (process.env.COPY_SEQUENCES !== undefined)
          process.stdout.write(`${name}, ${COUNT} sequences\n${table(outcomes)}`)
        expect(wrong).toEqual([])
      },
      60_000 + COUNT * 60_000,
    )
  },
)

/** A line for each tool and each kind of its answers, with how often it came. */
function table(outcomes: ReadonlyMap<string, number>): string {
  return [...outcomes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => `${String(count).padStart(6)}  ${key}\n`)
    .join('')
}
