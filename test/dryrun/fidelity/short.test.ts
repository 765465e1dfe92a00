/** A dozen pairs of the bench of fidelity, run for real and rehearsed in every way. `npm run bench:fidelity` has all of them. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runCases } from '../../../bench/fidelity/bench.js'
import { describeWrong } from '../../../bench/fidelity/describe.js'
import { readCases } from '../../../bench/fidelity/read-cases.js'
import { tally } from '../../../bench/fidelity/tally.js'
import { whyNoCopies } from '../../copy/disposable-world.js'
import { verifies } from '../../verifies.js'

verifies('rehearsal:copies-are-evidence', 'rehearsal:fail-is-proved', 'rehearsal:guesses-tried')

const CASES = readCases(fileURLToPath(new URL('../../../bench/fidelity/cases/', import.meta.url)))
const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `a dozen pairs of programs${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    test('no certain verdict is contradicted by the real run, and most are certain', async () => {
      const short = CASES.filter(({ isShort }) => isShort)

      const { results, broken } = await runCases(short)

      expect([...broken, ...describeWrong(results)]).toEqual([])
      expect(results.length).toBeGreaterThanOrEqual(12)
      // Neither certain verdict may be bought by never giving one.
      expect(tally('copies', results).soundPass).toBeGreaterThan(80)
      expect(tally('recorded', results).soundPass).toBeGreaterThan(40)
    })
  },
)
