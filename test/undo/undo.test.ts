/** Runs that are taken back by the former bytes of files. */
import { describe, expect, test } from 'vitest'
import { whyNoCopies } from '../copy/disposable-world.js'
import { oneSandbox } from '../dryrun/one-sandbox.js'
import { verifies } from '../verifies.js'
import { UNDO_PLANS } from './undo-plans.js'
import { otherThan, runAndKeep } from './undone-runs.js'

const reason = whyNoCopies()
const plans = UNDO_PLANS.slice(0, process.env.UNDO_PLANS === 'all' ? undefined : 5).filter(({ about }) =>
  about.includes(process.env.UNDO_ONLY ?? ''),
)

describe.skipIf(reason !== undefined)(
  `a run that is taken back${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    verifies('undo:bytes')

    test.each(plans)('leaves all as it was: $about', async (plan) => {
      await using run = await runAndKeep(plan, await oneSandbox())
      const { meanwhile, between, left = [], withoutWayBack = [], otherwise = [], ended = 'completed' } = plan

      const { report } = run
      expect([report.ended, ended === 'completed' ? report.deviation : undefined]).toEqual([ended, undefined])
      const without = run.receipt.effects.filter((each) => each.no_way_back !== undefined)
      expect(without.map(({ call, no_way_back: why }) => [call, why])).toEqual(
        withoutWayBack.map((call) => [call, expect.any(String)]),
      )
      if (meanwhile !== undefined) run.sh(meanwhile)
      const mine = run.look()
      const undo = await run.undo()
      const named = undo.perform(undo.decide())
      const places = named.map(({ path }) => path.slice(run.folder.length + 1))

      const isAllowed = (told: string): boolean =>
        [...places, ...otherwise].some(
          (path) => told.startsWith(`${path}:`) || told.startsWith(`${path}/`),
        ) ||
        ((meanwhile ?? between) !== undefined && run.before.get(told.split(':')[0] ?? '') === undefined)
      expect(otherThan(run.before, run.look()).filter((told) => !isAllowed(told))).toEqual([])
      expect(places.filter((path) => !otherwise.includes(path))).toEqual(left)
      // What is left is as it was found.
      for (const path of places)
        if (!otherwise.includes(path)) expect(run.look().get(path)).toBe(mine.get(path))
      expect(undo.decide().steps).toEqual([])
    })
  },
)
