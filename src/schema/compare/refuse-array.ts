/** Why lists of one schema may not be lists of another. */
import { counted } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { type Alternative, greatest, least } from './alternative.js'
import type { Proof } from './proof.js'
import { demandAt, NOWHERE, type Place, type Refusal, refusalAt } from './refusal.js'

export function refuseArray(
  { parts }: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const listed = listedItems(parts)
  const longest = Math.min(least(parts, 'maxItems'), listed.longest)
  return [
    ...refuseLength(greatest(parts, 'minItems'), longest, wanted, place),
    ...refuseItems(listed, longest, wanted, place, proof),
    ...refuseRepeats(parts, longest, wanted, place),
    ...refuseContained(parts, listed, longest, wanted, place, proof),
  ]
}

interface ListedItems {
  /** How many items have schemas by their position. */
  readonly positions: number
  /** All schemas that the item at a position keeps; the same ones for all positions behind the listed ones. */
  at(position: number): readonly Schema[]
  /** Lists cannot be longer, by the schemas of their items. */
  readonly longest: number
}

function listedItems(parts: readonly SchemaObject[]): ListedItems {
  const positions = Math.max(0, ...parts.map(({ prefixItems = [] }) => prefixItems.length))
  const at = (position: number) => parts.flatMap((part) => part.prefixItems?.[position] ?? part.items ?? [])
  const closed = Array.from({ length: positions + 1 }, (_, i) => i).find((i) => at(i).includes(false))
  return { positions, at, longest: closed ?? Infinity }
}

function refuseLength(
  shortest: number,
  longest: number,
  { minItems = 0, maxItems = Infinity }: SchemaObject,
  place: Place,
): Refusal[] {
  const refusals: Refusal[] = []
  if (shortest < minItems)
    refusals.push(
      refusalAt(place, {
        keyword: 'minItems',
        lost: `must have at least ${items(minItems)} now`,
        gained: `need no longer have at least ${items(minItems)}`,
        broken: { minItems },
        focuses: () => [{ type: ['array'], maxItems: minItems - 1 }],
      }),
    )
  if (longest > maxItems)
    refusals.push(
      refusalAt(place, {
        keyword: 'maxItems',
        lost: `must have at most ${items(maxItems)} now${longest < Infinity ? `, had up to ${longest}` : ''}`,
        gained: `may have more than ${items(maxItems)} now`,
        broken: { maxItems },
        focuses: () => [{ type: ['array'], minItems: maxItems + 1 }],
      }),
    )
  return refusals
}

function items(count: number): string {
  return counted(count, 'item')
}

function refuseItems(
  accepted: ListedItems,
  longest: number,
  { prefixItems = [], items: rest }: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const positions = Math.max(accepted.positions, prefixItems.length)
  const byPosition = Array.from({ length: Math.min(positions, longest) }, (_, i) =>
    proof.refusals(accepted.at(i), prefixItems[i] ?? rest ?? true, itemAt(place, i)),
  ).flat()
  const behind =
    longest <= positions
      ? []
      : proof.refusals(accepted.at(positions), rest ?? true, itemBehind(place, positions))
  return [...byPosition, ...behind]
}

function itemAt({ pointer, wrap }: Place, position: number): Place {
  const before = Array.from({ length: position }, () => true)
  return {
    pointer: `${pointer}/${position}`,
    wrap: (focus) => wrap({ type: ['array'], minItems: position + 1, prefixItems: [...before, focus] }),
  }
}

function itemBehind({ pointer, wrap }: Place, positions: number): Place {
  const before = Array.from({ length: positions }, () => true)
  return {
    pointer: `${pointer}/*`,
    wrap: (focus) =>
      wrap({
        type: ['array'],
        minItems: positions + 1,
        items: focus,
        ...(positions === 0 ? {} : { prefixItems: before }),
      }),
  }
}

function refuseRepeats(
  parts: readonly SchemaObject[],
  longest: number,
  { uniqueItems }: SchemaObject,
  place: Place,
): Refusal[] {
  if (uniqueItems !== true || longest <= 1 || parts.some((part) => part.uniqueItems === true)) return []
  const length = Math.max(2, greatest(parts, 'minItems'))
  return [
    refusalAt(place, {
      keyword: 'uniqueItems',
      lost: 'must have different items now',
      gained: 'may have equal items now',
      broken: { uniqueItems },
      focuses: () =>
        REPEATABLE.map((item) => ({ type: ['array'], minItems: length, maxItems: length, items: item })),
    }),
  ]
}

/** Of few values some are soon repeated. */
const REPEATABLE: readonly Schema[] = [
  { const: 'a' },
  { const: 0 },
  { const: {} },
  { const: [] },
  { type: ['boolean', 'null'] },
  true,
]

function refuseContained(
  parts: readonly SchemaObject[],
  accepted: ListedItems,
  longest: number,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const { contains, minContains = 1, maxContains = Infinity } = wanted
  if (contains === undefined) return []
  const same = parts.filter((part) => part.contains !== undefined && proof.isSame(part.contains, contains))
  const least = Math.max(0, ...same.map((part) => part.minContains ?? 1))
  const most = Math.min(longest, ...same.map((part) => part.maxContains ?? Infinity))
  const refusals: Refusal[] = []
  if (least < minContains && !areAllContained(parts, accepted, contains, minContains, proof))
    refusals.push(
      demandAt(
        place,
        'contains',
        `a list with at least ${items(minContains)} of a kind`,
        { contains, minContains },
        () => [
          { type: ['array'], maxItems: minContains - 1 },
          { type: ['array'], items: { not: contains } },
        ],
      ),
    )
  if (most > maxContains)
    refusals.push(
      demandAt(
        place,
        'maxContains',
        `a list with at most ${items(maxContains)} of a kind`,
        { contains, minContains: 0, maxContains },
        () => [{ type: ['array'], contains, minContains: maxContains + 1 }],
      ),
    )
  return refusals
}

function areAllContained(
  parts: readonly SchemaObject[],
  { positions, at }: ListedItems,
  contains: Schema,
  minContains: number,
  proof: Proof,
): boolean {
  const all = Array.from({ length: positions + 1 }, (_, i) => at(i))
  return (
    greatest(parts, 'minItems') >= minContains &&
    all.every((schemas) => proof.refusals(schemas, contains, NOWHERE).length === 0)
  )
}
