/** The figures of an engine whose weights were never chosen by the prompts that it is judged on. */
import { createHash } from 'node:crypto'
import type { RoutingEngine } from '../engine.js'
import { createRouter } from '../router.js'
import { createWeightedEngine, WEIGHTS, type Weights } from '../weighted-engine.js'
import { type Corpus, type Judgement, judge, type Prompt } from './evaluation.js'

/** One weight at a time is a third, or three times as much: what the weights are chosen from. A finer choice follows chance. */
export const CANDIDATES: readonly Weights[] = [
  WEIGHTS,
  ...Object.entries(WEIGHTS).flatMap(([field, weight]) => [
    { ...WEIGHTS, [field]: weight / 3 },
    { ...WEIGHTS, [field]: weight * 3 },
  ]),
]

/** One judgement for each prompt, by an engine as it is. */
export function judgeAll({ catalogue, prompts }: Corpus, engine: RoutingEngine): Judgement[] {
  const router = createRouter(engine, catalogue)
  return prompts.map(({ message, context = {}, expect }) => {
    const arrived = router.route(message, context).matches.map(({ instruction }) => instruction.id)
    return judge(
      arrived,
      expect.flatMap((name) => catalogue.find(name)?.id ?? []),
    )
  })
}

/** Five folds over all corpora: each is judged by the weights that are best on the four others. The judgements are by corpus. */
export function crossValidate(corpora: readonly Corpus[]): Judgement[][] {
  const byWeights = CANDIDATES.map((weights) => {
    const engine = createWeightedEngine(weights)
    return corpora.map((corpus) => judgeAll(corpus, engine))
  })
  const chosen = Array.from({ length: FOLDS }, (_, fold) => {
    const worth = byWeights.map((judgements) =>
      corpora
        .flatMap(({ prompts }, n) =>
          (judgements[n] ?? [])
            .filter((_, p) => foldOf(prompts[p]) !== fold)
            .map(({ first = 0, mrr = 0 }) => first + mrr),
        )
        .reduce((sum, each) => sum + each, 0),
    )
    return worth.indexOf(Math.max(...worth))
  })
  return corpora.map(({ prompts }, n) =>
    prompts.map((prompt, p) => byWeights[chosen[foldOf(prompt)] ?? 0]?.[n]?.[p] ?? {}),
  )
}

const FOLDS = 5

/** By a digest of the id, so that a new prompt moves no other. */
function foldOf(prompt: Prompt | undefined): number {
  return (
    createHash('sha256')
      .update(prompt?.id ?? '')
      .digest()
      .readUInt32BE() % FOLDS
  )
}
