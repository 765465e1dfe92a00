/** An evaluation as text: all engines side by side, then what they got wrong. */
import type { EngineResult, Evaluation } from './evaluation.js'
import { FIGURE_NAMES, type Figure } from './figures.js'
import type { Half } from './labelled-prompt.js'
import { quoted } from './quoted.js'

export interface TextOptions {
  /** Of which prompts to list those that are not routed flawlessly. */
  readonly flaws?: Half | 'all' | undefined
}

/** Fits 80 columns as long as ids and the names of engines are short. */
export function evaluationText(evaluation: Evaluation, { flaws: listedHalf }: TextOptions): string {
  const { prompts, instructions, limit, engines } = evaluation
  const heads = ['prompts', 'engine', 'first', 'precision', `recall@${limit}`, 'MRR', 'silence']
  const flawless = engines.every(({ flaws }) => flaws.length === 0)
  return [
    `${counted(prompts, 'prompt')}, ${counted(instructions, 'instruction')}. Percent, then the 95 % interval.`,
    '',
    ...table([heads, ...rowsOf(engines)]),
    '',
    'first: an expected file comes first; silence: nothing comes where none should',
    ...engines.flatMap((engine) => flawLines(engine, prompts, listedHalf)),
    ...(listedHalf !== undefined || flawless ? [] : ['Hint: --flaws tuning lists those of the tuning half']),
  ].join('\n')
}

/** A line for each engine, slice by slice. */
function rowsOf(engines: readonly EngineResult[]): string[][] {
  const [first] = engines
  if (first === undefined) return []
  return first.slices.flatMap(({ slice, prompts }, n) =>
    engines.map(({ engine, slices }) => [
      engine === first.engine ? `${slice} ${prompts}` : '',
      engine,
      ...FIGURE_NAMES.map((name) => cell(slices[n]?.figures[name])),
    ]),
  )
}

function cell(figure: Figure | undefined): string {
  if (figure === undefined) return '–'
  const [low, high] = [percent(figure.low), percent(figure.high)]
  return low === high ? percent(figure.value) : `${percent(figure.value)} ${low}–${high}`
}

/** Whole ones: the interval is wider than a tenth. */
function percent(value: number): string {
  return (value * 100).toFixed(0)
}

/** Columns as wide as their widest cell; without blanks at the ends of lines. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)))
  return rows.map((row) => {
    const padded = row.map((text, n) => text.padEnd(widths[n] ?? 0))
    return padded.join('  ').trimEnd()
  })
}

function flawLines({ engine, flaws }: EngineResult, prompts: number, half: TextOptions['flaws']): string[] {
  const total = `${engine}: ${flaws.length} of ${counted(prompts, 'prompt')} not flawless`
  if (half === undefined) return [total]
  const wanted = flaws.filter((flaw) => half === 'all' || flaw.half === half)
  const lines = wanted.flatMap(({ id, kind, half: own, message, expect, arrived }) => [
    `  ${id} (${kind}, ${own})`,
    `    ${quoted(message)}`,
    `    expected  ${listed(expect)}`,
    `    came      ${listed(arrived)}`,
  ])
  return ['', total, ...lines]
}

function listed(ids: readonly string[]): string {
  return ids.length === 0 ? 'nothing' : ids.join(', ')
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
