/** A rehearsal with several seeds: other invented values may lead a plan along other branches. */
import { type Finding, UsageError } from '../base/index.js'
import { withSeeds } from './branches/merge-seeds.js'
import { type CanVary, compareRuns } from './compare-runs.js'
import type { Report, Verdict } from './report.js'

/** Each seed is a whole rehearsal. */
export const MAX_RUNS = 32

/** @throws UsageError USAGE for a number of runs that is none, and for more than 32 */
export function checkRuns(runs: number): void {
  if (Number.isSafeInteger(runs) && runs >= 1 && runs <= MAX_RUNS) return
  throw new UsageError(
    'USAGE',
    `Cannot rehearse with ${runs} seeds: it is no whole number from 1 to ${MAX_RUNS}`,
  )
}

/**
 * Rehearses with each seed, one after the other, and gives the report of the first. Its verdict is the worst of all; where that is
 * another one's, a finding says with which seed to see it. `canVary` says what of invented answers could have been another value.
 */
export async function rehearseSeeds(
  seeds: readonly [number, ...number[]],
  rehearseWith: (seed: number) => Promise<Report>,
  canVary: CanVary,
): Promise<Report> {
  const [first, ...others] = seeds
  const report = await rehearseWith(first)
  const reports = [report]
  for (const seed of others) reports.push(await rehearseWith(seed))

  const worst = reports.reduce((worse, each) =>
    BADNESS[each.verdict] > BADNESS[worse.verdict] ? each : worse,
  )
  const { validation } = report
  return {
    ...report,
    verdict: worst.verdict,
    validation:
      worst === report
        ? validation
        : { ...validation, findings: [...validation.findings, otherVerdict(worst)] },
    runs: compareRuns(reports, canVary),
    ...(report.branches === undefined ? {} : { branches: withSeeds(report.branches, reports.slice(1)) }),
  }
}

const BADNESS: Readonly<Record<Verdict, number>> = { pass: 0, uncertain: 1, fail: 2 }

function otherVerdict({ seed, verdict, ended_because: because }: Report): Finding {
  const why = because === undefined ? '' : ` (${because})`
  return {
    code: 'SEED_MATTERS',
    severity: verdict === 'fail' ? 'error' : 'warning',
    certain: true,
    message: `With the seed ${seed} the verdict is "${verdict}"${why}: rehearse with that seed to see why`,
  }
}
