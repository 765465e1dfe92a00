import { describe, expect, it } from 'vitest'
import { type Baseline, baselineOf, compareWithBaseline, formatBaseline, parseBaseline } from './baseline.js'
import { evaluate } from './evaluation.js'
import type { LabelledPrompt } from './labelled-prompt.js'

const prompts: LabelledPrompt[] = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  kind: 'explicit',
  message: `about ${id}`,
  expect: [id],
  also: [],
  place: `p.yaml:${id}`,
}))
const options = { seed: 1, resamples: 10, limit: 5, instructions: 4 }
/** An engine that knows some of the answers, and nothing else. */
const engine = (name: string, ...known: string[]) => ({
  name,
  route: (message: string) => known.filter((id) => message.endsWith(id)),
})
const measured = (...known: string[]) =>
  baselineOf(evaluate([engine('e', ...known)], prompts, options), prompts)

describe('compareWithBaseline', () => {
  it('holds when nothing changed', () => {
    expect(compareWithBaseline(measured('a', 'b'), measured('a', 'b'))).toEqual({ kind: 'holds', rises: [] })
  })
  it('tells what rose', () => {
    const verdict = compareWithBaseline(measured('a', 'b', 'c', 'd'), measured('a', 'b', 'c'))

    expect(verdict).toMatchObject({
      kind: 'holds',
      rises: expect.arrayContaining(['e, all, first: 0.75 before, 1 now', 'e, all, mrr: 0.75 before, 1 now']),
    })
  })
  it('tells what fell, also when another part rose', () => {
    const before = measured('a', 'b', 'c')
    const rowsOf = ({ engines }: Baseline) => engines.e ?? {}
    const after: Baseline = {
      ...before,
      engines: { e: { ...rowsOf(before), all: { ...rowsOf(before).all, first: 0.7499, recall: 1 } } },
    }

    expect(compareWithBaseline(after, before)).toEqual({
      kind: 'falls',
      falls: ['e, all, first: 0.75 before, 0.7499 now'],
    })
  })
  it('takes an engine that is gone for a fall, and a new one for none', () => {
    const both = baselineOf(evaluate([engine('e', 'a'), engine('f')], prompts, options), prompts)

    expect(compareWithBaseline(both, measured('a'))).toEqual({ kind: 'holds', rises: [] })
    expect(compareWithBaseline(measured('a'), both)).toMatchObject({
      kind: 'falls',
      falls: expect.arrayContaining(['f, all, first: 0 before, not measured now']),
    })
  })
  it.each([
    { change: 'a message', other: prompts.map((prompt) => ({ ...prompt, message: `${prompt.message}!` })) },
    { change: 'a label', other: prompts.map((prompt) => ({ ...prompt, also: ['z'] })) },
    { change: 'a prompt less', other: prompts.slice(1) },
  ])('does not compare figures of other prompts: $change', ({ other }) => {
    const now = baselineOf(evaluate([engine('e', 'a')], other, options), other)

    expect(compareWithBaseline(now, measured('a'))).toEqual({ kind: 'other-prompts' })
  })
  it('compares figures of the same prompts in another order', () => {
    const turned = [...prompts].reverse()
    const now = baselineOf(evaluate([engine('e', 'a')], turned, options), turned)

    expect(compareWithBaseline(now, measured('a'))).toEqual({ kind: 'holds', rises: [] })
  })
})

describe('parseBaseline', () => {
  it('reads what was written', () => {
    expect(parseBaseline('b.json', formatBaseline(measured('a')))).toEqual(measured('a'))
  })
  it('refuses text that is not JSON', () => {
    expect(() => parseBaseline('b.json', '{')).toThrow('Cannot use the baseline "b.json": it is not JSON')
  })
  it.each([
    '[]',
    '{}',
    '{"format":"routing-baseline/2","prompts":"","engines":{}}',
    '{"format":"routing-baseline/1","prompts":"","engines":{"e":1}}',
    '{"format":"routing-baseline/1","prompts":"","engines":{"e":{"all":{"first":"high"}}}}',
  ])('refuses JSON of another form: %s', (text) => {
    expect(() => parseBaseline('b.json', text)).toThrow('it is not of the format routing-baseline/1')
  })
})
