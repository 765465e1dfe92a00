/**
 * The same calls in a copy and on the disk: the same outcomes. `npm run soak:copied-calls` makes hundreds of sequences, then more until
 * each kind of answer that came has come ten times.
 */
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/base/index.js'
import { whyNoCopies } from '../copy/disposable-world.js'
import { verifies } from '../verifies.js'
import { compareSequence, drawSequence, type Sequence } from './copied-sequences.js'
import { oftenEnough } from './often-enough.js'
import { NOT_DRAWN, SEQUENCES } from './random-calls.js'

verifies('rehearsal:copies-answer-alike', 'rehearsal:touches-nothing')

const IS_SOAK = process.env.COPY_SEQUENCES !== undefined
const COUNT = Number(process.env.COPY_SEQUENCES ?? 1)
const LENGTH = 25
const SEED = process.env.COPY_SEED ?? 'copied sequences'
/** How often each kind of answer has to come in a soak. */
const TIMES = 10
/** How many sequences are made at once. */
const AT_ONCE = IS_SOAK ? 4 : 1

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `calls in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    test.each(Object.entries(SEQUENCES))(
      `of the server %s answer as on the disk, in ${COUNT} random sequences`,
      async (name, calls) => {
        const wrong: string[] = []
        const kinds = oftenEnough(TIMES)
        const tools = new Set<string>()
        let done = 0

        await inBatches(COUNT, (n) => drawSequence(calls, seededRandom(`${SEED} ${name} ${n}`), LENGTH))
        // As many again at the most: what takes more has to be drawn more often.
        for (let n = 0; IS_SOAK && n < COUNT && kinds.rare().length > 0; n += AT_ONCE)
          await inBatches(AT_ONCE, (i) => kinds.again(seededRandom(`${SEED} ${name} again ${n + i}`), LENGTH))

        if (IS_SOAK) process.stdout.write(told(name, done, kinds.counts))
        expect(wrong).toEqual([])
        if (IS_SOAK) expect([...tools].filter((tool) => !hasSucceeded(tool, kinds.counts))).toEqual([])
        if (IS_SOAK) expect(kinds.rare()).toEqual([])

        async function inBatches(count: number, sequenceOf: (n: number) => Sequence): Promise<void> {
          for (let n = 0; n < count; n += AT_ONCE) {
            const batch = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, i) => sequenceOf(n + i))
            await Promise.all(batch.map(compare))
          }
        }

        async function compare(sequence: Sequence): Promise<void> {
          const compared = await compareSequence(calls.server, sequence)
          const number = done++
          if (IS_SOAK && done % 10 === 0)
            process.stdout.write(`${name}: ${done} sequences, ${wrong.length} wrong\n`)
          kinds.note(sequence, compared.kinds)
          for (const tool of compared.tools) tools.add(tool)
          wrong.push(
            ...compared.differ.slice(0, 1).map((each) => `sequence ${number}, ${each}`),
            ...compared.disturbed.map((path) => `sequence ${number} changed ${path}`),
          )
        }
      },
      60_000 + COUNT * 120_000,
    )
  },
)

function hasSucceeded(tool: string, counts: ReadonlyMap<string, number>): boolean {
  return [...counts.keys()].some((kind) => kind.startsWith(`${tool} `) && kind.endsWith(' result'))
}

/** A line for each tool and each kind of its answers, with how often it came, and what never comes. */
function told(name: string, done: number, counts: ReadonlyMap<string, number>): string {
  const came = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${String(count).padStart(6)}${count < TIMES ? ' !' : '  '} ${kind}\n`)
  const never = (NOT_DRAWN[name] ?? []).map(({ what, why }) => `   not drawn: ${what} (${why})\n`)
  return `${name}, ${done} sequences, ${counts.size} kinds of answers\n${came.join('')}${never.join('')}`
}
