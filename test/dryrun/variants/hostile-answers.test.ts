import { expect, it } from 'vitest'
import { seededRandom } from '../../../src/base/index.js'
import { rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { TOOLS } from './guessed-programs.js'
import { hold, hostileAnswers, realProgram } from './hostile-answers.js'
import { FORMS, ONCE_WRONG, programOf, USES } from './hostile-forms.js'

verifies('rehearsal:guesses-tried')

/** A use of the forms, or `all`: `npm run soak:hostile` holds each form in each use; else a few are drawn. */
const WANTED = process.env.HOSTILE_USES
const PAIRS = Object.entries(USES)
  .filter(([use]) => WANTED === undefined || WANTED === 'all' || WANTED === use)
  .flatMap(([use, programFor]) => FORMS.map((form) => ({ use, form, text: programOf(form, programFor) })))
const HELD = WANTED === undefined ? PAIRS.filter(isOfSuite) : PAIRS

/** What was wrong once in the two uses that showed it, and every fiftieth. */
function isOfSuite({ use, form }: (typeof PAIRS)[number], i: number): boolean {
  return i % 50 === 0 || ((use === 'dropped' || use === 'sent') && ONCE_WRONG.includes(form))
}

it(
  'what programs make of an answer passes with no answer that breaks it, and fails with none that completes',
  async () => {
    const answers = hostileAnswers(seededRandom('hostile answers'), 60)
    const wrong: string[] = []
    const shy: string[] = []
    let sound = 0
    for (const { use, form, text } of HELD) {
      const report = await rehearse(text, {
        ...{ tools: TOOLS, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
      })
      const held = await hold(report, realProgram(text), answers)
      if (held.wrong !== undefined) wrong.push(`${use}: ${form}: ${held.wrong}`)
      if (held.isSound) sound++
      if (held.isSound && report.verdict !== 'pass') shy.push(`${use}: ${form}`)
    }
    if (WANTED !== undefined)
      process.stdout.write(`${sound - shy.length} of ${sound} sound programs pass; not:\n${shy.join('\n')}\n`)
    expect(wrong).toEqual([])
    // Most of what no answer breaks has to pass: uncertain everywhere would be right, and of no use.
    expect(shy.length).toBeLessThan(sound / 3)
  },
  180_000 + HELD.length * 2_000,
)
