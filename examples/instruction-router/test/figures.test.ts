/** How well messages are routed: the README shows the figures as they come out, and they are kept in what they may not fall below. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { judgeAll } from '../dist/eval/cross-validation.js'
import { figuresOf, judge, readCorpus } from '../dist/eval/evaluation.js'
import { figuresTable } from '../dist/eval/main.js'
import { PLAIN_ENGINE } from '../dist/eval/plain-engine.js'
import { ENGINES } from '../dist/router.js'

verifies('router:eval')

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

describe('the figures', () => {
  it('are those that the README shows', async () => {
    expect(readFileSync(at('README.md'), 'utf8')).toContain(await figuresTable())
  })

  it('are no worse than those of the fifteen lines on prompts that nothing was tuned on', async () => {
    const unseen = await readCorpus(at('instructions'), at('prompts/held-out.yaml'))
    const [ours, plain] = [ENGINES[0], PLAIN_ENGINE].map((engine) => figuresOf(judgeAll(unseen, engine)))
    const names = ['first', 'recall', 'mrr'] as const

    expect(names.filter((name) => (ours?.[name]?.mean ?? 0) < (plain?.[name]?.mean ?? 1))).toEqual([])
  })

  it('do not fall', async () => {
    const [engine] = ENGINES
    const files = ['prompts', 'second', 'held-out'].map((name) => `prompts/${name}.yaml`)
    const corpora = await Promise.all(files.map((file) => readCorpus(at('instructions'), at(file))))
    const { first, recall, mrr, silence } = figuresOf(corpora.flatMap((corpus) => judgeAll(corpus, engine)))
    const means = [first, recall, mrr, silence].map((figure) => figure?.mean ?? 0)

    expect(means.map((mean, n) => mean >= (LEAST[n] ?? 1))).toEqual([true, true, true, true])
  })
})

/** First, recall@5, MRR and silence over all prompts of the software team. */
const LEAST = [0.71, 0.88, 0.79, 0.96]

it.each([
  { arrived: ['a', 'b'], expect: ['a'], judgement: { first: 1, recall: 1, mrr: 1 } },
  { arrived: ['b', 'a'], expect: ['a', 'c'], judgement: { first: 0, recall: 0.5, mrr: 0.5 } },
  { arrived: ['b'], expect: ['a'], judgement: { first: 0, recall: 0, mrr: 0 } },
  { arrived: [], expect: [], judgement: { silence: 1 } },
  { arrived: ['b'], expect: [], judgement: { silence: 0 } },
])('the answer $arrived where $expect should arrive is judged', ({ arrived, expect: wanted, judgement }) => {
  expect(judge(arrived, wanted)).toEqual(judgement)
})

it('an interval is as wide as the prompts differ', () => {
  const { first } = figuresOf([{ first: 1 }, { first: 0 }, { first: 1 }, { first: 0 }])

  expect(figuresOf([{ first: 1 }, { first: 1 }]).first).toEqual({ mean: 1, low: 1, high: 1, prompts: 2 })
  expect(first).toMatchObject({ mean: 0.5, low: 0, high: 1, prompts: 4 })
})

it('a label that is no instruction is told', async () => {
  await expect(
    readCorpus(at('test/fixtures/sample-instructions'), at('prompts/second.yaml')),
  ).rejects.toThrow('there is no instruction team/handover')
})
