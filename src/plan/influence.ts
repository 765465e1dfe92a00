/** Whether what stands in one place of a value can change what a schema says about another place. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerSteps,
  pointersOverlap,
  valueAt,
} from '../base/index.js'

/**
 * False only when the schema judges the two places apart. Places of which one holds the other are one place. Else the keywords
 * decide that look at both: those of the schemas on the way from the root down to where the two part.
 */
export function canInfluence(schema: JsonValue, place: string, judged: string): boolean {
  if (pointersOverlap(place, judged)) return true
  const [a, b] = [pointerSteps(place), pointerSteps(judged)]
  const parting = a.findIndex((step, i) => step !== b[i])
  let level = inPlace([schema], schema)
  for (const step of a.slice(0, parting)) {
    if (level.some(judgesTogether)) return true
    level = inPlace(
      level.flatMap((each) => memberSchemas(each, step)),
      schema,
    )
  }
  return level.some(judgesTogether)
}

/** Keywords by which one part of a value decides about another, and references that only a validator follows. */
const JOINING = [
  'if',
  'anyOf',
  'oneOf',
  'not',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  '$dynamicRef',
  '$recursiveRef',
]

function judgesTogether(schema: JsonObject | 'unreadable'): boolean {
  return schema === 'unreadable' || JOINING.some((keyword) => Object.hasOwn(schema, keyword))
}

type Level = readonly (JsonObject | 'unreadable')[]

/** The schemas that hold for the same place: themselves, and what `allOf` and references add. */
function inPlace(schemas: readonly JsonValue[], root: JsonValue): Level {
  const seen = new Set<JsonValue>()
  const waiting = [...schemas]
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (seen.has(schema) || !isJsonObject(schema)) continue
    seen.add(schema)
    if (Array.isArray(schema.allOf)) waiting.push(...schema.allOf)
    if (schema.$ref !== undefined) {
      const target = referenced(schema.$ref, root)
      if (target === undefined) return ['unreadable']
      waiting.push(target)
    }
  }
  // Only objects were added.
  return [...seen].filter(isJsonObject)
}

/** What a reference within the document leads to; names of schemas and anchors are not looked for. */
function referenced(reference: JsonValue, root: JsonValue): JsonValue | undefined {
  if (reference === '#') return root
  if (typeof reference !== 'string' || !/^#\/[^%]*$/.test(reference)) return undefined
  return valueAt(root, reference.slice(1))
}

/** Every schema that may hold for a member: more than do, which errs on the safe side. */
function memberSchemas(schema: JsonObject | 'unreadable', step: string): JsonValue[] {
  if (schema === 'unreadable') return []
  const { properties, patternProperties, additionalProperties, items, prefixItems, additionalItems } = schema
  return [
    ...(isJsonObject(properties) && Object.hasOwn(properties, step) ? [properties[step]] : []),
    ...(isJsonObject(patternProperties) ? Object.values(patternProperties) : []),
    ...[items, prefixItems].flat(),
    additionalProperties,
    additionalItems,
  ].filter((each) => each !== undefined)
}
