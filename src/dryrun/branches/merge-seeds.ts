/** What whole rehearsals with other seeds add to the branches of the first. */
import type { Branches, HangingPlace, Report } from '../report.js'
import { byLoss, placeKey } from './place.js'

export function withSeeds(branches: Branches, others: readonly Report[]): Branches {
  // One that ended early says nothing of the calls behind its end.
  const whole = others.filter(({ ended }) => ended === 'completed')
  const made = others.map(({ calls }) => new Set(calls.map(placeKey)))
  const isMade = (place: Branches['always'][number]): boolean =>
    made.some((each) => each.has(placeKey(place)))
  const isLeftOut = (place: Branches['always'][number]): boolean =>
    whole.some(({ calls }) => !calls.some((call) => placeKey(call) === placeKey(place)))
  const turned: readonly HangingPlace[] = [
    ...branches.never.filter(isMade).map((place) => ({ ...place, on: 'seed' as const })),
    ...branches.always.filter(isLeftOut).map((place) => ({ ...place, on: 'seed' as const })),
  ]
  return {
    runs: branches.runs + others.length,
    always: branches.always.filter((place) => !isLeftOut(place)),
    hanging: [...branches.hanging, ...turned].toSorted(byLoss),
    never: branches.never.filter((place) => !isMade(place)),
  }
}
