/** Objects: what is required, then what is allowed. */
import type { JsonValue } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { flatten } from './flatten.js'
import type { Generation, Made, Spot } from './generation.js'
import { type MemberSchemas, memberSchemasOf } from './member-schemas.js'

/** An object with the required members and, while there is room, the optional ones; undefined when a required one cannot be made. */
export function makeObject(parts: readonly SchemaObject[], spot: Spot, generation: Generation): Made {
  const settled = settleNames(parts, spot, generation)
  if (settled === undefined) return undefined
  const { names, required, all } = settled
  const most = Math.min(...all.map(({ maxProperties = Infinity }) => maxProperties))
  const members = memberSchemasOf(all, generation.patterns)
  const made = new Map<string, JsonValue>()
  // What is required comes first when there is no room for all; the order of the schema is kept in the end.
  for (const name of [...required, ...[...names].filter((name) => !required.has(name))]) {
    if (!required.has(name) && (made.size >= most || generation.isRunningLow())) break
    const value = makeMember(name, members, spot, generation)
    if (value !== undefined) made.set(name, value)
    else if (required.has(name)) return undefined
  }
  const least = Math.max(0, ...all.map(({ minProperties = 0 }) => minProperties))
  if (least > MAX_MEMBERS || !addMembers(least, made, all, members, spot, generation)) return undefined
  const order = [...names, ...made.keys()]
  return Object.fromEntries([...made].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0])))
}

const MAX_MEMBERS = 2_000

interface SettledNames {
  /** Names to try, in the order of the schema. */
  readonly names: ReadonlySet<string>
  readonly required: ReadonlySet<string>
  /** The parts, and what the presence of members adds to them. */
  readonly all: readonly SchemaObject[]
}

/** Members bring others and other schemas with them: repeated until nothing is added. */
function settleNames(
  parts: readonly SchemaObject[],
  spot: Spot,
  generation: Generation,
): SettledNames | undefined {
  let all = parts
  const names = new Set<string>()
  const required = new Set<string>()
  const seen = new Set<Schema>()
  for (let grown = true; grown; ) {
    grown = false
    for (const part of all) collectNames(part, names, required, spot, generation)
    const dependent = all
      .flatMap((part) => [...(part.dependentSchemas ?? [])])
      .filter(([name, schema]) => names.has(name) && !seen.has(schema))
    for (const [, schema] of dependent) seen.add(schema)
    const added =
      dependent.length === 0
        ? []
        : flatten(
            dependent.map(([, schema]) => schema),
            spot.depth,
            generation,
          )
    if (added === undefined) return undefined
    grown = added.length > 0
    all = [...all, ...added]
  }
  return { names, required, all }
}

function collectNames(
  part: SchemaObject,
  names: Set<string>,
  required: Set<string>,
  spot: Spot,
  generation: Generation,
): void {
  const { effort, random, isRunningLow } = generation
  const free = spot.depth < effort.maxDepth && !isRunningLow()
  for (const name of part.required ?? []) required.add(name)
  for (const [name, schema] of part.properties ?? []) {
    if (required.has(name)) names.add(name)
    else if (schema !== false && free && random.next() < effort.optional) names.add(name)
  }
  for (const name of required) names.add(name)
  for (let size = -1; size !== names.size; ) {
    size = names.size
    for (const [name, others] of part.dependentRequired ?? [])
      if (names.has(name)) for (const other of others) names.add(other) && required.add(other)
  }
}

function makeMember(name: string, members: MemberSchemas, spot: Spot, generation: Generation): Made {
  const schemas = members.of(name)
  for (let attempt = 0; attempt < 3; attempt++) {
    const value = generation.make(schemas, { name, depth: spot.depth + 1 })
    if (value !== undefined) return value
  }
  return undefined
}

/** Fills up to the least number with names that are allowed. */
function addMembers(
  least: number,
  made: Map<string, JsonValue>,
  parts: readonly SchemaObject[],
  members: MemberSchemas,
  spot: Spot,
  generation: Generation,
): boolean {
  const declared = parts.flatMap((part) => [...(part.properties?.keys() ?? [])])
  const enough =
    least === 0 && made.size === 0 && declared.length === 0 && spot.depth < generation.effort.maxDepth
      ? members.suggested
      : least
  for (let attempt = 0; made.size < enough && attempt < enough * 10 + 20; attempt++) {
    const name = declared[attempt] ?? members.anotherName(generation, spot.depth)
    if (name === undefined || made.has(name)) continue
    const value = makeMember(name, members, spot, generation)
    if (value !== undefined) made.set(name, value)
  }
  return made.size >= least
}
