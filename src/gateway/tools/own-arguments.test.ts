import { describe, expect, it } from 'vitest'
import { readOwnArguments } from './own-arguments.js'
import { quotedBlock } from './quoted.js'
import { typeText } from './type-text.js'

const KNOWN = ['workflow', 'dry_run', 'seed']

describe('readOwnArguments', () => {
  it('gives what is there, and undefined for what is not', () => {
    const args = readOwnArguments('execute_dag', { dry_run: false, seed: 3 }, KNOWN)

    expect([args.flag('dry_run'), args.integer('seed', { min: 0, max: 9 }), args.text('workflow')]).toEqual([
      false,
      3,
      undefined,
    ])
  })
  it.each(['dryRun', 'dry-run', 'DRY_RUN', 'dryrun', 'dry_runn'])(
    'says that %s was meant as dry_run',
    (name) => {
      expect(() => readOwnArguments('execute_dag', { [name]: true }, KNOWN)).toThrow(
        expect.objectContaining({ code: 'USAGE', hint: 'did you mean dry_run?' }),
      )
    },
  )
  it.each([['false'], [0], [null], [[true]], [{}]])('takes %j for no flag', (value) => {
    const args = readOwnArguments('execute_dag', { dry_run: value }, KNOWN)

    expect(() => args.flag('dry_run')).toThrow(
      /^Cannot call execute_dag: dry_run must be true or false, found /,
    )
  })
  it.each([1.5, -1, 10, '3'])('takes %j for no whole number from 0 to 9', (seed) => {
    const args = readOwnArguments('execute_dag', { seed }, KNOWN)

    expect(() => args.integer('seed', { min: 0, max: 9 })).toThrow(/a whole number from 0 to 9/)
  })
})

describe('quotedBlock', () => {
  it('has a fence that its text does not have', () => {
    expect(quotedBlock('````\nout', 'json')).toBe('`````json\n````\nout\n`````')
    expect(quotedBlock('plain', 'json')).toBe('```json\nplain\n```')
  })
})

describe('typeText', () => {
  it.each([
    [{ type: 'array', items: { enum: ['a', 1] } }, '("a" | 1)[]'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [
      { type: 'object', properties: { 'b-c': {}, a: { type: 'integer' } }, required: ['a'] },
      '{ a: integer, "b-c"?: any }',
    ],
    [{ $ref: '#/$defs/n', $defs: { n: { type: 'number' } } }, 'number'],
    [{ $ref: '#' }, 'any'],
    [{ type: 'object', properties: { self: { $ref: '#' } } }, '{ self?: any }'],
    [{ $ref: 'https://evil.test/schema' }, 'any'],
    [true, 'any'],
  ])('of %j is %s', (schema, text) => {
    expect(typeText(schema, 1)).toBe(text)
  })
})
