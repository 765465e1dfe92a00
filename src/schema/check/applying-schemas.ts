/** Which schemas of a document look at which place of a value. */
import { isJsonObject, isSameJson, type JsonValue, pointerSteps, toPointer } from '../../base/index.js'
import type { Schema, SchemaDocument, SchemaObject } from '../canonical/canonical-schema.js'
import { isOfType, readsAsOneOf } from './other-readings.js'

/** What can be said of members of one value by the schemas that look at them. */
export interface ApplyingSchemas {
  isObject(pointer: string): boolean
  /** Whether a member of the object at `pointer` has a default in any schema that may hold for it. */
  hasDefault(pointer: string, member: string): boolean
  /** Whether the object at `pointer` needs a member whichever of the forms it may have is meant. */
  isRequired(pointer: string, member: string): boolean
}

/** The schemas of one place. A union's forms surely hold only where all others are ruled out. */
interface Level {
  readonly value: JsonValue | undefined
  readonly sure: ReadonlySet<SchemaObject>
  /** Those that may hold, the sure ones among them. */
  readonly possible: ReadonlySet<SchemaObject>
}

/** Schemas and whether each surely holds. */
type Found = readonly (readonly [schema: Schema, isSure: boolean])[]

export function applyingSchemas(document: SchemaDocument, value: JsonValue): ApplyingSchemas {
  const known = new Map<string, Level>()

  return {
    isObject: (pointer) => isJsonObject(levelAt(pointer).value),
    hasDefault(pointer, member) {
      const { possible } = memberOf(levelAt(pointer), member)
      return [...possible].some((schema) => schema.default !== undefined)
    },
    isRequired: (pointer, member) =>
      [...levelAt(pointer).sure].some(({ required = [] }) => required.includes(member)),
  }

  function levelAt(pointer: string): Level {
    let at = ''
    let level = known.get(at) ?? inPlace([[{ ref: document.root }, true]], value)
    known.set(at, level)
    for (const step of pointerSteps(pointer)) {
      at += toPointer([step])
      level = known.get(at) ?? memberOf(level, step)
      known.set(at, level)
    }
    return level
  }

  function memberOf({ value: whole, sure, possible }: Level, step: string): Level {
    const found = [...possible].flatMap((schema) =>
      schemasOfMember(schema, step, Array.isArray(whole)).map(
        ([member, isSure]) => [member, isSure && sure.has(schema)] as const,
      ),
    )
    return inPlace(found, ownMember(whole, step))
  }

  function inPlace(found: Found, at: JsonValue | undefined): Level {
    const sure = new Set<SchemaObject>()
    const possible = new Set<SchemaObject>()
    const waiting = [...found]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [schema, isSure] = next
      if (typeof schema === 'boolean' || (isSure ? sure : possible).has(schema)) continue
      possible.add(schema)
      if (isSure) sure.add(schema)
      for (const part of partsOf(schema)) waiting.push([part, isSure])
      for (const union of [schema.anyOf, schema.oneOf]) {
        const meant = union?.filter((form) => at === undefined || !isRuledOut(document, form, at)) ?? []
        for (const form of meant) waiting.push([form, isSure && meant.length === 1])
      }
      const conditional = [schema.then, schema.else, ...(schema.dependentSchemas?.values() ?? [])]
      for (const part of conditional) if (part !== undefined) waiting.push([part, false])
    }
    return { value: at, sure, possible }
  }

  function partsOf({ ref, allOf = [] }: SchemaObject): Schema[] {
    return [...(ref === undefined ? [] : [document.definitions.get(ref) ?? true]), ...allOf]
  }
}

/** Another type is wanted, or another constant in a member. What may be converted, or absent, rules nothing out. */
function isRuledOut(document: SchemaDocument, form: Schema, at: JsonValue): boolean {
  const seen = new Set<Schema>()
  for (let schema: Schema | undefined = form; schema !== undefined && !seen.has(schema); ) {
    seen.add(schema)
    if (typeof schema === 'boolean') return !schema
    if (schema.type !== undefined && !schema.type.some((type) => isOfType(at, type))) return true
    if (isJsonObject(at))
      for (const [name, member] of schema.properties ?? [])
        if (typeof member !== 'boolean' && Object.hasOwn(at, name) && isAnother(at[name], member)) return true
    schema = schema.ref === undefined ? undefined : document.definitions.get(schema.ref)
  }
  return false
}

function isAnother(value: JsonValue | undefined, { const: constant, enum: values }: SchemaObject): boolean {
  const wanted = constant === undefined ? values : [constant]
  if (value === undefined || value === null || wanted === undefined) return false
  return !wanted.some((each) => isSameJson(each, value)) && !readsAsOneOf(value, wanted)
}

function schemasOfMember(schema: SchemaObject, step: string, isItem: boolean): Found {
  if (isItem) {
    const { prefixItems = [], items, unevaluatedItems } = schema
    return present([
      [prefixItems[Number(step)] ?? items, true],
      [unevaluatedItems, false],
    ])
  }
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema
  const own = properties?.get(step)
  if (own !== undefined) return [[own, true]]
  return present([
    ...[...(patternProperties?.values() ?? [])].map((each) => [each, false] as const),
    [additionalProperties, false],
    [unevaluatedProperties, false],
  ])
}

function present(found: readonly (readonly [Schema | undefined, boolean])[]): Found {
  return found.flatMap(([schema, isSure]) => (schema === undefined ? [] : [[schema, isSure] as const]))
}

function ownMember(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  // Proof: arrays and objects have their items and members by these names.
  return (value as Readonly<Record<string, JsonValue>>)[step]
}
