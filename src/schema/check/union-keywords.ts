/** `anyOf` and `oneOf` as Ajv keywords that say which error belongs to which branch. */
import type { CodeKeywordDefinition, KeywordCxt } from 'ajv'
import { _ } from 'ajv/dist/compile/codegen/index.js'
import type { StepMeter } from './step-meter.js'
import { ERRORS, STEPS_AN_ERROR } from './steps-keyword.js'

/**
 * Both keywords, to be added in place of Ajv's own. The work of branches is spent from the meter.
 * Parameters of their error: of the errors right before it the last number of `ends` are the branches' own, branch i has
 * those from `ends[i - 1]` to `ends[i]`; `holds` are the indexes of the branches that hold.
 */
export function unionKeywords(meter: StepMeter): CodeKeywordDefinition[] {
  return (['anyOf', 'oneOf'] as const).map((keyword) => ({
    keyword,
    schemaType: 'array',
    trackErrors: true,
    error: {
      message: `must match ${keyword}`,
      params: ({ params }) => _`{ends: ${params.ends}, holds: ${params.holds}}`,
    },
    code: (cxt) => writeUnion(cxt, keyword, meter),
  }))
}

function writeUnion(cxt: KeywordCxt, keyword: 'anyOf' | 'oneOf', meter: StepMeter): void {
  const { gen, schema } = cxt
  const branches: readonly unknown[] = Array.isArray(schema) ? schema : []
  const ends = gen.const('ends', _`[]`)
  const holds = gen.const('holds', _`[]`)
  const spend = gen.scopeValue('func', { ref: meter.spend, key: meter.spend })
  const failed = _`${ERRORS} - ${cxt.errsCount}`
  branches.forEach((_branch, index) => {
    const valid = gen.name('branch')
    const branch = cxt.subschema({ keyword, schemaProp: index, compositeRule: true }, valid)
    gen.if(valid, () => gen.code(_`${holds}.push(${index})`))
    gen.code(_`${spend}(${failed} + (${failed} - (${ends}.at(-1) ?? 0)) * ${STEPS_AN_ERROR})`)
    gen.code(_`${ends}.push(${failed})`)
    cxt.mergeValidEvaluated(branch, valid)
  })
  cxt.setParams({ ends, holds })
  const isValid = keyword === 'anyOf' ? _`${holds}.length > 0` : _`${holds}.length === 1`
  cxt.result(
    isValid,
    () => cxt.reset(),
    () => cxt.error(true),
  )
}
