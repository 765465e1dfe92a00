/** What the value of each plain keyword must look like. Keywords that hold schemas stand in canonicalise.ts. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { SchemaLimits } from '../schema-limits.js'

export interface Shape {
  /** Completes "must be …". */
  readonly wanted: string
  accepts(value: JsonValue, limits: SchemaLimits): boolean
}

const ANYTHING: Shape = { wanted: 'any value', accepts: () => true }
const A_NUMBER: Shape = { wanted: 'a number', accepts: (value) => typeof value === 'number' }
const A_STRING: Shape = { wanted: 'a string', accepts: (value) => typeof value === 'string' }
const A_BOOLEAN: Shape = { wanted: 'true or false', accepts: (value) => typeof value === 'boolean' }
const A_COUNT: Shape = {
  wanted: 'a whole number of at least 0',
  accepts: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
}
const MORE_THAN_ZERO: Shape = {
  wanted: 'a number greater than 0',
  accepts: (value) => typeof value === 'number' && value > 0,
}
const STRINGS: Shape = { wanted: 'a list of strings', accepts: isStrings }
const VALUES: Shape = {
  wanted: 'a list of values within the limit',
  accepts: (value, limits) => Array.isArray(value) && value.length <= limits.maxEnumValues,
}
const STRINGS_BY_NAME: Shape = {
  wanted: 'lists of strings by property name',
  accepts: (value) => isJsonObject(value) && Object.values(value).every(isStrings),
}

const TYPE_NAMES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const TYPES: Shape = {
  wanted: `one or more of ${TYPE_NAMES.join(', ')}`,
  accepts: (value) =>
    (Array.isArray(value) ? value : [value]).every(
      (name) => typeof name === 'string' && TYPE_NAMES.includes(name),
    ),
}

/** Shapes by keyword. */
export const KEYWORD_SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['type', TYPES],
  ['enum', VALUES],
  ['const', ANYTHING],
  ['multipleOf', MORE_THAN_ZERO],
  ['minimum', A_NUMBER],
  ['maximum', A_NUMBER],
  ['exclusiveMinimum', A_NUMBER],
  ['exclusiveMaximum', A_NUMBER],
  ['minLength', A_COUNT],
  ['maxLength', A_COUNT],
  ['pattern', A_STRING],
  ['format', A_STRING],
  ['minContains', A_COUNT],
  ['maxContains', A_COUNT],
  ['minItems', A_COUNT],
  ['maxItems', A_COUNT],
  ['uniqueItems', A_BOOLEAN],
  ['required', STRINGS],
  ['minProperties', A_COUNT],
  ['maxProperties', A_COUNT],
  ['dependentRequired', STRINGS_BY_NAME],
  ['default', ANYTHING],
])

function isStrings(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
