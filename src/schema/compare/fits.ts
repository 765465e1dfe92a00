/** Whether one value keeps a part of a schema: looked at directly where that is easy, else by the validator. */
import { isSameJson, type JsonValue } from '../../base/index.js'
import {
  ANNOTATIONS,
  inPlaceSchemas,
  memberSchemas,
  type Schema,
  type SchemaObject,
} from '../canonical/canonical-schema.js'
import { type Checker, createChecker } from '../check/create-checker.js'
import { uncheckedParts } from '../check/unchecked-parts.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import { isNothingBut } from './proof.js'

export interface FitsOptions {
  readonly definitions: ReadonlyMap<string, Schema>
  readonly patterns: PatternSet
  spend(steps: number): void
}

/** See Proof.fits. Of a schema with unchecked parts only a no is an answer. */
export function createFits({
  definitions,
  patterns,
  spend,
}: FitsOptions): (value: JsonValue, schema: Schema) => boolean | undefined {
  const sized = new Map<Schema, SizedChecker>()
  let unchecked: boolean | undefined
  const checkerOf = (schema: Schema): SizedChecker => {
    const known = sized.get(schema)
    if (known !== undefined) return known
    const { reached, size } = reachedFrom(schema, definitions)
    // To make code of a schema takes about as long as this.
    spend(COMPILE_STEPS + size)
    const document = { root: ROOT, definitions: reached.set(ROOT, schema), origins: new Map() }
    const check = createChecker({ document, patterns, maxSteps: MAX_CHECK_STEPS, errors: 'first' })
    const made = { check, size }
    sized.set(schema, made)
    return made
  }
  const fits = (value: JsonValue, schema: Schema): boolean | undefined => {
    spend(1)
    if (typeof schema === 'boolean') return schema
    if (schema.ref !== undefined && isNothingBut(schema, 'ref'))
      return fits(value, definitions.get(schema.ref) ?? false)
    const keywords = Object.keys(schema)
    if (keywords.every((keyword) => PLAIN.has(keyword))) return fitsPlain(value, schema)
    // Of null, true and false no other keyword says anything.
    const isFew = value === null || typeof value === 'boolean'
    if (isFew && !keywords.some((keyword) => IN_PLACE.has(keyword))) return fitsPlain(value, schema)
    const { check, size } = checkerOf(schema)
    spend(size)
    const result = check(value)
    if (result.kind === 'gave-up') return undefined
    if (result.errors.length > 0) return false
    unchecked ??= uncheckedParts({ root: '', definitions, origins: new Map() }, patterns).length > 0
    return unchecked ? undefined : true
  }
  return fits
}

const ROOT = 'fits'
const COMPILE_STEPS = 200

interface SizedChecker {
  readonly check: Checker
  /** How many schemas it is made of: about what one check takes. */
  readonly size: number
}

/** The definitions that a schema refers to, however far off. */
function reachedFrom(
  schema: Schema,
  definitions: ReadonlyMap<string, Schema>,
): { readonly reached: Map<string, Schema>; readonly size: number } {
  const reached = new Map<string, Schema>()
  let size = 0
  const visit = (each: Schema): void => {
    size++
    if (typeof each === 'boolean') return
    const target = each.ref === undefined ? undefined : definitions.get(each.ref)
    if (each.ref !== undefined && target !== undefined && !reached.has(each.ref)) {
      reached.set(each.ref, target)
      visit(target)
    }
    const { one, many } = memberSchemas(each)
    for (const child of [...inPlaceSchemas(each), ...one, ...many]) visit(child)
  }
  visit(schema)
  return { reached, size }
}

/** A value of a real tool takes a few hundred. */
export const MAX_CHECK_STEPS = 20_000

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
