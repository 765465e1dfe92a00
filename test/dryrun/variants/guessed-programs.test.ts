import { describe, expect, it } from 'vitest'
import { rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { type GuessedProgram, PROGRAMS, TOOLS } from './guessed-programs.js'
import { anyAnswer, behaviour, schemaOf } from './labels.js'

verifies('rehearsal:guesses-tried', 'rehearsal:taint-sound')

/** Answers that each program gets; `npm run soak:guesses` gives it more. */
const BRUTE_FORCE = Number(process.env.GUESSED_ANSWERS ?? 60)

describe.each(PROGRAMS)('$name', (program) => {
  const isSound = program.differs === undefined

  it(`is ${isSound ? 'the same' : 'another one'} with other answers`, async () => {
    if (isSound && program.shy === undefined) expect(await distinct(program)).toHaveLength(1)
    if (isSound) return
    for (const [tool, value] of Object.entries(program.differs ?? {}))
      expect(schemaOf(tool)?.check(value)).toEqual([])
    const seen = await distinct(program, 2)
    const other = await behaviour(program, (tool) => program.differs?.[tool] ?? anyAnswer(1)(tool))
    expect(new Set([...seen, other]).size).toBeGreaterThan(1)
  })

  it(`is ${isSound && program.shy === undefined ? 'passed, with what it assumes' : 'no pass'}`, async () => {
    const report = await rehearse(program.text, {
      ...{ tools: TOOLS, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
      params: program.params ?? {},
    })
    const told = {
      verdict: report.verdict,
      exploration: report.exploration,
      calls: report.calls,
      ended: report.ended,
    }
    expect(told).toMatchObject({ verdict: isSound && program.shy === undefined ? 'pass' : 'uncertain' })
  })
})

/** What the program does, answer by answer, until `enough` was seen. */
async function distinct(program: GuessedProgram, enough = BRUTE_FORCE): Promise<readonly string[]> {
  const seen = new Set<string>()
  for (let run = 0; run < BRUTE_FORCE && seen.size < enough; run++)
    seen.add(await behaviour(program, anyAnswer(run)))
  return [...seen]
}
