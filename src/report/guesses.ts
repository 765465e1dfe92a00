/** What is told of invented answers: what they were seen to decide, and what is assumed of them. */
import { counted, listText } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import { isOfStandIn, standInsAssumed } from './contacts.js'

/** "PASS", or "PASS, ASSUMING 2 CALLS SUCCEED": a pass that takes something for granted says so in its first word. */
export function verdictWord(report: Report): string {
  const assumed = assumedBy(report)
  return assumed === 0 ? report.verdict.toUpperCase() : `PASS, ASSUMING ${assumedText(report).toUpperCase()}`
}

/** "2 calls succeed and 1 server answers as its stand-in did", of a pass that takes something for granted. */
export function assumedText(report: Report): string {
  const alike = standInsAssumed(report)
  const calls = assumedBy(report) - alike
  return [
    ...(calls === 0 ? [] : [counted(calls, 'call succeeds', 'calls succeed')]),
    ...(alike === 0
      ? []
      : [counted(alike, 'server answers as its stand-in did', 'servers answer as their stand-ins did')]),
  ].join(' and ')
}

/** How many calls a pass takes for granted; 0 for other verdicts. */
export function assumedBy({ verdict, assumptions = [] }: Report): number {
  return verdict === 'pass' ? assumptions.length : 0
}

/** What is assumed, and what was tried, in sentences; empty where nothing was invented. */
export function guessLines(report: Report): string[] {
  const { assumptions = [], exploration } = report
  if (exploration === undefined) return []
  const { variants, settled, unsettled_because: why } = exploration
  const tried = `Other values for what was invented: ${counted(variants, 'variant')}${settled || why === undefined ? '' : `; ${why}`}.`
  if (assumedBy(report) === 0) return [tried]
  const guessed = assumptions.filter(({ call }) => !isOfStandIn(report, call))
  if (guessed.length === 0) return [tried]
  const named = guessed.map(({ tool, call, learned_from: learned }) => {
    const shape = learned === undefined ? '' : `, in the shape of ${counted(learned, 'recorded answer')}`
    return `${tool} (call ${call}${shape})`
  })
  const seen = `No other influence of what they answer was seen in ${counted(variants, 'variant')}.`
  return [`Assumed to succeed: ${listText(named, MOST_NAMED)}.`, seen]
}

const MOST_NAMED = 5

/** A warning beside the findings. */
interface GuessProblem {
  readonly severity: 'warning'
  readonly certain: false
  readonly code: 'GUESS_DECIDES' | 'CONDITION_OPEN'
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** What decides and what was left open. */
export function guessProblems({ calls, exploration }: Report): GuessProblem[] {
  const decided = calls.flatMap((call) =>
    (call.decides ?? []).map(({ what, line, text, values }): GuessProblem => {
      const [was, is] = values.map((each) => JSON.stringify(each))
      const subject = text === undefined ? NOUNS[what] : JSON.stringify(text)
      return {
        ...{ severity: 'warning', certain: false, code: 'GUESS_DECIDES' },
        ...(line === undefined ? {} : { line }),
        message: `${subject} hangs on what ${call.tool} (call ${call.n}) answers, which is invented: ${was} here, ${is} with another value`,
      }
    }),
  )
  const open = (exploration?.open_conditions ?? []).map(
    ({ line, text }): GuessProblem => ({
      ...{ severity: 'warning', certain: false, code: 'CONDITION_OPEN', line },
      message: `"${text}" hangs on invented values, and none of those that were tried turned it`,
    }),
  )
  return [...decided, ...open]
}

const NOUNS = {
  branch: 'What the plan does next',
  argument: 'An argument',
  result: 'The result',
} as const
