/** A dozen pairs of the bench of fidelity, run for real and rehearsed in every way. `npm run bench:fidelity` has all of them. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWrong } from '../../../bench/fidelity/describe.js'
import { openLane } from '../../../bench/fidelity/lane.js'
import { readCases } from '../../../bench/fidelity/read-cases.js'
import { type CaseResult, type Lane, runCase } from '../../../bench/fidelity/run-case.js'
import { tally } from '../../../bench/fidelity/tally.js'
import { createTypeStripper } from '../../../dist/index.js'
import { createDenoSandbox } from '../../../dist/sandbox/index.js'
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
    const opened: AsyncDisposable[] = []
    let lane: Lane

    // One for all of them: to start the servers anew is most of what a pair costs.
    beforeAll(async () => {
      const sandbox = await createDenoSandbox({ poolSize: 1 })
      const stripper = createTypeStripper()
      lane = openLane(sandbox, stripper)
      opened.push(lane, stripper, sandbox)
    })
    afterAll(async () => {
      for (const each of opened) await each[Symbol.asyncDispose]()
    })

    test.each(short.map((each) => [each.id, each] as const))(
      'no certain verdict of %s is contradicted by the real run',
      async (_, each) => {
        const result = await runCase(each, lane)
        results.push(result)

        expect(describeWrong([result])).toEqual([])
      },
    )

    test('most verdicts are certain', () => {
      expect(results).toHaveLength(short.length)
      expect(results.length).toBeGreaterThanOrEqual(12)
      // Neither certain verdict may be bought by never giving one.
      expect(tally('copies', results).soundPass).toBeGreaterThan(80)
      expect(tally('recorded', results).soundPass).toBeGreaterThan(40)
    })
  },
)
