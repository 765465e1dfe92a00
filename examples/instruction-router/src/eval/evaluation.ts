/** How often the right instructions arrive, on labelled prompts. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Catalogue, openLibrary } from '../library.js'
import type { RoutingContext } from '../message.js'

export interface Prompt {
  readonly id: string
  readonly kind: string
  readonly message: string
  readonly context?: RoutingContext
  /** Each of them is good as the first one; none: nothing should arrive. */
  readonly expect: readonly string[]
  readonly also?: readonly string[]
}

export interface Corpus {
  readonly catalogue: Catalogue
  readonly prompts: readonly Prompt[]
}

/** @throws Error for a folder that cannot be read, and for a label that is no instruction of it */
export async function readCorpus(instructions: string, prompts: string): Promise<Corpus> {
  const catalogue = await openLibrary(instructions, () => undefined).current()
  const { prompts: labelled }: { prompts: Prompt[] } = parse(readFileSync(prompts, 'utf8'))
  const unknown = labelled
    .flatMap(({ expect, also = [] }) => [...expect, ...also])
    .filter((id) => !catalogue.find(id))
  if (unknown.length > 0) throw new Error(`Cannot judge by ${prompts}: there is no instruction ${unknown[0]}`)
  return { catalogue, prompts: labelled }
}

/** `first`, `recall` and `mrr` where something should arrive, `silence` where nothing should; each from 0 to 1. */
export type Judgement = Readonly<Partial<Record<FigureName, number>>>
export const FIGURES = ['first', 'recall', 'mrr', 'silence'] as const
export type FigureName = (typeof FIGURES)[number]

/** `arrived`: the ids of an answer, best first, five at most. */
export function judge(arrived: readonly string[], expect: readonly string[]): Judgement {
  if (expect.length === 0) return { silence: arrived.length === 0 ? 1 : 0 }
  const rank = arrived.findIndex((id) => expect.includes(id)) + 1
  return {
    first: rank === 1 ? 1 : 0,
    recall: arrived.filter((id) => expect.includes(id)).length / expect.length,
    mrr: rank === 0 ? 0 : 1 / rank,
  }
}

/** A mean, with the middle 95 % of the means of 1,000 samples drawn with replacement from the same prompts. */
export interface Figure {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly prompts: number
}

export function figuresOf(judgements: readonly Judgement[]): Readonly<Partial<Record<FigureName, Figure>>> {
  return Object.fromEntries(
    FIGURES.map((name) => [name, judgements.flatMap((each) => each[name] ?? [])] as const)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, figureOf(values)]),
  )
}

function figureOf(values: readonly number[]): Figure {
  const random = seededRandom(1)
  const mean = (some: readonly number[]): number => some.reduce((sum, each) => sum + each, 0) / some.length
  const draw = (): number => values[Math.floor(random() * values.length)] ?? 0
  const means = Array.from({ length: 1000 }, () => mean(values.map(draw))).sort((a, b) => a - b)
  const [low = 0, high = 0] = [means[25], means[974]].map((each) => rounded(each ?? 0))
  return { mean: rounded(mean(values)), low, high, prompts: values.length }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** Numbers from 0 up to 1, the same for the same seed: the splitmix32 sequence. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    const again = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((again ^ (again >>> 15)) >>> 0) / 2 ** 32
  }
}
