import { expect, it } from 'vitest'
import { evaluate } from './evaluation.js'
import { halfOf, type LabelledPrompt } from './labelled-prompt.js'

const prompt = (id: string, kind: LabelledPrompt['kind'], expected: string[]): LabelledPrompt => ({
  id,
  kind,
  message: id,
  expect: expected,
  also: [],
  place: '',
})

it('evaluate gives every engine its figures by slice, and lists what it got wrong', () => {
  const prompts = [
    prompt('one', 'explicit', ['a']),
    prompt('two', 'trap', ['b']),
    prompt('ok', 'approval', []),
  ]
  const engines = [
    { name: 'always-a', route: () => ['a'] },
    { name: 'oracle', route: (message: string) => ({ one: ['a'], two: ['b'] })[message] ?? [] },
  ]

  const { engines: results, ...rest } = evaluate(engines, prompts, {
    seed: 1,
    resamples: 10,
    limit: 5,
    instructions: 2,
  })

  expect(rest).toEqual({ format: 'routing-eval/1', instructions: 2, prompts: 3, limit: 5 })
  expect(results.map(({ engine, flaws }) => ({ engine, flaws }))).toEqual([
    {
      engine: 'always-a',
      flaws: [
        {
          id: 'two',
          kind: 'trap',
          half: halfOf({ id: 'two' }),
          message: 'two',
          expect: ['b'],
          arrived: ['a'],
        },
        { id: 'ok', kind: 'approval', half: halfOf({ id: 'ok' }), message: 'ok', expect: [], arrived: ['a'] },
      ],
    },
    { engine: 'oracle', flaws: [] },
  ])
  expect(results.map(({ slices }) => slices[0]?.figures.first?.value)).toEqual([0.5, 1])
  expect(results.map(({ slices }) => slices[0]?.figures.silence?.value)).toEqual([0, 1])
  expect(results[0]?.slices.map(({ slice, prompts: count }) => [slice, count])).toEqual([
    ['all', 3],
    ...(['tuning', 'test'] as const)
      .map((half) => [half, prompts.filter((each) => halfOf(each) === half).length] as const)
      .filter(([, count]) => count > 0),
    ['explicit', 1],
    ['approval', 1],
    ['trap', 1],
  ])
})
it('evaluate hands context and limit to the engine', () => {
  const asked: unknown[] = []
  const context = { files: ['x.sql'] }
  const route = (...given: unknown[]) => {
    asked.push(given)
    return []
  }

  evaluate([{ name: 'e', route }], [{ ...prompt('one', 'trap', []), context }], {
    seed: 1,
    resamples: 1,
    limit: 3,
    instructions: 0,
  })

  expect(asked).toEqual([['one', context, 3]])
})
