/**
 * Goes where other values led away from the rehearsal, since variants end at the first call that it did not make, and then at the
 * conditions that keep calls from being made.
 */
import { canonicalJson, type JsonValue } from '../../base/index.js'
import type { Effect } from '../../call/index.js'
import { lossOf } from '../loss-of-effect.js'
import { aimAt } from '../variants/aim.js'
import { shoot } from '../variants/aim-at-open.js'
import { steadyConditions } from '../variants/conditions.js'
import type { Assignment, Play, Played } from '../variants/played.js'
import type { VariedAnswer } from '../variants/varied-answer.js'
import { type Place, placeKey, placeOfName } from './place.js'

export interface SteeringOptions {
  readonly play: Play
  /** The rehearsal as it was, with its conditions watched; then runs with other values. */
  readonly runs: readonly Played[]
  /** Answers that may have other values. */
  readonly answers: readonly VariedAnswer[]
  /** Where calls stand that the rehearsal did not make. */
  readonly unreached: readonly Place[]
  readonly budget: number
  effectOf(place: Place): Effect
  testsOf(place: Place): readonly { holds(condition: number): boolean }[]
}

/** What is lost for good is gone after first. */
export async function steer(options: SteeringOptions): Promise<readonly Played[]> {
  const { play, runs, budget, effectOf } = options
  const leads = leadsOf(runs).toSorted((a, b) => rank(a.to) - rank(b.to))
  const steered: Played[] = []
  for (const { assignment, world } of leads.slice(0, budget))
    steered.push(await play(assignment, { world, isFree: true }))
  const targets = options.unreached.toSorted((a, b) => rank(a) - rank(b))
  const shot = new Set<string>()
  while (steered.length < budget) {
    const assignment = nextShot([...runs, ...steered], { ...options, targets, shot })
    if (assignment === undefined) break
    steered.push(await play(assignment, { isFree: true }))
  }
  return steered

  function rank(place: Place | undefined): number {
    return place === undefined ? Number.MAX_SAFE_INTEGER : lossOf(effectOf(place))
  }
}

interface Aiming extends Pick<SteeringOptions, 'answers' | 'testsOf'> {
  readonly targets: readonly Place[]
  /** What was played already. */
  readonly shot: Set<string>
}

/** Values that may turn a condition which keeps a call from being made; undefined where there are none left. */
function nextShot(
  runs: readonly Played[],
  { answers, targets, testsOf, shot }: Aiming,
): Assignment | undefined {
  const steady = steadyConditions(runs)
  for (const place of targets.filter((each) => !isReached(each, runs)))
    for (const open of steady.filter(({ id }) => testsOf(place).some(({ holds }) => holds(id))))
      for (const each of aimAt(open, answers).shots) {
        const assignment = shoot(open.met, [each], answers)
        const key = canonicalJson(
          [...assignment].map(([name, reply]) => [name, reply as unknown as JsonValue]),
        )
        if (shot.has(key)) continue
        shot.add(key)
        return assignment
      }
  return undefined
}

interface Lead extends Pick<Played, 'assignment' | 'world'> {
  /** The first call that the rehearsal did not make. */
  readonly to: Place | undefined
}

/** One run for each first call that the rehearsal did not make. */
function leadsOf([base, ...others]: readonly Played[]): readonly Lead[] {
  const made = new Set(base?.trace.calls.map(({ name }) => name))
  const leads = new Map<string, Lead>()
  for (const { assignment, world, trace } of others) {
    const first = trace.calls.find(({ name }) => !made.has(name))
    if (first === undefined || leads.has(first.name) || trace.ended !== 'refused') continue
    leads.set(first.name, { assignment, world, to: placeOfName(first.name) })
  }
  return [...leads.values()]
}

function isReached(place: Place, runs: readonly Played[]): boolean {
  return runs.some(({ trace }) =>
    trace.calls.some(({ name }) => placeKey(placeOfName(name) ?? {}) === placeKey(place)),
  )
}
