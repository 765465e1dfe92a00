/** Arguments that break a schema in exactly one way, made of valid ones. */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kindOf,
  toPointer,
} from '../base/index.js'
import type { CompiledSchema } from '../schema/index.js'
import type { EdgeValues } from './edge-values.js'
import { type BrokenKind, type ChangedInput, readInput } from './probe-input.js'
import { type Path, type Place, placeOfPath, removeAt, replaceAt } from './value-places.js'

/** Every way to break the arguments by one change at one of these places, in a fixed order; each has been held against the schema. */
export function breakArguments(
  kind: BrokenKind,
  args: JsonObject,
  places: readonly Place[],
  schema: CompiledSchema,
  edges: EdgeValues,
): ChangedInput[] {
  return places.flatMap((place) =>
    CHANGES[kind](place, edges).flatMap((change, i) => {
      const changed = apply(args, change)
      const input = isJsonObject(changed) ? readInput(kind, changed, schema) : undefined
      if (input?.issue === undefined || !isMeant(kind, input.issue.keyword)) return []
      if (kind === 'wrong-type' && input.issue.pointer !== toPointer(change.path)) return []
      return [{ input, site: `${placeOfPath(change.path)} ${i}` }]
    }),
  )
}

interface Change {
  readonly path: Path
  /** Absent: the place is taken away. */
  readonly to?: JsonValue
}

function apply(args: JsonObject, { path, to }: Change): JsonValue {
  return to === undefined ? removeAt(args, path) : replaceAt(args, path, to)
}

/** The arguments as a whole stay an object: the protocol wants that. */
const CHANGES: Readonly<Record<BrokenKind, (place: Place, edges: EdgeValues) => readonly Change[]>> = {
  'wrong-type': ({ path, value }) => (path.length === 0 ? [] : values(path, otherTypes(value))),
  'missing-member': ({ path }) => (typeof path.at(-1) === 'string' ? [{ path }] : []),
  'not-in-enum': ({ path, value }) =>
    path.length === 0 ? [] : values(path, typeof value === 'string' ? [`${value}?`, ''] : notInList(value)),
  'out-of-bounds': ({ path, value }, { numbers }) =>
    typeof value === 'number' ? values(path, [...numbers, -1_000_000]) : [],
  'wrong-length': ({ path, value }, edges) => values(path, otherLengths(value, edges)),
  'wrong-pattern': ({ path, value }) =>
    typeof value === 'string' ? values(path, ['', '!', `${value}!`]) : [],
  'extra-member': ({ path, value }) =>
    isJsonObject(value) ? values(path, [{ ...value, understudy_extra: true }]) : [],
}

/** The keywords that may say no; a wrong type may break whatever stands at the place. */
function isMeant(kind: BrokenKind, keyword: string): boolean {
  return kind === 'wrong-type' || KEYWORDS[kind].includes(keyword)
}

const KEYWORDS: Readonly<Record<Exclude<BrokenKind, 'wrong-type'>, readonly string[]>> = {
  'missing-member': ['required', 'dependentRequired', 'dependencies'],
  'not-in-enum': ['enum', 'const'],
  'out-of-bounds': ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  'wrong-length': ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  'wrong-pattern': ['pattern'],
  'extra-member': ['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
}

function values(path: Path, all: readonly JsonValue[]): readonly Change[] {
  return all.map((to) => ({ path, to }))
}

function otherTypes(value: JsonValue): readonly JsonValue[] {
  const spelt = typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
  const fraction = typeof value === 'number' && Number.isInteger(value) ? [value + 0.5] : []
  const others = [0, 'text', true, null, [], {}].filter((other) => kindOf(other) !== kindOf(value))
  return [...others, ...spelt, ...fraction]
}

function notInList(value: JsonValue): readonly JsonValue[] {
  return typeof value === 'number' ? [value + 1000, value + 0.5] : []
}

function otherLengths(value: JsonValue, { lengths, sizes }: EdgeValues): readonly JsonValue[] {
  if (typeof value === 'string') return ['', ...lengths.map((length) => 'a'.repeat(length))]
  const [first] = isJsonArray(value) ? value : []
  if (first === undefined)
    return isJsonArray(value) || isJsonObject(value) ? [isJsonArray(value) ? [] : {}] : []
  return [[], ...sizes.map((size) => Array.from({ length: size }, () => first))]
}
