/** What matchers of reports say when they fail, and when they say nothing either way. The text is the product. */
import { describe, expect, it } from 'vitest'
import { CLEAN, FAULTY, GUESSED, READ } from '../../../test/fixtures/reports.js'
import { messageOf } from '../../../test/testing/message-of.js'
import { verifies } from '../../../test/verifies.js'
import { createMatchers, matchers } from './create-matchers.js'
import { expectResponse } from './expect-response.js'

verifies('kit:report-matchers')

const NO_CALL = { ...CLEAN, calls: [] }
const ENDED_EARLY = { ...CLEAN, ended: 'timed_out' } as const

describe('the message of a failed assertion about a report', () => {
  it('tells what is wrong and where, of a plan that fails', () => {
    const missing = {
      tool: 'files:wirte',
      line: 3,
      column: 7,
      did_you_mean: ['files:write'],
      text: 'files:wirte: server "files" has no such tool; did you mean files:write?',
    } as const
    const report = { ...FAULTY, validation: { ...FAULTY.validation, missing_tools: [missing] } }

    expect(messageOf(matchers.toRehearseCleanly(report))).toMatchInlineSnapshot(`
      "
      Expected the plan to rehearse cleanly, found the verdict fail (threw)
        2:48 error: files:write: "/content" must be a string, found a number
        3:7 error: files:wirte: server "files" has no such tool; did you mean
          files:write?
        2:17 maybe: The program threw ToolError
      "
    `)
  })
  it('tells what was guessed, of a plan that is uncertain', () => {
    expect(messageOf(matchers.toRehearseCleanly(GUESSED))).toMatchInlineSnapshot(`
      "
      Expected the plan to rehearse cleanly, found the verdict uncertain
        2:31 guessed: files:write (call 2) answered from its schema
        Hint: record or stub 1 answer, or say { allowUncertain: true }
      "
    `)
  })
  it('tells the calls outside of the list, with the names in it that they look like', () => {
    expect(messageOf(matchers.toCallOnly(GUESSED, 'files:raed', /^memory:/))).toMatchInlineSnapshot(`
      "
      Expected the plan to call only "files:raed", /^memory:/, found 2 other calls
        1:31 files:read (call 1); did you mean it by "files:raed"?
        2:31 files:write (call 2)
      "
    `)
  })
  it('tells the effects, and what is known of them', () => {
    expect(messageOf(matchers.toHaveNoEffects(GUESSED, { except: ['memory:*'] }))).toMatchInlineSnapshot(`
      "
      Expected the plan to have no effects but of "memory:*", found 1 effect
        2:31 may overwrite or delete b.md through files:write (call 2, by
          annotation, uncertain)
      "
    `)
  })
  it('is bounded and safe, whatever the plan and the servers say', () => {
    const calls = Array.from({ length: 5000 }, (_, i) => ({
      ...READ,
      n: i + 1,
      tool: `files:\u001b[2J${'x'.repeat(200)}` as const,
    }))

    const lines = messageOf(matchers.toCallOnly({ ...CLEAN, calls }, 'files:read'))
      .trim()
      .split('\n')

    expect(lines.length).toBe(2 + 12 * 4)
    expect(lines.at(-1)).toBe('  … 4,988 more')
    expect(lines.filter((line) => line.length > 80 || line.includes('\u001b'))).toEqual([])
  })
})

describe('a claim about what a plan does not do', () => {
  it.each([
    ['called nothing', NO_CALL, 'found no call at all'],
    ['ended early', ENDED_EARLY, 'found an early end: timed out'],
  ])('neither holds nor fails behind .not when the plan %s', (_, report, found) => {
    for (const judge of [
      (lent: object) => createMatchers().toCallOnly.call(lent, report, 'files:*'),
      (lent: object) => createMatchers().toHaveNoEffects.call(lent, report),
    ]) {
      const [plain, negated] = [judge({ isNot: false }), judge({ isNot: true })]

      expect([plain, negated]).toMatchObject([{ pass: false }, { pass: true }])
      for (const result of [plain, negated]) expect('message' in result && result.message()).toContain(found)
    }
  })
  it('fails all the same when the plan did it before it ended early', () => {
    const report = { ...GUESSED, ended: 'threw' } as const

    expect(matchers.toCallOnly(report, 'files:read')).toMatchObject({ pass: false })
    expect(matchers.toHaveNoEffects(report)).toMatchObject({ pass: false })
  })
})

describe('expectResponse', () => {
  it('takes a report, and the promise of one', async () => {
    expectResponse(CLEAN).toRehearseCleanly().toCallOnly('files:read').toHaveNoEffects()
    await expectResponse(Promise.resolve(GUESSED)).not.toRehearseCleanly().not.toHaveNoEffects()

    expect(() => expectResponse(FAULTY).toRehearseCleanly()).toThrow('Expected the plan to rehearse cleanly')
  })
})
