/** Takes the choices that a list of schemas leaves open, until only schemas without choices are left. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import type { Generation } from './generation.js'
import { waysToBreak } from './negate.js'
import { allowedTypes } from './types-of.js'

/**
 * Schemas that must all hold for one value, with references followed and one branch of every union taken.
 * Undefined when nothing can hold. Keywords of conditions that were decided stay and are not looked at again.
 */
export function flatten(
  schemas: readonly Schema[],
  depth: number,
  generation: Generation,
): SchemaObject[] | undefined {
  const parts: SchemaObject[] = []
  const unions: Union[] = []
  for (const schema of schemas) if (!collect(schema, parts, unions, generation)) return undefined
  // The plain parts are known first: they say which branches can hold at all.
  for (let union = unions.shift(); union !== undefined; union = unions.shift()) {
    const branch = chooseBranch(union, parts, depth, generation)
    if (branch === undefined || !collect(branch, parts, unions, generation)) return undefined
  }
  return parts
}

interface Union {
  readonly branches: readonly Schema[]
  /** The other branches must not hold. */
  readonly exclusive: boolean
}

function collect(schema: Schema, parts: SchemaObject[], unions: Union[], generation: Generation): boolean {
  generation.spend(1)
  if (typeof schema === 'boolean') return schema
  parts.push(schema)
  const { definitions } = generation.document
  if (schema.anyOf !== undefined) unions.push({ branches: schema.anyOf, exclusive: false })
  if (schema.oneOf !== undefined) unions.push({ branches: schema.oneOf, exclusive: true })
  if (schema.not !== undefined && !isListOfValues(schema.not))
    unions.push(brokenUnion(schema.not, generation))
  if (schema.if !== undefined) unions.push(conditionUnion(schema, schema.if))
  const all = [
    ...(schema.allOf ?? []),
    ...(schema.ref === undefined ? [] : [definitions.get(schema.ref) ?? false]),
  ]
  return all.every((part) => collect(part, parts, unions, generation))
}

/** Values to avoid are looked at where values are chosen; they open no choice here. */
function isListOfValues(not: Schema): boolean {
  const keywords = typeof not === 'object' ? Object.keys(not) : []
  return keywords.length > 0 && keywords.every((keyword) => keyword === 'enum' || keyword === 'const')
}

function brokenUnion(not: Schema, { document }: Generation): Union {
  const branches = waysToBreak(not, (name) => document.definitions.get(name) ?? true)
  return { branches, exclusive: false }
}

function conditionUnion(schema: SchemaObject, condition: Schema): Union {
  const { then = true, else: otherwise = true } = schema
  return {
    branches: [{ allOf: [condition, then] }, { allOf: [{ not: condition }, otherwise] }],
    exclusive: false,
  }
}

function chooseBranch(
  union: Union,
  parts: readonly SchemaObject[],
  depth: number,
  generation: Generation,
): Schema | undefined {
  const { branches, exclusive } = union
  generation.spend((branches.length * parts.length) / 50)
  const possible = branches.filter(
    (branch) => branch !== false && allowedTypes([...parts, ...asParts(branch, generation)]).length > 0,
  )
  if (possible.length === 0) return undefined
  const chosen = generation.random.pick(
    depth >= generation.effort.maxDepth ? lowest(possible, generation) : possible,
  )
  if (!exclusive) return chosen
  return { allOf: [chosen, ...branches.filter((other) => other !== chosen).map((other) => ({ not: other }))] }
}

function lowest(branches: readonly Schema[], { heights }: Generation): Schema[] {
  const least = Math.min(...branches.map(heights.of))
  return branches.filter((branch) => heights.of(branch) <= least)
}

/** What a branch says about types at once, references followed. */
function asParts(branch: Schema, { document }: Generation): SchemaObject[] {
  const parts: SchemaObject[] = []
  for (let next: Schema | undefined = branch; typeof next === 'object' && parts.length < 20; ) {
    parts.push(next)
    next = next.ref === undefined ? undefined : document.definitions.get(next.ref)
  }
  return parts
}
