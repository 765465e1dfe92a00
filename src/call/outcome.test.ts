import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { ContentBlock } from '../protocol/index.js'
import { domainFailure, type Outcome, outcomeText, outcomeValue, type ResultOutcome } from './outcome.js'

verifies('chain:outcome-layers')

describe('outcomeValue', () => {
  it('is the structured content where there is any, also null', () => {
    expect(outcomeValue({ ...texts('{"a":1}'), structured: { b: 2 } })).toEqual({ b: 2 })
    expect(outcomeValue({ ...texts('x'), structured: null })).toBeNull()
  })
  it.each([
    ['{"a":1}', { a: 1 }],
    [' [1, 2]\n', [1, 2]],
  ])('is the JSON of the only text block %j', (text, value) => {
    expect(outcomeValue(texts(text))).toEqual(value)
  })
  it.each(['plain', '42', 'null', 'true', '"quoted"', '{not json}', '[draft] a title', '', '\ufeff{}'])(
    'is the text %j itself when it is no object and no array',
    (text) => {
      expect(outcomeValue(texts(text))).toBe(text)
    },
  )
  it('is the text itself when its JSON is too deep to be handled', () => {
    const bomb = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

    expect(outcomeValue(texts(bomb))).toBe(bomb)
  })
  it('is the blocks when there are several, none, or one that is no text', () => {
    const image: ContentBlock = { type: 'image', data: 'AA==', mimeType: 'image/png' }

    expect(outcomeValue(texts('{}', '{}'))).toEqual(texts('{}', '{}').content)
    expect(outcomeValue(texts())).toEqual([])
    expect(outcomeValue({ kind: 'result', content: [image] })).toEqual([image])
  })
})

describe('outcomeText', () => {
  it('joins the text blocks by line feeds, and is the message of a protocol error', () => {
    expect(outcomeText(texts('a', 'b'))).toBe('a\nb')
    expect(outcomeText({ kind: 'rpc-error', code: -32603, message: 'broken' })).toBe('broken')
  })
})

describe('domainFailure', () => {
  it.each([
    [{ success: false }, 'success is false'],
    [{ success: false, error: 'disk full' }, 'disk full'],
    [{ error: 'disk full' }, 'disk full'],
    [{ error: { message: 'disk full', code: 3 } }, 'disk full'],
    [{ error: { code: 3 } }, '{"code":3}'],
    [{ error: ['a', 'b'] }, '["a","b"]'],
    [{ error: true }, 'true'],
  ])('tells the failure of %j', (structured, why) => {
    expect(domainFailure({ kind: 'result', content: [], structured })).toBe(why)
    expect(domainFailure(texts(JSON.stringify(structured)))).toBe(why)
  })
  it.each([
    {},
    { success: true },
    { success: 'false' },
    { success: null },
    { error: null },
    { error: '' },
    { error: false },
    { error: {} },
    { error: [] },
    { errors: ['a'] },
    { errorCount: 2 },
    [{ success: false }],
    'success: false',
  ])('sees none in %j', (structured) => {
    expect(domainFailure({ kind: 'result', content: [], structured })).toBeUndefined()
  })
  it('leaves the other layers alone: an error of the tool or of the protocol is no failure of the data', () => {
    const others: Outcome[] = [
      { kind: 'tool-error', content: [], structured: { success: false } },
      { kind: 'rpc-error', code: 1, message: 'x', data: { success: false } },
    ]

    expect(others.map(domainFailure)).toEqual([undefined, undefined])
  })
})

function texts(...each: readonly string[]): ResultOutcome {
  return { kind: 'result', content: each.map((text) => ({ type: 'text', text })) }
}
