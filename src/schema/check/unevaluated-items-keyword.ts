/** `unevaluatedItems` as an Ajv keyword that reads "all of them" and "none of them" right when only the run can tell which it is. */
import type { CodeKeywordDefinition, KeywordCxt } from 'ajv'
import { _, str } from 'ajv/dist/compile/codegen/index.js'
import { Type } from 'ajv/dist/compile/util.js'

/** The keyword, to be added in place of Ajv's own. */
export function unevaluatedItemsKeyword(): CodeKeywordDefinition {
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
