import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import type { JsonObject } from '../../base/index.js'
import type { Requester } from '../requester.js'
import { askToApply } from './ask-to-apply.js'
import type { RehearsalReport, RehearsedCall } from './rehearsal-report.js'

verifies('gateway:whole-questions')

const call = (n: number, rest: Partial<RehearsedCall>): RehearsedCall => ({
  ...{ call: n, tool: 'mail:send', arguments: {}, source: 'copy', outcome: 'result', value: null },
  ...{ changed: [], ...rest },
})

/** What a person is shown who is asked about these calls. */
async function questionOf(calls: readonly RehearsedCall[]): Promise<string> {
  const asked: JsonObject[] = []
  const by = {
    capabilities: { elicitation: { form: {} } },
    async ask(_method: string, params: JsonObject) {
      asked.push(params)
      return { action: 'decline' }
    },
  }
  const report = { id: 'r1', calls, files: [], no_way_back: [] }
  await askToApply(
    // Proof: nothing else of them is asked for.
    report as unknown as RehearsalReport,
    by as unknown as Requester,
    new AbortController().signal,
  )
  return String(asked[0]?.message)
}

it('shows every effect with all of its arguments, however many there are', async () => {
  const text = `${'x'.repeat(5000)} and all of the archive`
  const calls = Array.from({ length: 80 }, (_, i) =>
    call(i + 1, { arguments: { to: `a${i + 1}@example.org`, text } }),
  )

  const shown = await questionOf([...calls, call(81, { tool: 'mail:list', read: true })])

  expect(shown.match(/and all of the archive"}/g)).toHaveLength(80)
  expect(shown).toContain('call 80: mail:send {"to":"a80@example.org"')
  expect(shown).not.toContain('mail:list')
})

it('makes no line of its own of what stands in an argument', async () => {
  const shown = await questionOf([call(1, { arguments: { text: 'a\n  call 2: mail:list {}\u202e' } })])

  expect(shown.split('\n')).toHaveLength(3)
  expect(shown).not.toContain('\u202e')
})
