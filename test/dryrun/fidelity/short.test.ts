/** A dozen pairs of the bench of fidelity, run for real and rehearsed in every way. `npm run bench:fidelity` has all of them. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runCases } from '../../../bench/fidelity/bench.js'
import { describeWrong } from '../../../bench/fidelity/describe.js'
import type { FidelityCase } from '../../../bench/fidelity/fidelity-case.js'
import { readCases } from '../../../bench/fidelity/read-cases.js'
import type { CaseResult } from '../../../bench/fidelity/run-case.js'
import { tally } from '../../../bench/fidelity/tally.js'
import { whyNoCopies } from '../../copy/disposable-world.js'
import { verifies } from '../../verifies.js'

verifies('rehearsal:copies-are-evidence', 'rehearsal:fail-is-proved', 'rehearsal:guesses-tried')

const CASES = readCases(fileURLToPath(new URL('../../../bench/fidelity/cases/', import.meta.url)))
const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `a dozen pairs of programs${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    const short = CASES.filter(({ isShort }) => isShort)
    const results: CaseResult[] = []

    // A few at a time: all of them take a busy machine longer than what hangs.
    test.each(inFours(short))('no certain verdict of %s is contradicted by the real run', async (_, four) => {
      const run = await runCases(four)
      results.push(...run.results)

      expect([...run.broken, ...describeWrong(run.results)]).toEqual([])
    })

    test('most verdicts are certain', () => {
      expect(results).toHaveLength(short.length)
      expect(results.length).toBeGreaterThanOrEqual(12)
      // Neither certain verdict may be bought by never giving one.
      expect(tally('copies', results).soundPass).toBeGreaterThan(80)
      expect(tally('recorded', results).soundPass).toBeGreaterThan(40)
    })
  },
)

function inFours(cases: readonly FidelityCase[]): [string, readonly FidelityCase[]][] {
  const fours = Array.from({ length: Math.ceil(cases.length / 4) }, (_, n) => cases.slice(4 * n, 4 * n + 4))
  return fours.map((four) => [four.map(({ id }) => id).join(', '), four])
}
