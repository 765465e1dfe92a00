/** Runs engines over labelled prompts: figures of each slice, and every prompt that is not routed flawlessly. */
import type { BootstrapOptions } from './bootstrap.js'
import { type Figures, figuresOf } from './figures.js'
import { isFlawless, judge } from './judge.js'
import { type Half, halfOf, type LabelledPrompt, PROMPT_KINDS, type PromptKind } from './labelled-prompt.js'
import type { MeasuredEngine } from './measured-engine.js'

export interface Evaluation {
  readonly format: 'routing-eval/1'
  readonly instructions: number
  readonly prompts: number
  readonly limit: number
  readonly engines: readonly EngineResult[]
}

export interface EngineResult {
  readonly engine: string
  readonly slices: readonly Slice[]
  readonly flaws: readonly Flaw[]
}

/** Some of the prompts: all, a half, a kind. */
export interface Slice {
  readonly slice: string
  readonly prompts: number
  readonly figures: Figures
}

export interface Flaw {
  readonly id: string
  readonly kind: PromptKind
  readonly half: Half
  readonly message: string
  readonly expect: readonly string[]
  readonly arrived: readonly string[]
}

export interface EvaluateOptions extends BootstrapOptions {
  /** How many files a route gives at most. */
  readonly limit: number
  /** How many instructions the engines know. */
  readonly instructions: number
}

export function evaluate(
  engines: readonly MeasuredEngine[],
  prompts: readonly LabelledPrompt[],
  { limit, instructions, ...options }: EvaluateOptions,
): Evaluation {
  return {
    format: 'routing-eval/1',
    instructions,
    prompts: prompts.length,
    limit,
    engines: engines.map((engine) => {
      const judged = prompts.map((prompt) => {
        const arrived = engine.route(prompt.message, prompt.context, limit)
        return { prompt, arrived, judgement: judge(arrived, prompt) }
      })
      return {
        engine: engine.name,
        slices: SLICES.map(({ slice, holds }) => {
          const own = judged.filter(({ prompt }) => holds(prompt))
          const judgements = own.map(({ judgement }) => judgement)
          return { slice, prompts: own.length, figures: figuresOf(judgements, options) }
        }).filter((slice) => slice.prompts > 0),
        flaws: judged
          .filter(({ judgement }) => !isFlawless(judgement))
          .map(({ prompt, arrived }) => flawOf(prompt, arrived)),
      }
    }),
  }
}

function flawOf(prompt: LabelledPrompt, arrived: readonly string[]): Flaw {
  const { id, kind, message, expect } = prompt
  return { id, kind, half: halfOf(prompt), message, expect, arrived }
}

const SLICES: readonly { readonly slice: string; readonly holds: (prompt: LabelledPrompt) => boolean }[] = [
  { slice: 'all', holds: () => true },
  { slice: 'tuning', holds: (prompt) => halfOf(prompt) === 'tuning' },
  { slice: 'test', holds: (prompt) => halfOf(prompt) === 'test' },
  ...PROMPT_KINDS.map((kind) => ({ slice: kind, holds: (prompt: LabelledPrompt) => prompt.kind === kind })),
]
