/** What an overlay says for certain, real servers say as well. `npm run soak:overlay` makes thousands of sequences. */
import { expect, test } from 'vitest'
import { seededRandom } from '../../src/base/index.js'
import { verifies } from '../verifies.js'
import { laySequence } from './overlaid-sequences.js'
import { WORLDS } from './written-worlds.js'

verifies('rehearsal:overlay-answers-alike')

const COUNT = Number(process.env.OVERLAY_SEQUENCES ?? 4)
const LENGTH = 40
const SEED = process.env.OVERLAY_SEED ?? 'overlaid sequences'

test.each(Object.keys(WORLDS))(
  `an overlay over %s is never wrong for certain, in ${COUNT} random sequences`,
  async (name) => {
    const world = WORLDS[name]
    if (world === undefined) throw new Error(`There is no world "${name}"`)
    const wrong: string[] = []
    const said = new Map<string, number>()

    for (let n = 0; n < COUNT; n++) {
      const laid = await laySequence(world, seededRandom(`${SEED} ${name} ${n}`), LENGTH)
      wrong.push(...laid.wrong.slice(0, 1).map((each) => `sequence ${n}, ${each}`))
      for (const [key, count] of laid.said) said.set(key, (said.get(key) ?? 0) + count)
    }

    if (process.env.OVERLAY_SEQUENCES !== undefined)
      process.stdout.write(`${name} ${JSON.stringify([...said].sort())}\n`)
    expect(wrong).toEqual([])
    expect([...said.keys()].some((key) => key.includes(' overlay '))).toBe(true)
  },
  60_000 + COUNT * 60_000,
)

test('what an overlay says wrongly is told', async () => {
  const { files: world } = WORLDS
  if (world === undefined) throw new Error('There is no world of files')
  const untrue = { kind: 'result', content: [], structured: { content: '[FILE] none' } } as const

  const { wrong } = await laySequence(
    { ...world, recordedAs: () => untrue },
    seededRandom(`${SEED} untrue`),
    LENGTH,
  )

  expect(wrong.length).toBeGreaterThan(0)
})
