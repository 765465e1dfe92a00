/** `if`, `then` and `else` as one Ajv keyword; what a condition has seen counts as evaluated only where it holds. */
import type { CodeKeywordDefinition, KeywordCxt } from 'ajv'

/** The keyword, to be added in place of Ajv's own. */
export function conditionKeyword(): CodeKeywordDefinition {
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
