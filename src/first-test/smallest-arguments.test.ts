import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../base/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import {
  type InputSchema,
  invalidArguments,
  smallestArguments,
  withCurrentFolder,
  withSmallNumbers,
} from './smallest-arguments.js'

const compiler = createSchemaCompiler()
const TEXT = { type: 'string' }

describe('smallestArguments', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['leave out what is optional', { properties: { a: TEXT } }, {}],
    ['take defaults', { properties: { a: { type: 'string', default: 'x' } }, required: ['a'] }, { a: 'x' }],
    [
      'take examples',
      { properties: { a: { type: 'string', examples: ['y'] } }, required: ['a'] },
      { a: 'y' },
    ],
    [
      'take the first of a list',
      { properties: { a: { enum: ['p', 'q', 'r'] } }, required: ['a'] },
      { a: 'p' },
    ],
    ['take small numbers', { properties: { a: { type: 'integer' } }, required: ['a'] }, { a: 1 }],
    [
      'keep a number in its bounds',
      { properties: { a: { type: 'integer', minimum: 7, maximum: 7 } }, required: ['a'] },
      { a: 7 },
    ],
    ['leave lists empty', { properties: { a: { type: 'array', items: TEXT } }, required: ['a'] }, { a: [] }],
    [
      'fill a list as far as it must be',
      { properties: { a: { type: 'array', items: { enum: [3] }, minItems: 2 } }, required: ['a'] },
      { a: [3, 3] },
    ],
    [
      'leave out what is optional further down',
      {
        properties: { a: { type: 'object', properties: { b: { const: 1 }, c: TEXT }, required: ['b'] } },
        required: ['a'],
      },
      { a: { b: 1 } },
    ],
    [
      'wait for one unit, where one can say how long',
      { properties: { duration: { type: 'number', default: 10 }, steps: { type: 'number' } } },
      { duration: 1 },
    ],
  ])('%s', (_, schema, expected) => {
    expect(smallestArguments(inputOf(schema))).toEqual(expected)
  })
  it('are undefined where none were found', () => {
    expect(smallestArguments(inputOf({ properties: { a: false }, required: ['a'] }))).toBeUndefined()
  })
})

describe('invalidArguments', () => {
  it('are wrong for certain, where they can be: a default may be filled in', () => {
    const properties = { a: { type: 'string', default: 'x' }, b: { type: 'object' } }
    const schema = inputOf({ properties, required: ['a'] })

    expect(invalidArguments({ a: 'x' }, schema)).toEqual({
      value: { a: 'x', b: 'a text' },
      told: '"a text" for "b"',
    })
  })

  it('leave out what is required', () => {
    const schema = inputOf({ properties: { a: TEXT }, required: ['a'] })

    expect(invalidArguments({ a: 'x' }, schema)).toEqual({ value: {}, told: 'a call without "a"' })
  })
  it('are of another type where nothing is required', () => {
    expect(invalidArguments({}, inputOf({ properties: { a: TEXT } }))).toEqual({
      value: { a: 7 },
      told: '7 for "a"',
    })
  })
  it('have one too many where no other is allowed', () => {
    expect(invalidArguments({}, inputOf({ additionalProperties: false }))).toEqual({
      value: { notAnArgument: true },
      told: 'an argument that it does not know',
    })
  })
  it('are undefined for a schema that takes everything', () => {
    expect(invalidArguments({}, inputOf({ properties: { a: {} } }))).toBeUndefined()
  })
})

describe('withCurrentFolder', () => {
  const schema = inputOf({ properties: { path: TEXT, paths: { type: 'array', items: TEXT }, text: TEXT } })

  it('puts a dot for every path, in lists too, and for nothing else', () => {
    expect(withCurrentFolder({ path: 'a/b', paths: ['c'], text: 'd/e' }, schema)).toEqual({
      path: '.',
      paths: ['.'],
      text: 'd/e',
    })
  })
  it('is undefined where there is no path, or a dot is none', () => {
    const strict = inputOf({ properties: { path: { type: 'string', minLength: 3 } } })

    expect(withCurrentFolder({ text: 'a' }, schema)).toBeUndefined()
    expect(withCurrentFolder({ path: 'a/b' }, strict)).toBeUndefined()
  })
})

it('withSmallNumbers puts 1 for every number, and is undefined where there is none', () => {
  const schema = inputOf({ properties: { steps: { type: 'integer' }, text: TEXT } })

  expect(withSmallNumbers({ text: 'a' }, schema)).toEqual({ text: 'a', steps: 1 })
  expect(withSmallNumbers({}, inputOf({ properties: { text: TEXT } }))).toBeUndefined()
})

function inputOf(part: JsonObject): InputSchema {
  const written = { type: 'object', ...part }
  const compilation = compiler.compile(written)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return { written, compiled: compilation.schema }
}
