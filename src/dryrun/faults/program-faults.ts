/** The faults of a program, played in the guest of a series. */
import { defined } from '../../base/index.js'
import { executeProgram } from '../../execution/index.js'
import { isDiscardedAt } from '../discarded-calls.js'
import type { RehearsedRun } from '../mistakes/replay.js'
import { openOwnSeries } from '../own-series.js'
import type { Faults } from '../report.js'
import { longestWaitOf } from '../variants/explore-program.js'
import { findFaults } from './find-faults.js'

/** Undefined where nobody asked for them. Throws as an execution does. */
export async function programFaults(rehearsed: RehearsedRun): Promise<Faults | undefined> {
  const { program, run, sandbox, stage, settings } = rehearsed
  if (settings.faults !== true) return undefined
  if (run.ended !== 'completed') return NOT_COMPLETED
  await using series = openOwnSeries(program, sandbox)
  return await findFaults({
    ...{ stage, settings },
    isDiscarded: ({ call: { site } }) => isDiscardedAt(program, site),
    longestWaitMs: longestWaitOf(program.source) ?? (CLOCKS.test(program.source) ? LONG_MS : undefined),
    uncaught: (site) => program.uncaught()(site),
    async play(call, mostCalls) {
      const played = await executeProgram(program, {
        sandbox: series ?? sandbox,
        world: { kind: 'virtual', seed: settings.seed, startMs: settings.nowMs },
        params: settings.params,
        budgets: { ...settings.budgets, calls: mostCalls },
        call,
        ...defined({ signal: settings.signal }),
      })
      const { ended, why, error } = played
      const thrown = error === undefined ? why : `${error.name}: ${error.message}`
      return { ended, ...defined({ why: thrown, at: error?.site }) }
    },
  })
}

/** What is not done at all fails in no way of its own. */
export const NOT_COMPLETED: Faults = {
  trials: [],
  left_out: [],
  none_because: 'the rehearsal did not complete',
}

const CLOCKS = /\b(?:Date|performance|Temporal)\b/
const LONG_MS = 600_000
