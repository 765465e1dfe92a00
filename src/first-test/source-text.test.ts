import { describe, expect, it } from 'vitest'
import { CodeText, call, expression, sourceString } from './source-text.js'

describe('sourceString', () => {
  it.each([
    ['plain', "'plain'"],
    ["it's", '"it\'s"'],
    [`"both" and it's`, `'"both" and it\\'s'`],
    ['line\nfeed \\ and \u202e order', "'line\\nfeed \\\\ and \\u202e order'"],
    ['half \ud800', "'half \\ud800'"],
    ["'); process.exit() //", `"'); process.exit() //"`],
  ])('%j is %s, which means the same', (text, expected) => {
    expect(sourceString(text)).toBe(expected)
    // A literal that this test has just compared.
    expect(new Function(`return ${sourceString(text)}`)()).toBe(text)
  })
})

describe('expression', () => {
  it('stands on one line where it fits, with names quoted only where they must be', () => {
    const value = { a: [1, 'b'], 'c-d': {}, __proto__x: null }

    expect(expression(value, '')).toBe("{ a: [1, 'b'], 'c-d': {}, __proto__x: null }")
  })
  it('keeps a member called __proto__ a member', () => {
    const value = JSON.parse('{"__proto__": 1}')

    expect(expression(value, '')).toBe("{ ['__proto__']: 1 }")
  })
  it('is opened where it does not fit', () => {
    const long = 'x'.repeat(60)

    expect(expression({ a: long, b: [long] }, '  ')).toBe(`{\n    a: '${long}',\n    b: ['${long}'],\n  }`)
  })
  it('leaves code as it is', () => {
    expect(expression({ token: new CodeText("process.env.TOKEN ?? ''") }, '')).toBe(
      "{ token: process.env.TOKEN ?? '' }",
    )
  })
})

describe('call', () => {
  const long = 'x'.repeat(98)

  it('opens its last object', () => {
    expect(call('f', ['a', { b: long }], '')).toBe(`f('a', {\n  b: '${long}',\n})`)
  })
  it('gives each argument a line of its own where two are objects, or the last is none', () => {
    expect(call('f', ['a', { b: long }, { c: 1 }], '')).toBe(
      `f(\n  'a',\n  { b: '${long}' },\n  { c: 1 },\n)`,
    )
    expect(call('functionOf', [long], '')).toBe(`functionOf(\n  '${long}',\n)`)
  })
})
