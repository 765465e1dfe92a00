/** Means over many judgements, each with the interval that it may lie in. */
import { type BootstrapOptions, bootstrap, type Interval } from './bootstrap.js'
import type { Judgement } from './judge.js'

export interface Figure extends Interval {
  readonly value: number
  /** Over how many prompts. */
  readonly prompts: number
}

export const FIGURE_NAMES = ['first', 'precision', 'recall', 'mrr', 'silence'] as const

export type FigureName = (typeof FIGURE_NAMES)[number]

/** A figure is absent when no prompt says anything about it. */
export type Figures = Readonly<Partial<Record<FigureName, Figure>>>

export function figuresOf(judgements: readonly Judgement[], options: BootstrapOptions): Figures {
  const figures: Partial<Record<FigureName, Figure>> = {}
  for (const name of FIGURE_NAMES) {
    const values = judgements.flatMap((judgement) => partOf(judgement, name) ?? [])
    if (values.length > 0) figures[name] = figureOf(values, options)
  }
  return figures
}

function partOf(judgement: Judgement, name: FigureName): number | undefined {
  if (judgement.kind === 'silent') return name === 'silence' ? judgement.silence : undefined
  if (name === 'silence') return undefined
  return name === 'mrr' ? judgement.reciprocalRank : judgement[name]
}

/** Rounded to what is printed and kept, so that a baseline written on one machine holds on every other. */
function figureOf(values: readonly number[], options: BootstrapOptions): Figure {
  const { low, high } = bootstrap(values, options)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { value: rounded(mean), low: rounded(low), high: rounded(high), prompts: values.length }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
