/** Why an object may break what the presence of one member asks of the others. */
import type { SchemaObject } from '../canonical/canonical-schema.js'
import type { Alternative } from './alternative.js'
import type { MemberLists } from './member-lists.js'
import type { Proof } from './proof.js'
import { type Place, type Refusal, refusalAt } from './refusal.js'

export function refuseDependencies(
  alternative: Alternative,
  accepted: MemberLists,
  { dependentRequired, dependentSchemas }: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const isAbsent = (name: string) =>
    accepted.of(name).includes(false) || (accepted.isClosed && !accepted.names.has(name))
  const names = [...(dependentRequired ?? [])]
    .filter(([name]) => !isAbsent(name))
    .flatMap(([name, others]) => refuseMissing(name, others, alternative.parts, accepted, place))
  const schemas = [...(dependentSchemas ?? [])]
    .filter(([name]) => !isAbsent(name))
    .flatMap(([name, schema]) => {
      const had = alternative.parts.flatMap((part) => part.dependentSchemas?.get(name) ?? [])
      return proof.refusals(
        [...alternative.schemas, ...had, { type: ['object'], required: [name] }],
        schema,
        place,
      )
    })
  return [...names, ...schemas]
}

function refuseMissing(
  name: string,
  others: readonly string[],
  parts: readonly SchemaObject[],
  { required }: MemberLists,
  place: Place,
): Refusal[] {
  const had = new Set(parts.flatMap((part) => part.dependentRequired?.get(name) ?? []))
  return others
    .filter((other) => other !== name && !required.has(other) && !had.has(other))
    .map((other) =>
      refusalAt(place, {
        keyword: 'dependentRequired',
        lost: `must have ${JSON.stringify(other)} now where ${JSON.stringify(name)} is there`,
        gained: `need no longer have ${JSON.stringify(other)} where ${JSON.stringify(name)} is there`,
        broken: { dependentRequired: new Map([[name, [other]]]) },
        focuses: () => [{ type: ['object'], required: [name], properties: new Map([[other, false]]) }],
      }),
    )
}
