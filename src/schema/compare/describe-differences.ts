/** From what stands in the way of a proof to what is told: once for each thing, with a witness where there is one. */

import type { WitnessSearch } from './find-witness.js'
import type { Refusal } from './refusal.js'
import type { SchemaDifference } from './schema-comparison.js'

/** `lost`: the schema that refuses is the new one. */
export type Side = 'lost' | 'gained'

export function describeDifferences(
  refusals: readonly Refusal[],
  findWitness: WitnessSearch,
  side: Side,
): readonly SchemaDifference[] {
  const told = new Map<string, SchemaDifference>()
  const tries = new Map<string, number>()
  const required = new Set(
    refusals.filter(({ keyword }) => keyword === 'required').map(({ pointer }) => pointer),
  )
  for (const refusal of refusals) {
    // That it is new is told with that it is required.
    if (side === 'lost' && refusal.kind === 'undeclared' && required.has(refusal.pointer)) continue
    const key = `${refusal.pointer} ${refusal[side]}`
    // Several branches of a union may say the same: the one with a witness counts.
    const tried = tries.get(key) ?? 0
    if (told.get(key)?.certain === true || tried >= MAX_TRIES || told.size >= MAX_TOLD) continue
    tries.set(key, tried + 1)
    told.set(key, describeDifference(refusal, findWitness, side))
  }
  return [...told.values()]
}

const MAX_TOLD = 50
/** Searches for a witness of one thing said. */
const MAX_TRIES = 3

function describeDifference(refusal: Refusal, findWitness: WitnessSearch, side: Side): SchemaDifference {
  const { kind, pointer, keyword } = refusal
  const subject = pointer === '' ? 'The value' : JSON.stringify(pointer)
  const message = `${subject} ${refusal[side]}`
  if (kind === 'undeclared')
    return { change: side === 'lost' ? 'declared' : 'undeclared', certain: true, pointer, keyword, message }
  const change = side === 'lost' ? 'narrower' : 'wider'
  const witness = findWitness(refusal)
  return witness === undefined
    ? { change, certain: false, pointer, keyword, message: `${message}; no value was found that shows it` }
    : { change, certain: true, pointer, keyword, message, witness }
}
