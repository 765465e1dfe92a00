/** Variants that are aimed at the conditions which never came out the other way. */
import { canonicalJson, isSameJson, type JsonValue, valueAt } from '../../base/index.js'
import { replaceAt } from '../places.js'
import { uniqueNumber, uniqueText } from '../unique-values.js'
import { aimAt, type Shot, valueIn } from './aim.js'
import { changeAll } from './change-all.js'
import { decisionsOf, type OpenCondition } from './conditions.js'
import { isolate, type Lab } from './lab.js'
import type { Assignment, Played } from './played.js'
import type { VariedAnswer } from './varied-answer.js'

/** Aims at what never came out the other way, until nothing is left to aim with. What decides is known to be uncertain as it is. */
export async function aimAtOpen(answers: readonly VariedAnswer[], lab: Lab): Promise<void> {
  while (await aimOnce(answers, lab));
}

const triedShots = new WeakMap<Lab, Set<string>>()
const hits = new WeakMap<Lab, Shot[]>()

/** One variant at the first open condition that there is a shot for; false when there is none. */
export async function aimOnce(answers: readonly VariedAnswer[], lab: Lab): Promise<boolean> {
  if (lab.decides.size > 0) return false
  const done = triedShots.get(lab) ?? new Set<string>()
  triedShots.set(lab, done)
  const hit = hits.get(lab) ?? []
  hits.set(lab, hit)
  const alike: OpenCondition[] = []
  for (const open of lab.open().toSorted((a, b) => Number(a.isNew) - Number(b.isNew))) {
    const { shots, isImpossible } = aimAt(open, answers)
    if (isImpossible && !open.isNew) {
      lab.excuse(open.key)
      continue
    }
    const assignments: { readonly shot?: Shot; readonly assignment: Assignment }[] = [
      ...shots.map((shot) => ({ shot, assignment: shoot(open.met, [shot], answers) })),
      { assignment: shoot(open.met, hit, answers) },
      { assignment: stirred(open.met, answers) },
    ]
    const next = assignments.find(({ assignment }) => !done.has(keyOf(assignment)))
    if (next === undefined) {
      if (!open.isMoved && open.others.length > 0 && open.decision.operands.every(isPlain)) alike.push(open)
      continue
    }
    done.add(keyOf(next.assignment))
    const tried = await lab.try(next.assignment)
    if (tried === undefined) return false
    if (tried.difference !== undefined) await isolate([...next.assignment], tried.difference, lab)
    const outcome = decisionsOf(tried.run).get(open.key)?.outcome
    if (next.shot !== undefined && outcome !== undefined && outcome !== open.decision.outcome)
      hit.push(next.shot)
    return true
  }
  // Nothing is left to aim with, and nothing that was tried there moved them: they hang on known values.
  for (const { key } of alike) lab.excuse(key)
  return false
}

/** Not nothing: what is missing may be missing because of a guess. */
function isPlain(operand: JsonValue): boolean {
  return typeof operand !== 'object'
}

function keyOf(assignment: Assignment): string {
  return canonicalJson([...assignment].map(([name, reply]) => [name, reply as unknown as JsonValue]))
}

/** The run's values with others at some places. */
export function shoot(met: Played, shots: readonly Shot[], answers: readonly VariedAnswer[]): Assignment {
  const assignment = new Map(met.assignment)
  for (const answer of answers) {
    const own = shots.filter(({ name }) => name === answer.name)
    const value = valueIn(met, answer)
    if (own.length === 0 || value === undefined) continue
    const changed = own.reduce<JsonValue>(
      (each, { pointer, value: by }) => replaceAt(each, pointer, by),
      value,
    )
    if (answer.allows(changed)) assignment.set(answer.name, { kind: 'value', value: changed })
  }
  return assignment
}

/** The run's values, with other ones wherever they were still those of the rehearsal: what then stays owes them nothing. */
function stirred(met: Played, answers: readonly VariedAnswer[]): Assignment {
  const assignment = new Map(met.assignment)
  for (const answer of answers) {
    const value = valueIn(met, answer)
    if (value === undefined) continue
    const changed = changeAll({ base: value, allows: answer.allows }, ({ pointer, value: each }) => {
      if (answer.base !== undefined && !isAsRehearsed(answer.base, pointer, each)) return []
      const unique = `stirred ${answer.name}${pointer}`
      if (typeof each === 'string') return [uniqueText(unique)]
      return typeof each === 'number' ? [uniqueNumber(unique)] : typeof each === 'boolean' ? [!each] : []
    })
    assignment.set(answer.name, { kind: 'value', value: changed })
  }
  return assignment
}

function isAsRehearsed(base: JsonValue, pointer: string, value: JsonValue): boolean {
  return isSameJson(valueAt(base, pointer), value)
}
