/** The figures that may only rise, as a file kept with the prompts. */
import { createHash } from 'node:crypto'
import type { Evaluation } from './evaluation.js'
import { FIGURE_NAMES, type FigureName } from './figures.js'
import type { LabelledPrompt } from './labelled-prompt.js'
import { MeasurementError } from './measurement-error.js'

export interface Baseline {
  readonly format: 'routing-baseline/1'
  /** What was measured: figures of other prompts cannot be compared. */
  readonly prompts: string
  readonly engines: Readonly<Record<string, Readonly<Record<string, BaselineFigures>>>>
}

export type BaselineFigures = Readonly<Partial<Record<FigureName, number>>>

export type BaselineVerdict =
  | { readonly kind: 'holds'; readonly rises: readonly string[] }
  | { readonly kind: 'falls'; readonly falls: readonly string[] }
  | { readonly kind: 'other-prompts' }

export function baselineOf(evaluation: Evaluation, prompts: readonly LabelledPrompt[]): Baseline {
  const engines = evaluation.engines.map(({ engine, slices }) => {
    const rows = slices.map(({ slice, figures }) => {
      const values = FIGURE_NAMES.flatMap((name) => {
        const figure = figures[name]
        return figure === undefined ? [] : [[name, figure.value] as const]
      })
      return [slice, Object.fromEntries(values)] as const
    })
    return [engine, Object.fromEntries(rows)] as const
  })
  return { format: 'routing-baseline/1', prompts: digestOf(prompts), engines: Object.fromEntries(engines) }
}

/** Holds what was measured now against what was kept. An engine, slice or figure that is gone has fallen. */
export function compareWithBaseline(now: Baseline, kept: Baseline): BaselineVerdict {
  if (now.prompts !== kept.prompts) return { kind: 'other-prompts' }
  const falls: string[] = []
  const rises: string[] = []
  for (const [engine, slices] of Object.entries(kept.engines))
    for (const [slice, figures] of Object.entries(slices))
      for (const name of FIGURE_NAMES) {
        const before = figures[name]
        if (before === undefined) continue
        const after = now.engines[engine]?.[slice]?.[name]
        const told = `${engine}, ${slice}, ${name}: ${before} before, ${after ?? 'not measured'} now`
        if (after === undefined || after < before) falls.push(told)
        else if (after > before) rises.push(told)
      }
  return falls.length > 0 ? { kind: 'falls', falls } : { kind: 'holds', rises }
}

/** @throws MeasurementError for a text that is no baseline. */
export function parseBaseline(file: string, text: string): Baseline {
  const value = jsonOf(file, text)
  if (!isBaseline(value))
    throw new MeasurementError(
      `Cannot use the baseline "${file}": it is not of the format routing-baseline/1`,
      {
        hint: 'delete it and run with --update-baseline',
      },
    )
  return value
}

export function formatBaseline(baseline: Baseline): string {
  return `${JSON.stringify(baseline, undefined, 2)}\n`
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MeasurementError(`Cannot use the baseline "${file}": it is not JSON`, { cause })
  }
}

function isBaseline(value: unknown): value is Baseline {
  if (!isRecord(value) || value.format !== 'routing-baseline/1' || typeof value.prompts !== 'string')
    return false
  const { engines } = value
  if (!isRecord(engines)) return false
  const rows = Object.values(engines).flatMap((slices) =>
    isRecord(slices) ? Object.values(slices) : [slices],
  )
  return rows.every(
    (row) => isRecord(row) && Object.values(row).every((figure) => typeof figure === 'number'),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Of all that decides a judgement, in the order of the ids: moving a prompt in its file changes nothing. */
function digestOf(prompts: readonly LabelledPrompt[]): string {
  const said = prompts
    .map(({ id, kind, message, context, expect, also }) =>
      JSON.stringify([id, kind, message, context ?? null, expect, also]),
    )
    .sort()
  return `sha256:${createHash('sha256').update(said.join('\n')).digest('hex')}`
}
