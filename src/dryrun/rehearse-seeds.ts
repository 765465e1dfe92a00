/** One plan rehearsed with several seeds: what hangs on chance, and on values that were made up, comes out differently. */
import { UsageError } from '../base/index.js'
import type { RehearseOptions } from './options.js'
import { rehearse } from './rehearse.js'
import type { Report, Verdict } from './report.js'

/**
 * Rehearses with `runs` seeds, from `seed` on, one after the other, and gives the report of the worst of them, which tells under
 * `runs` what all of them had in common. With one seed it is a rehearsal like any other.
 * @throws as `rehearse`, and UsageError USAGE for more than MAX_RUNS seeds, or none
 */
export async function rehearseSeeds(
  plan: string | Uint8Array,
  { runs = 1, ...options }: RehearseOptions & { readonly runs?: number },
): Promise<Report> {
  if (!Number.isSafeInteger(runs) || runs < 1 || runs > MAX_RUNS)
    throw new UsageError('USAGE', `Cannot rehearse ${runs} runs: it is a number from 1 to ${MAX_RUNS}`)
  const { seed = 1 } = options
  const first = await rehearse(plan, { ...options, seed })
  if (runs === 1) return first
  const reports = [first]
  // Time is the same for all of them.
  for (let i = 1; i < runs; i++)
    reports.push(await rehearse(plan, { ...options, now: first.now, seed: seed + i }))
  const worst = reports.reduce((a, b) => (WORSE.indexOf(b.verdict) < WORSE.indexOf(a.verdict) ? b : a))
  return { ...worst, runs: summaryOf(reports) }
}

export const MAX_RUNS = 32

const WORSE: readonly Verdict[] = ['fail', 'uncertain', 'pass']

function summaryOf(reports: readonly Report[]): NonNullable<Report['runs']> {
  const made = reports.map((report) => new Set(report.calls.map(describeCall)))
  const all = [...new Set(made.flatMap((each) => [...each]))]
  const isStable = (call: string): boolean => made.every((each) => each.has(call))
  return {
    seeds: reports.length,
    verdicts: reports.map(({ seed, verdict }) => ({ seed, verdict })),
    stable_calls: all.filter(isStable),
    branch_dependent_calls: all.filter((call) => !isStable(call)),
  }
}

function describeCall({ tool, line, column }: Report['calls'][number]): string {
  return line === undefined ? tool : `${tool} (${line}:${column})`
}
