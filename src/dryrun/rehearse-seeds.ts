/** A rehearsal with several seeds: other invented values may lead a plan along other branches. */
import { type Finding, UsageError } from '../base/index.js'
import type { Report, ReportedCall, SeedRuns, Verdict } from './report.js'

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
 * another one's, a finding says with which seed to see it.
 */
export async function rehearseSeeds(
  seeds: readonly [number, ...number[]],
  rehearseWith: (seed: number) => Promise<Report>,
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
    runs: compareCalls(reports),
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

/** A place of the plan is stable when each run makes as many calls from it as the others. */
function compareCalls(reports: readonly Report[]): SeedRuns {
  const counts = reports.map(({ calls }) => countByPlace(calls))
  const calls = reports.flatMap((report) => report.calls)
  const places = [...new Set(calls.toSorted(byPlace).map(placeOf))]
  const isStable = (place: string): boolean =>
    counts.every((each) => each.get(place) === counts[0]?.get(place))
  return {
    seeds: reports.length,
    verdicts: reports.map(({ seed, verdict }) => ({ seed, verdict })),
    stable_calls: places.filter(isStable),
    branch_dependent_calls: places.filter((place) => !isStable(place)),
  }
}

function countByPlace(calls: readonly ReportedCall[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const call of calls) {
    const place = placeOf(call)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return counts
}

function byPlace(a: ReportedCall, b: ReportedCall): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

function placeOf({ tool, line, column }: ReportedCall): string {
  return line === undefined ? tool : `${tool} (line ${line}, column ${column})`
}
