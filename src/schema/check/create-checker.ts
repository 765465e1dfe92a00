/** Holds values against one canonical schema, by code that Ajv makes of it. */
import type { CodeKeywordDefinition, ErrorObject, KeywordCxt } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { _, str } from 'ajv/dist/compile/codegen/index.js'
import { Type } from 'ajv/dist/compile/util.js'
import type { JsonValue } from '../../base/index.js'
import type { SchemaDocument } from '../canonical/canonical-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import { ajvSchema } from './ajv-schema.js'
import { KNOWN_FORMATS } from './known-formats.js'
import { createStepMeter, type StepMeter } from './step-meter.js'
import { ERRORS, stepsKeywords } from './steps-keyword.js'
import { unionKeywords } from './union-keywords.js'
import { firstRepeat } from './unique-items.js'

/** What a check found: Ajv's errors in the order they were made, or that it took too many steps to find out. */
export type CheckResult =
  | { readonly kind: 'checked'; readonly errors: readonly ErrorObject[] }
  | { readonly kind: 'gave-up' }

/** Holds one value against the schema. Never throws. */
export type Checker = (value: JsonValue) => CheckResult

export interface CheckerOptions {
  readonly document: SchemaDocument
  readonly patterns: PatternSet
  /** Steps that one check may take. */
  readonly maxSteps: number
  /** `first` stops at the first error. */
  readonly errors: 'all' | 'first'
}

/**
 * Compiles a checker with an Ajv of its own, so that nothing one schema says can reach another.
 * Code that nests deeper than the engine can read checks nothing: such a checker gives up on every value.
 */
export function createChecker({ document, patterns, maxSteps, errors }: CheckerOptions): Checker {
  const meter = createStepMeter(maxSteps)
  return withinLimits(
    () => {
      const validate = createAjv(patterns, meter, errors).compile<JsonValue>(ajvSchema(document))
      return (value: JsonValue) =>
        withinLimits((): CheckResult => {
          meter.reset()
          return { kind: 'checked', errors: validate(value) ? [] : (validate.errors ?? []) }
        }, GAVE_UP)
    },
    () => GAVE_UP,
  )
}

const GAVE_UP: CheckResult = { kind: 'gave-up' }

/** A RangeError says that the steps or the stack ran out. */
function withinLimits<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work()
  } catch (failure) {
    if (failure instanceof RangeError) return otherwise
    throw failure
  }
}

function createAjv(patterns: PatternSet, meter: StepMeter, errors: 'all' | 'first'): Ajv2020 {
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    strict: false,
    logger: false,
    allErrors: errors === 'all',
    verbose: true,
    ownProperties: true,
    inlineRefs: false,
    messages: false,
    code: { regExp: meteredRegExp(patterns, meter), optimize: false },
  })
  for (const [name, format] of KNOWN_FORMATS) ajv.addFormat(name, format)
  for (const keyword of ['if', 'anyOf', 'oneOf', 'uniqueItems', 'unevaluatedItems'])
    ajv.removeKeyword(keyword)
  for (const keyword of [conditionKeyword(), unevaluatedItemsKeyword(), ...unionKeywords(meter)])
    ajv.addKeyword(keyword)
  for (const keyword of ['contains', 'propertyNames']) countInnerErrors(ajv, keyword)
  for (const keyword of stepsKeywords(meter)) ajv.addKeyword(keyword)
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (unique: boolean, items: readonly JsonValue[]) => {
      if (!unique) return true
      meter.spend(items.length)
      return firstRepeat(items) === undefined
    },
  })
  return ajv
}

/** A pattern that RE2 cannot express holds for every text; it is told under `unchecked`. */
function meteredRegExp(patterns: PatternSet, meter: StepMeter) {
  return Object.assign(
    (source: string) => {
      const pattern = patterns.get(source)
      return {
        test: (text: string) => {
          if (pattern.kind === 'unchecked') return true
          meter.spend(Math.ceil((text.length * pattern.size) / CHARACTERS_A_STEP))
          return pattern.matches(text)
        },
        // Ajv takes patterns of one text for one pattern.
        toString: () => source,
      }
    },
    { code: 'undefined' },
  )
}

const CHARACTERS_A_STEP = 4

/**
 * `unevaluatedItems` as an Ajv keyword that reads "all of them" and "none of them" right when only the run can tell which it is.
 * The keyword, to be added in place of Ajv's own.
 */
function unevaluatedItemsKeyword(): CodeKeywordDefinition {
  return {
    keyword: 'unevaluatedItems',
    type: 'array',
    schemaType: ['boolean', 'object'],
    error: {
      message: ({ params: { length } }) => str`must not have more than ${length} items`,
      params: ({ params: { length } }) => _`{limit: ${length}}`,
    },
    code: writeUnevaluatedItems,
  }
}

function writeUnevaluatedItems(cxt: KeywordCxt): void {
  const { gen, data, schema, it } = cxt
  const evaluated = it.items ?? 0
  it.items = true
  if (evaluated === true || schema === true) return
  const length = gen.const('evaluated', _`${evaluated} === true ? ${data}.length : (${evaluated} || 0)`)
  cxt.setParams({ length })
  if (schema === false) cxt.fail(_`${data}.length > ${length}`)
  else {
    const valid = gen.let('valid', true)
    gen.forRange('i', length, _`${data}.length`, (index) => {
      const held = gen.name('held')
      cxt.subschema({ keyword: 'unevaluatedItems', dataProp: index, dataPropType: Type.Num }, held)
      gen.if(_`!${held}`, () => gen.assign(valid, false))
    })
    cxt.ok(valid)
  }
}

/** Adds to a keyword's error how many errors right before it are its own subschemas'. */
function countInnerErrors(ajv: Ajv2020, keyword: string): void {
  const known = ajv.getKeyword(keyword)
  if (typeof known === 'boolean' || !('code' in known) || known.code === undefined) return
  const definition: CodeKeywordDefinition = { ...known, keyword, code: known.code, trackErrors: true }
  ajv.removeKeyword(keyword)
  ajv.addKeyword({
    ...definition,
    // What `contains` has seen counts as evaluated.
    ...(keyword === 'contains' ? { before: 'unevaluatedItems' } : {}),
    error: {
      message: `must hold for ${keyword}`,
      params: ({ params, errsCount }) =>
        _`{inner: ${ERRORS} - ${errsCount ?? 0}, propertyName: ${params.propertyName ?? null}, min: ${params.min ?? null}, max: ${params.max ?? null}}`,
    },
  })
}

/** The keyword, to be added in place of Ajv's own. */
function conditionKeyword(): CodeKeywordDefinition {
  return { keyword: 'if', schemaType: ['object', 'boolean'], trackErrors: true, code: writeCondition }
}

function writeCondition(cxt: KeywordCxt): void {
  const { gen, parentSchema } = cxt
  const holds = gen.name('condition')
  const valid = gen.let('valid', true)
  const condition = cxt.subschema(
    { keyword: 'if', compositeRule: true, createErrors: false, allErrors: false },
    holds,
  )
  cxt.reset()
  cxt.mergeValidEvaluated(condition, holds)
  gen.if(
    holds,
    () => writeClause('then'),
    () => writeClause('else'),
  )
  cxt.ok(valid)

  function writeClause(keyword: 'then' | 'else'): void {
    if (parentSchema[keyword] === undefined) return
    const held = gen.name('clause')
    const clause = cxt.subschema({ keyword }, held)
    gen.assign(valid, held)
    cxt.mergeValidEvaluated(clause, held)
  }
}
