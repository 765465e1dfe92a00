/** A call that is wrong by chance, or at some times alone, is no certain error: another run may not make it. */
import { describe, expect, test } from 'vitest'
import { type Report, rehearse } from '../../src/dryrun/index.js'
import { verifies } from '../verifies.js'
import { oneGuest } from './one-guest.js'

verifies('rehearsal:fail-is-proved')

const DAY = 'new Date().getUTCDay() % 2'

describe.each<[string, string, string]>([
  ['chance', 'Math.random() < 0.5', 'Math.random() >= 0.5'],
  ['the day', `${DAY} === 0`, `${DAY} === 1`],
])('where %s decides', (_, one, other) => {
  test.each([
    'return await mcp.s.get({ id: LUCK ? "x" : 1 })',
    'const id = LUCK ? "x" : 1\nawait mcp.s.get({ id: 1 })\nreturn await mcp.s.get({ id })',
    'const id = LUCK ? "x" : 1\ntry { await mcp.s.get({ id }) } catch {}\nreturn 1',
    'const name = LUCK ? "gett" : "get"\nreturn await mcp.s[name]({ id: 1 })',
    'const id = ["x", 1][0]\nif (LUCK) await mcp.s.get({ id })\nreturn 1',
  ])('%s', async (program) => {
    // One of the two is wrong in the rehearsal.
    for (const luck of [one, other]) {
      const report = await rehearsed(program.replace('LUCK', luck))

      expect(report.verdict).toBe('uncertain')
      expect(codesOf(report)).toContainEqual(
        expect.stringMatching(/^(?:TIME_OR_CHANCE_DECIDES|CONDITION_OPEN)$/),
      )
    }
  })

  test.each([
    'return await mcp.s.get({ id: LUCK ? "x" : "y" })',
    'const id = ["x", 1][0]\nif (LUCK) console.log("x")\nreturn await mcp.s.get({ id })',
  ])('an error is certain all the same: %s', async (program) => {
    for (const luck of [one, other]) {
      const report = await rehearsed(program.replace('LUCK', luck))

      expect(report.verdict).toBe('fail')
    }
  })
})

test('a call that is wrong in each turn of a loop to a deadline is wrong in the first one', async () => {
  const loop = `const end = Date.now() + 1000\nwhile (Date.now() < end) await mcp.s.get({ id: ["x"][0] })`

  expect((await rehearsed(loop)).verdict).toBe('fail')
})

function codesOf({ validation }: Report): readonly string[] {
  return validation.findings.map(({ code }) => code)
}

async function rehearsed(program: string): Promise<Report> {
  const inputSchema = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } as const
  return await rehearse(program, {
    sandbox: await oneGuest(),
    fileName: 'plan.js',
    tools: [{ server: 's', tools: [{ name: 'get', inputSchema, annotations: { readOnlyHint: true } }] }],
  })
}
