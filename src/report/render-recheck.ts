/** Answers asked again, for a person at a terminal: how many, then those that are others now, then what was left out. */
import { counted } from '../base/index.js'
import { safeText } from './safe-text.js'
import { shownLines } from './shown-lines.js'
import { type LayoutOptions, type Style, styleFor } from './style.js'
import { indentText } from './wrap-text.js'

/** Text of at most as many columns as there are, ending in a line feed. */
export function renderRecheck(recheck: Recheck, options: LayoutOptions = {}): string {
  const style = styleFor(options)
  const sections = [
    headline(recheck, style),
    checkSection('error', recheck, style),
    checkSection('changed_shape', recheck, style),
    checkSection('same_shape', recheck, style),
    skippedSection(recheck, style),
    adviceSection(recheck, style),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** What `understudy verify --recordings --format json` prints: whether servers still say what was recorded. */

export interface Recheck {
  readonly format: 'understudy.recheck/1'
  /** True when an answer has another form now, or is an error. */
  readonly failed: boolean
  readonly counts: Readonly<Record<RecheckScore, number>>
  /** The worst first. */
  readonly checks: readonly RecheckedRecording[]
  /** Recordings that were not asked again, by tool and reason. */
  readonly skipped: readonly SkippedRecordings[]
  readonly unavailable: readonly { readonly server: string; readonly reason: string }[]
}

export type RecheckScore = 'same' | 'same_shape' | 'changed_shape' | 'error'

export interface RecheckedRecording {
  readonly server: string
  readonly tool: string
  /** Secrets replaced; null when the call had none. */
  readonly arguments: Readonly<Record<string, unknown>> | null
  readonly recorded_at: string
  readonly score: RecheckScore
  /** What is of another form. */
  readonly differences: readonly string[]
}

export interface SkippedRecordings {
  readonly server: string
  readonly tool: string
  /**
   * `effect`: not a read, by the recording or by what is known today. `secret`: its arguments held one. `gone`: the tool.
   * `launch`: the server was started or reached in another way. `limit`: more than `--max-calls`. `policy`: the policy denies it, or wants to be asked.
   */
  readonly why: 'effect' | 'secret' | 'gone' | 'launch' | 'limit' | 'number' | 'policy'
  readonly count: number
}

function headline({ failed, counts, checks, unavailable }: Recheck, style: Style): string[] {
  const isIncomplete = unavailable.length > 0 || checks.length === 0
  const word = failed ? style.bad('STALE') : isIncomplete ? style.doubtful('INCOMPLETE') : style.good('TRUE')
  const told = (['same', 'same_shape', 'changed_shape', 'error'] as const)
    .filter((score) => counts[score] > 0)
    .map((score) => `${counts[score]} ${WORDS[score]}`)
  const summary = checks.length === 0 ? 'nothing was asked again' : `asked again: ${told.join(', ')}`
  return [
    `${style.strong(word)}  ${counted(checks.length, 'recording')}, ${summary}.`,
    ...unavailable.flatMap(({ server, reason }) =>
      indentText(safeText(`Server "${server}" could not be asked: ${reason}`), style.columns, 2),
    ),
  ]
}

const WORDS: Readonly<Record<RecheckScore, string>> = {
  same: 'the same',
  same_shape: 'of the same shape',
  changed_shape: 'of another shape',
  error: 'an error now',
}

const TITLES: Readonly<Record<RecheckScore, string>> = {
  same: 'The same',
  same_shape: 'Another value of the same shape',
  changed_shape: 'Another shape',
  error: 'An error now',
}

function checkSection(score: RecheckScore, { checks }: Recheck, style: Style): string[] {
  const own = checks.filter((check) => check.score === score)
  if (own.length === 0) return []
  const blocks = own.map((check) => checkLines(check, style).join('\n'))
  return [
    style.strong(`${TITLES[score]} (${own.length})`),
    ...shownLines(blocks, { first: 20, last: 0, noun: 'recordings' }),
  ]
}

function checkLines({ server, tool, recorded_at, differences, ...check }: RecheckedRecording, style: Style) {
  const args = check.arguments === null ? '' : ` ${safeText(JSON.stringify(check.arguments), 100)}`
  return [
    ...indentText(safeText(`${server}:${tool}  ${recorded_at}`), style.columns, 2, 4),
    ...(args === '' ? [] : indentText(`with${args}`, style.columns, 4).map(style.faint)),
    ...differences.flatMap((each) => indentText(safeText(each, 300), style.columns, 4)),
  ]
}

function skippedSection({ skipped }: Recheck, style: Style): string[] {
  if (skipped.length === 0) return []
  const total = skipped.reduce((sum, each) => sum + each.count, 0)
  const lines = skipped.flatMap(({ server, tool, why, count: number }) =>
    indentText(
      safeText(`${server}:${tool}: ${counted(number, 'recording')}, ${REASONS[why]}`),
      style.columns,
      2,
      4,
    ),
  )
  return [
    style.strong(`Not asked again (${total})`),
    ...shownLines(lines, { first: 20, last: 0, noun: 'lines' }),
  ]
}

const REASONS: Readonly<Record<SkippedRecordings['why'], string>> = {
  effect: 'not certainly a read',
  secret: 'its arguments held a secret',
  gone: 'the tool is gone',
  launch: 'recorded of a server that was started in another way',
  limit: 'more than --max-calls',
  number: 'its arguments hold a number that JavaScript cannot hold',
  policy: 'the policy does not allow it',
}

function adviceSection({ failed, skipped }: Recheck, style: Style): string[] {
  const advice = [
    ...(failed ? ['record again with understudy call … --store, or mend the server'] : []),
    ...(skipped.some(({ why }) => why === 'effect')
      ? ['name tools that only read in a policy (--policy), if their server does not say so']
      : []),
  ]
  const lines = advice.flatMap((each) => indentText(`- ${each}`, style.columns, 2, 4))
  return lines.length === 0 ? [] : [style.strong('Next'), ...lines]
}
