import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/base/index.js'
import { type Report, rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { type GuessedProgram, ISSUE_LIKE, PROGRAMS, TOOLS } from './guessed-programs.js'
import { anyAnswer, behaviour, schemaOf } from './labels.js'
import { mixedProgram } from './mixed-programs.js'

verifies('rehearsal:guesses-tried', 'rehearsal:taint-sound')

/** Answers that each program gets; `npm run soak:guesses` gives it more. */
const BRUTE_FORCE = Number(process.env.GUESSED_ANSWERS ?? 60)
const MIXED = process.env.GUESSED_ANSWERS === undefined ? 12 : BRUTE_FORCE

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
    const report = await rehearsed(program)
    const told = {
      verdict: report.verdict,
      exploration: report.exploration,
      calls: report.calls,
      ended: report.ended,
    }
    expect(told).toMatchObject({ verdict: isSound && program.shy === undefined ? 'pass' : 'uncertain' })
  })
})

it(
  `of ${MIXED} programs that chance puts together none passes that an answer turns`,
  async () => {
    const wrong: string[] = []
    let turned = 0
    for (let n = 0; n < MIXED; n++) {
      const program = mixedProgram(seededRandom(`mixed programs ${n}`))
      for (const [tool, value] of Object.entries(program.differs ?? {}))
        expect(schemaOf(tool)?.check(value)).toEqual([])
      const usual = await behaviour(program, (tool) => (tool === 'make' ? ISSUE_LIKE : anyAnswer(1)(tool)))
      const other = await behaviour(program, (tool) => program.differs?.[tool] ?? anyAnswer(1)(tool))
      if (other === usual) continue
      turned++
      const { verdict } = await rehearsed(program)
      if (verdict !== 'uncertain') wrong.push(`${verdict}: ${program.text}`)
    }
    expect(wrong).toEqual([])
    // A use may hide one condition, and not most of them.
    expect(turned).toBeGreaterThan(MIXED / 2)
  },
  120_000 + MIXED * 2_000,
)

describe('of two answers to equal questions nobody knows whether they are alike', () => {
  const asked = async (end: string) => {
    const text = `const ask = async () => (await mcp.s.list({})).items\nconst a = await ask()\nconst b = await ask()\nconst c = await ask()\n${end}`
    return (await rehearsed({ name: end, text })).verdict
  }

  it.each([
    'return new Set([a, b, c].map((each) => JSON.stringify(each))).size',
    'const seen = new Map(); for (const each of [a, b, c]) seen.set(each[0]?.id, each); if (seen.size > 1) throw new Error("moved")',
    'return [...a, ...c].map(({ id }) => id).filter((id, i, all) => all.indexOf(id) === i)',
    'await mcp.s.raw({ body: b.length - a.length })',
  ])('no pass: %s', async (end) => {
    expect(await asked(end)).toBe('uncertain')
  })

  it.each(['return [a, b, c]', 'await mcp.s.raw({ body: c })', 'return "done"'])(
    'which does not matter to what is handed on: %s',
    async (end) => {
      expect(await asked(end)).toBe('pass')
    },
  )
})

/** What the program does, answer by answer, until `enough` was seen. */
async function distinct(program: GuessedProgram, enough = BRUTE_FORCE): Promise<readonly string[]> {
  const seen = new Set<string>()
  for (let run = 0; run < BRUTE_FORCE && seen.size < enough; run++)
    seen.add(await behaviour(program, anyAnswer(run)))
  return [...seen]
}

async function rehearsed({ text, params = {} }: GuessedProgram): Promise<Report> {
  return await rehearse(text, {
    ...{ tools: TOOLS, sandbox: await oneGuest(), fileName: 'a.js', now: 0, params },
  })
}
