/** Runs cases in a few lanes beside each other. */
import { createTypeStripper } from '../../dist/index.js'
import { createDenoSandbox } from '../../dist/sandbox/index.js'
import type { FidelityCase } from './fidelity-case.js'
import { openLane } from './lane.js'
import { type CaseResult, runCase } from './run-case.js'

const LANES = 3

export interface BenchRun {
  /** In the order of the cases. */
  readonly results: readonly CaseResult[]
  /** Cases that could not be run at all, each with why: no figure counts them. */
  readonly broken: readonly string[]
}

export async function runCases(
  cases: readonly FidelityCase[],
  onDone: (of: FidelityCase) => void = () => undefined,
): Promise<BenchRun> {
  await using sandbox = await createDenoSandbox({ poolSize: 1 })
  await using stripper = createTypeStripper()
  const waiting = [...cases.entries()]
  const results: CaseResult[] = []
  const broken: string[] = []
  const work = async (): Promise<void> => {
    await using lane = openLane(sandbox, stripper)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [i, each] = next
      try {
        results[i] = await runCase(each, lane)
      } catch (failure) {
        broken.push(`${each.id}: ${failure instanceof Error ? failure.message : String(failure)}`)
      }
      onDone(each)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, cases.length) }, work))
  return { results: results.filter((each) => each !== undefined), broken }
}
