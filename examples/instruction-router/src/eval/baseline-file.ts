/** The baseline on disk: held against what was measured, and raised when asked to. */
import { type Baseline, compareWithBaseline, formatBaseline, parseBaseline } from './baseline.js'
import { MeasurementError } from './measurement-error.js'
import { readTextIfThere, shown, writeText } from './text-file.js'

export interface BaselineAnswer {
  /** False when a figure fell, or nothing can be compared. */
  readonly holds: boolean
  /** For the person at the screen. */
  readonly lines: readonly string[]
}

/** @throws MeasurementError for a file that is missing or is no baseline. */
export async function holdBaseline(file: string, now: Baseline): Promise<BaselineAnswer> {
  const text = await readTextIfThere(file)
  if (text === undefined)
    throw new MeasurementError(`Cannot hold figures against "${shown(file)}": there is no such file`, {
      hint: '--update-baseline writes it',
    })
  const verdict = compareWithBaseline(now, parseBaseline(shown(file), text))
  switch (verdict.kind) {
    case 'falls':
      return { holds: false, lines: [below(file, verdict.falls)] }
    case 'other-prompts':
      return {
        holds: false,
        lines: [
          `The baseline "${shown(file)}" was measured on other prompts`,
          'Hint: --update-baseline measures it anew',
        ],
      }
    case 'holds': {
      const { length } = verdict.rises
      const rose = `${length === 1 ? '1 figure' : `${length} figures`} rose above the baseline`
      return { holds: true, lines: length === 0 ? [] : [`${rose}: --update-baseline keeps what rose`] }
    }
  }
}

/** Keeps what was measured, unless a figure of the same prompts would fall. */
export async function raiseBaseline(file: string, now: Baseline): Promise<BaselineAnswer> {
  const text = await readTextIfThere(file)
  const verdict = text === undefined ? undefined : compareWithBaseline(now, parseBaseline(shown(file), text))
  if (verdict?.kind === 'falls')
    return {
      holds: false,
      lines: [
        below(file, verdict.falls),
        'Not updated: figures may only rise. To start anew on purpose, delete the file',
      ],
    }
  await writeText(file, formatBaseline(now))
  return { holds: true, lines: [`Wrote the baseline "${shown(file)}"`] }
}

function below(file: string, falls: readonly string[]): string {
  return [`Below the baseline "${shown(file)}":`, ...falls].join('\n  ')
}
