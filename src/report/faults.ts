/** What happens when calls fail, in sentences: one for each place and each thing that may be left. */
import { callsText, counted, restText } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import type { ListSection, Sentence } from './list-section.js'
import { safeText } from './safe-text.js'

type Faults = NonNullable<Report['faults']>
type Trial = Faults['trials'][number]

/** Undefined where nobody asked. */
export function faultSection({ faults }: Report): ListSection | undefined {
  if (faults === undefined) return undefined
  const { trials, left_out: left, none_because: why } = faults
  const telling = trials.filter(({ end, repeated }) => end !== 'survived' || repeated.length > 0)
  const groups = [...new Set(telling.map(keyOf))].map((key) => telling.filter((each) => keyOf(each) === key))
  return {
    title: 'Faults',
    count: String(trials.length),
    noun: 'faults',
    items: [
      ...(why === undefined ? [] : [['None was tried: ', { code: safeText(why, 200) }]]),
      ...(trials.length === 0 ? [] : [[totals(trials)]]),
      ...groups.map(groupSentence),
      ...left.map(
        ({ tool, line, calls, faults: missing }): Sentence => [
          `not tried: ${counted(missing, 'fault')} of ${counted(calls, 'call')} of `,
          { code: safeText(tool, 60) },
          line === undefined ? '' : ` (line ${line})`,
        ],
      ),
    ],
  }
}

function totals(trials: readonly Trial[]): string {
  const of = (end: Trial['end']): number => trials.filter((each) => each.end === end).length
  const half = trials.filter((each) => each.half_done).length
  const twice = trials.filter((each) => each.repeated.length > 0).length
  return `survived ${of('survived')}, handled ${of('handled')}, stopped ${of('stopped')}; half done ${half}, done twice ${twice}`
}

/** Of one place, with the same left behind. */
function keyOf({ tool, line, column, end, done, not_made: missing, repeated, instead }: Trial): string {
  return JSON.stringify([
    tool,
    line,
    column,
    end,
    done,
    missing,
    repeated.length,
    instead.map((each) => each.tool),
  ])
}

function groupSentence(all: readonly Trial[]): Sentence {
  const [first] = all
  if (first === undefined) return []
  const { tool, call, line, end, done, not_made: missing, half_done: isHalf, catch_at: at, instead } = first
  const faults = [...new Set(all.map(({ fault }) => WORDS[fault]))].join(', ')
  const again = first.repeated.map((each) => each.call)
  return [
    ...(line === undefined ? [] : [`line ${line} `]),
    { code: safeText(tool, 60) },
    ` (call ${call}), ${faults}: ${ENDS[end]}`,
    ...(isHalf ? [', half done'] : []),
    ...(done.length === 0 ? [] : [`; done: ${callsText(done)}`]),
    ...(missing.length === 0 ? [] : [`; not made: ${callsText(missing)}`]),
    ...(again.length === 0 ? [] : [`; twice: ${callsText(again)}`]),
    ...(instead.length === 0 ? [] : ['; instead: ', { code: safeText(instead[0]?.tool ?? '', 60) }]),
    ...(instead.length > 1 ? [restText(instead.length - 1)] : []),
    ...(isHalf && at !== undefined ? [`; to be caught in line ${at.line}`] : []),
    ...(first.assumes.length === 0 ? [] : [', if nothing else changes']),
  ]
}

const WORDS: Readonly<Record<Trial['fault'], string>> = {
  tool_error: 'an error',
  timeout_before: 'no answer and no effect',
  timeout_after: 'no answer after its effect',
  empty: 'an empty answer',
  slow: 'a slow answer',
}

const ENDS: Readonly<Record<Trial['end'], string>> = {
  survived: 'completes',
  handled: 'goes on',
  stopped: 'ends early',
}
