/** What a failed assertion on structured content says to the author of a server. The text is the product. */
import { describe, expect, it } from 'vitest'
import { called, resultOf } from '../../../test/testing/answers.js'
import { messageOf } from '../../../test/testing/message-of.js'
import { matchers } from './create-matchers.js'

describe('the message of a failed assertion on values', () => {
  it('tells where a structured path ends and what may have been meant', () => {
    const response = resultOf('ok', {
      ...called('stats'),
      structured: { totals: { count: 3, sum: 5 }, unit: 'm' },
    })

    expect(messageOf(matchers.toHaveStructured(response, '/total/sum', 5))).toMatchInlineSnapshot(`
      "
      Expected "/total/sum" of "stats" to be 5, found nothing there
        The structured content has no member "total"; it has totals, unit
        Did you mean "/totals/sum"?
        Structured: {"totals":{"count":3,"sum":5},"unit":"m"}
      "
    `)
    expect(messageOf(matchers.toHaveStructured(response, 'sum', 5))).toMatchInlineSnapshot(`
      "
      Expected "/sum" of "stats" to be 5, found nothing there
        The structured content has no member "sum"; it has totals, unit
        Did you mean "/totals/sum"?
        Structured: {"totals":{"count":3,"sum":5},"unit":"m"}
      "
    `)
  })
  it('tells the value at the right path, and each place that differs', () => {
    const response = resultOf('ok', { ...called('add'), structured: { sum: 6, of: [{ n: 1 }, { n: 5 }] } })

    expect(messageOf(matchers.toHaveStructured(response, '/sum', 5))).toMatchInlineSnapshot(`
      "
      Expected "/sum" of "add" to be 5, found 6
        Structured: {"sum":6,"of":[{"n":1},{"n":5}]}
      "
    `)
    expect(
      messageOf(matchers.toHaveStructured(response, { sum: 5, of: [{ n: 1 }, { n: 4 }] })),
    ).toMatchInlineSnapshot(`
      "
      Expected "/sum" of "add" to be 5, found 6
        At "/of/1/n": expected 4, found 5
        Structured: {"sum":6,"of":[{"n":1},{"n":5}]}
      "
    `)
  })
  it('tells that the text alone has what should be structured', () => {
    const response = resultOf('{"sum":6}', called('add'))

    expect(messageOf(matchers.toHaveStructured(response, '/sum', 6))).toMatchInlineSnapshot(`
      "
      Expected "/sum" of "add" to be 6, found no structured content
        The text is JSON that has it, but the tool sends no structuredContent
        Hint: return structuredContent beside the text, and declare an outputSchema
        Text:
        │ {"sum":6}
      "
    `)
    expect(messageOf(matchers.toHaveStructured(response, '/sum', 5))).toMatchInlineSnapshot(`
      "
      Expected "/sum" of "add" to be 5, found no structured content
        The text is JSON that has 6 there, but the tool sends no structuredContent
        Hint: return structuredContent beside the text, and declare an outputSchema
        Text:
        │ {"sum":6}
      "
    `)
  })
  it('tells each place that breaks a schema', () => {
    const response = resultOf('ok', { ...called('list'), structured: { items: [{ id: 7 }] } })
    const schema = {
      type: 'object',
      required: ['items', 'total'],
      properties: { items: { items: { properties: { id: { type: 'string' } } } } },
    }

    expect(messageOf(matchers.toMatchSchema(response, schema))).toMatchInlineSnapshot(`
      "
      Expected "list" to match the schema, found 2 problems
        "/items/0/id" must be a string, found a number
        "/total" is required, but missing
        Structured: {"items":[{"id":7}]}
      "
    `)
  })
})
