/** The options of the command. */
import { parseArgs } from 'node:util'
import type { Half } from './labelled-prompt.js'
import { MeasurementError } from './measurement-error.js'

export interface EvalOptions {
  /** Absent: our own. */
  readonly instructions?: string
  readonly prompts?: string
  /** Absent: the one of our own prompts, and none for others. */
  readonly baseline?: string
  readonly updateBaseline: boolean
  readonly format: 'text' | 'json'
  /** Of which prompts to list those that are not routed flawlessly; absent: of none. */
  readonly flaws?: Half | 'all'
  readonly seed: number
  readonly resamples: number
  readonly help: boolean
}

export const EVAL_HELP = `Usage: npm run eval -- [options]

Routes labelled prompts by every engine, and tells how often the right files arrive.

  --instructions DIR   instruction files, and
  --prompts FILE       prompts, of your own (form: prompts/README.md)
  --baseline FILE      figures that may only rise (default: those of our own prompts)
  --update-baseline    keep what is measured now; refused when a figure falls
  --format text|json   default text
  --flaws HALF         list what is not routed flawlessly of tuning, test or all
  --seed N             of the intervals (default 1)
  --resamples N        samples drawn for the intervals (default 1000)

Exit codes: 0 fine, 1 below the baseline, 2 cannot be measured`

/** @throws MeasurementError for options that do not exist or go together. */
export function parseEvalOptions(argv: readonly string[]): EvalOptions {
  const values = valuesOf(argv)
  const { format = 'text', seed = '1', resamples = '1000', instructions, prompts, baseline, flaws } = values
  if (format !== 'text' && format !== 'json') throw unusable('--format', format, '"text" or "json"')
  if (flaws !== undefined && flaws !== 'tuning' && flaws !== 'test' && flaws !== 'all')
    throw unusable('--flaws', flaws, '"tuning", "test" or "all"')
  if ((instructions === undefined) !== (prompts === undefined))
    throw new MeasurementError(
      'Cannot measure with one of --instructions and --prompts: each needs the other',
    )
  if (values['update-baseline'] === true && prompts !== undefined && baseline === undefined)
    throw new MeasurementError('Cannot update a baseline without its name', { hint: 'add --baseline FILE' })
  return {
    ...(instructions !== undefined && { instructions }),
    ...(prompts !== undefined && { prompts }),
    ...(baseline !== undefined && { baseline }),
    ...(flaws !== undefined && { flaws }),
    updateBaseline: values['update-baseline'] ?? false,
    format,
    seed: wholeNumber('--seed', seed, 0, 2 ** 32 - 1),
    resamples: wholeNumber('--resamples', resamples, 1, 100_000),
    help: values.help ?? false,
  }
}

function valuesOf(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (cause) {
    // The parser's own sentence names the option.
    throw new MeasurementError(cause instanceof Error ? cause.message : String(cause), {
      hint: '--help lists the options',
      cause,
    })
  }
}

const OPTIONS = {
  instructions: { type: 'string' },
  prompts: { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  format: { type: 'string' },
  flaws: { type: 'string' },
  seed: { type: 'string' },
  resamples: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw unusable(option, text, `a whole number from ${least} to ${most}`)
  return number
}

function unusable(option: string, value: string, wanted: string): MeasurementError {
  return new MeasurementError(`Cannot use ${option} "${value}": it must be ${wanted}`)
}
