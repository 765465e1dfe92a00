/** Whether one value keeps a part of a schema: looked at directly where that is easy, else by the validator. */
import { isSameJson, type JsonValue } from '../../base/index.js'
import { ANNOTATIONS, type Schema, type SchemaObject } from '../canonical/canonical-schema.js'
import { type Checker, createChecker } from '../check/create-checker.js'
import { uncheckedParts } from '../check/unchecked-parts.js'
import { type Proof, type Reading, resolved } from './proof.js'

/**
 * See Proof.fits. Of a schema with unchecked parts only a no is an answer.
 * `textOf`: a schema with all that it refers to; undefined where it is too long to be compiled for a few values.
 */
export function createFits(
  { definitions, patterns, spend }: Reading,
  textOf: (schema: Schema) => string | undefined,
): Proof['fits'] {
  const checkers = new Map<Schema, Checker>()
  let unchecked: boolean | undefined
  const checkerOf = (schema: Schema): Checker => {
    const document = {
      root: ROOT,
      definitions: new Map([...definitions, [ROOT, schema]]),
      origins: new Map(),
    }
    const made =
      checkers.get(schema) ??
      createChecker({ document, patterns, maxSteps: MAX_CHECK_STEPS, errors: 'first' })
    checkers.set(schema, made)
    return made
  }
  return (value, part) => {
    spend(1)
    const schema = resolved(part, definitions)
    if (typeof schema === 'boolean') return schema
    if (isPlain(value, schema)) return fitsPlain(value, schema)
    const size = textOf(schema)?.length
    if (size === undefined) return undefined
    // To make code of a schema takes about as long as this, and each check about as long as reading it.
    spend((checkers.has(schema) ? 0 : COMPILE_STEPS) + size / CHARACTERS_A_STEP)
    const result = checkerOf(schema)(value)
    if (result.kind === 'gave-up') return undefined
    if (result.errors.length > 0) return false
    unchecked ??= uncheckedParts({ root: '', definitions, origins: new Map() }, patterns).length > 0
    return unchecked ? undefined : true
  }
}

const ROOT = 'fits'
const COMPILE_STEPS = 200
const CHARACTERS_A_STEP = 25

/** A value of a real tool takes a few hundred. */
export const MAX_CHECK_STEPS = 20_000

/** Of null, true and false the keywords of other types say nothing. */
function isPlain(value: JsonValue, schema: SchemaObject): boolean {
  const keywords = Object.keys(schema)
  return value === null || typeof value === 'boolean'
    ? !keywords.some((keyword) => IN_PLACE.has(keyword))
    : keywords.every((keyword) => PLAIN.has(keyword))
}

const IN_PLACE: ReadonlySet<string> = new Set(['ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'])
const PLAIN: ReadonlySet<string> = new Set(['type', 'enum', 'const', ...ANNOTATIONS])

function fitsPlain(value: JsonValue, { type, enum: values, const: only }: SchemaObject): boolean {
  if (only !== undefined && !isSameJson(only, value)) return false
  if (values !== undefined && !values.some((each) => isSameJson(each, value))) return false
  return type === undefined || type.some((name) => isOfType(value, name))
}

function isOfType(value: JsonValue, name: string): boolean {
  if (name === 'integer') return Number.isInteger(value)
  if (value === null) return name === 'null'
  return name === (Array.isArray(value) ? 'array' : typeof value)
}
