/** One Ajv error in the words of an issue: where, what was wanted, what stands there. */
import type { ErrorObject } from 'ajv'
import {
  counted,
  type JsonValue,
  kindOf,
  kindWithArticle,
  nearestNames,
  orDidYouMean,
  toPointer,
} from '../../base/index.js'
import type { SchemaIssue } from '../compiled-schema.js'
import { oneOfList, shortJson } from './describe-value.js'
import { firstRepeat } from './unique-items.js'

/** The issue of an error that stands alone. Unions and keywords with subschemas are joined in explain-failures.ts. */
export function issueOfError(error: ErrorObject): SchemaIssue {
  const { keyword, instancePath: pointer, params } = error
  const value = failedValue(error)
  switch (keyword) {
    case 'type':
      return typeIssue(pointer, params.type, value)
    case 'required':
      return missing(pointer, keyword, String(params.missingProperty), '')
    case 'dependentRequired':
      return missing(
        pointer,
        keyword,
        params.missingProperty,
        ` because ${JSON.stringify(params.property)} is present`,
      )
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unexpected(error, value)
    case 'enum':
      return mismatch(pointer, keyword, `one of ${oneOfList(params.allowedValues)}`, value)
    case 'const':
      return mismatch(pointer, keyword, shortJson(params.allowedValue), value)
    case 'uniqueItems':
      return repeated(pointer, value)
    case 'not':
      return issue(pointer, keyword, 'anything but what "not" describes', shortJson(value))
    case 'false schema':
      return {
        pointer,
        keyword: 'false',
        expected: 'nothing',
        got: shortJson(value),
        message: `${subject(pointer)} must not be there`,
      }
    default:
      return measured(error, value)
  }
}

/** The value that failed. Proof of the type: Ajv's `verbose` puts a part of the JSON value that was checked there. */
export function failedValue(error: ErrorObject): JsonValue {
  return error.data as JsonValue
}

/** Builds an issue with the usual sentence. */
export function issue(pointer: string, keyword: string, expected: string, got: string): SchemaIssue {
  return { pointer, keyword, expected, got, message: `${subject(pointer)} must be ${expected}, found ${got}` }
}

/** How a sentence names the place. */
export function subject(pointer: string): string {
  return pointer === '' ? 'The value' : JSON.stringify(pointer)
}

function typeIssue(pointer: string, type: string | readonly string[], value: JsonValue): SchemaIssue {
  const types = typeof type === 'string' ? [type] : type
  // Of a number that should be whole the value says more than its kind.
  const isFraction = typeof value === 'number' && types.includes('integer')
  const got = isFraction ? shortJson(value) : kindOf(value)
  const wanted = types.map(kindWithArticle).join(' or ')
  const found = isFraction ? got : kindWithArticle(got)
  const message = `${subject(pointer)} must be ${wanted}, found ${found}`
  return { pointer, keyword: 'type', expected: types.join(' or '), got, message }
}

function missing(pointer: string, keyword: string, name: string, because: string): SchemaIssue {
  const at = pointer + toPointer([name])
  const message = `${subject(at)} is required${because}, but missing`
  return { pointer: at, keyword, expected: 'a value', got: 'nothing', message }
}

function unexpected(
  { keyword, instancePath, params, parentSchema }: ErrorObject,
  value: JsonValue,
): SchemaIssue {
  const name = String(params.additionalProperty ?? params.unevaluatedProperty)
  const at = instancePath + toPointer([name])
  const present = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const known = Object.keys(parentSchema?.properties ?? {}).filter((other) => !present.includes(other))
  const near = nearestNames(name, known).slice(0, 1)
  const hint = orDidYouMean(near.map((nearest) => JSON.stringify(nearest)))
  const message = `${subject(at)} is not a member that the schema knows${hint}`
  const got = Object.entries(value ?? {}).find(([key]) => key === name)?.[1]
  return {
    pointer: at,
    keyword,
    expected: 'nothing',
    got: got === undefined ? 'a value' : shortJson(got),
    message,
  }
}

function mismatch(pointer: string, keyword: string, expected: string, value: JsonValue): SchemaIssue {
  return issue(pointer, keyword, expected, shortJson(value))
}

function repeated(pointer: string, value: JsonValue): SchemaIssue {
  const [first, second] = (Array.isArray(value) ? firstRepeat(value) : undefined) ?? [0, 0]
  const got = `items ${first} and ${second} that are equal`
  return {
    pointer,
    keyword: 'uniqueItems',
    expected: 'different items',
    got,
    message: `${subject(pointer)} must have different items, found ${got}`,
  }
}

function measured({ keyword, instancePath: pointer, params }: ErrorObject, value: JsonValue): SchemaIssue {
  const limit = Number(params.limit)
  const size = (noun: string) => counted(sizeOf(value), noun)
  const have = (expected: string, got: string): SchemaIssue => ({
    pointer,
    keyword,
    expected,
    got,
    message: `${subject(pointer)} must have ${expected}, found ${got}`,
  })
  switch (keyword) {
    case 'minimum':
      return mismatch(pointer, keyword, `at least ${limit}`, value)
    case 'maximum':
      return mismatch(pointer, keyword, `at most ${limit}`, value)
    case 'exclusiveMinimum':
      return mismatch(pointer, keyword, `more than ${limit}`, value)
    case 'exclusiveMaximum':
      return mismatch(pointer, keyword, `less than ${limit}`, value)
    case 'multipleOf':
      return mismatch(pointer, keyword, `a multiple of ${params.multipleOf}`, value)
    case 'pattern':
      return mismatch(pointer, keyword, `text that matches ${shortJson(params.pattern)}`, value)
    case 'format':
      return mismatch(pointer, keyword, `a valid ${params.format}`, value)
    case 'minLength':
      return have(`at least ${counted(limit, 'character')}`, size('character'))
    case 'maxLength':
      return have(`at most ${counted(limit, 'character')}`, size('character'))
    case 'minItems':
      return have(`at least ${counted(limit, 'item')}`, size('item'))
    case 'maxItems':
    case 'items':
      return have(`at most ${counted(limit, 'item')}`, size('item'))
    case 'unevaluatedItems':
      return have(`at most ${counted(Number(params.limit ?? params.len ?? 0), 'item')}`, size('item'))
    case 'minProperties':
      return have(`at least ${counted(limit, 'member')}`, size('member'))
    case 'maxProperties':
      return have(`at most ${counted(limit, 'member')}`, size('member'))
    default:
      return mismatch(pointer, keyword, `what ${JSON.stringify(keyword)} asks for`, value)
  }
}

function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return [...value].length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
