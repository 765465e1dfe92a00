/**
 * Which values that break a schema a server may take all the same. A schema is what a server publishes; what it checks is often
 * less: members with a default are filled in and unknown ones dropped before anything is held against it, and values are converted.
 */
import { groupBy, isJsonObject, type JsonValue, pointerSteps, toPointer } from '../../base/index.js'
import type { SchemaDocument } from '../canonical/canonical-schema.js'
import { applyingSchemas } from './applying-schemas.js'
import type { Failure } from './failure-tree.js'
import { failedValue } from './issue-of-error.js'
import { readsAsOneOf, readsAsType } from './other-readings.js'

/** What lets a server take what failed, as the rest of a sentence; undefined where nothing does. */
export type Leniency = (failure: Failure) => string | undefined

/** For those who ask what the schema says, and nothing else. */
export const noLeniency: Leniency = () => undefined

/** Judges what failed in one value. In doubt it finds a server that takes it. */
export function createLeniency(document: SchemaDocument, value: JsonValue): Leniency {
  const schemas = applyingSchemas(document, value)
  const known = new Map<Failure, string | undefined>()
  return leniencyOf

  /** Asked again for what stands within a union: each is judged once. */
  function leniencyOf(failure: Failure): string | undefined {
    if (!known.has(failure)) known.set(failure, judge(failure))
    return known.get(failure)
  }

  function judge(failure: Failure): string | undefined {
    const { keyword, instancePath: pointer, params } = failure.error
    const failed = failedValue(failure.error)
    if (failed === null && mayBeAbsent(pointer)) return NULL_AS_ABSENT
    switch (keyword) {
      case 'anyOf':
      case 'oneOf':
        return leniencyOfUnion(failure)
      case 'contains':
        return itemsOf(failure).map(leniencyOfAll).find(isTold)
      case 'required':
        return schemas.hasDefault(pointer, String(params.missingProperty)) ? DEFAULT_FILLED_IN : undefined
      case 'dependentRequired':
        if (isJsonObject(failed) && failed[params.property] === null) return NULL_AS_ABSENT
        return schemas.hasDefault(pointer, String(params.missingProperty)) ? DEFAULT_FILLED_IN : undefined
      default:
        return leniencyOfValue(failure.error, failed)
    }
  }

  function leniencyOfUnion({ error, branches }: Failure): string | undefined {
    if (Array.isArray(error.params.holds) && error.params.holds.length > 1)
      return 'some servers take the first form that fits'
    return branches.map(leniencyOfAll).find(isTold)
  }

  /** Of a form or an item all of whose failures a server has to forgive. */
  function leniencyOfAll(failures: readonly Failure[]): string | undefined {
    // What the condition asked for has failures of its own.
    const reasons = failures.filter(({ error }) => error.keyword !== 'if').map(leniencyOf)
    return reasons.every(isTold) ? reasons[0] : undefined
  }

  function mayBeAbsent(pointer: string): boolean {
    const steps = pointerSteps(pointer)
    const member = steps.pop()
    const parent = toPointer(steps)
    if (member === undefined || !schemas.isObject(parent)) return false
    return !schemas.isRequired(parent, member) || schemas.hasDefault(parent, member)
  }
}

/** What needs no other value to be judged, nor what the schema says beside the keyword. */
function leniencyOfValue({ keyword, params }: Failure['error'], failed: JsonValue): string | undefined {
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return 'some servers drop members that they do not know'
    case 'type':
      return readsAsType(failed, [params.type].flat()) ? CONVERTED : undefined
    case 'enum':
      return readsAsOneOf(failed, params.allowedValues) ? CONVERTED : undefined
    case 'const':
      return readsAsOneOf(failed, [params.allowedValue]) ? CONVERTED : undefined
    case 'format':
      return 'some servers do not check formats, or read them in another way'
    case 'uniqueItems':
      return 'some servers drop items that are there twice'
    case 'minLength':
      return isLongEnough(failed, params.limit) ? 'some servers count units, not characters' : undefined
    case 'multipleOf':
      return isMultiple(failed, params.multipleOf) ? 'some servers count in decimals' : undefined
    default:
      return undefined
  }
}

const NULL_AS_ABSENT = 'some servers take null for absent'
const DEFAULT_FILLED_IN = 'some servers fill in its default'
const CONVERTED = 'some servers convert such a value'

function isTold(reason: string | undefined): reason is string {
  return reason !== undefined
}

/** What failed in each item that `contains` was held against. */
function itemsOf({ error, branches }: Failure): Failure[][] {
  const indexOf = (failure: Failure): string | undefined =>
    pointerSteps(failure.error.instancePath.slice(error.instancePath.length))[0]
  return [...groupBy(branches.flat(), indexOf).values()]
}

/** Characters are counted in code points; JavaScript counts UTF-16 units, and others count bytes. */
function isLongEnough(value: JsonValue, limit: number): boolean {
  return typeof value === 'string' && new TextEncoder().encode(value).length >= limit
}

/** 0.3 is a multiple of 0.1, but not by the division of binary fractions. */
function isMultiple(value: JsonValue, step: number): boolean {
  if (typeof value !== 'number') return false
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 4
}
