/** The report as annotations of GitHub Actions, on the lines of the plan; the step's summary is `renderMarkdown`. */
import { counted } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import { type CiOptions, isFailed, type Level, levelOf, refusedEffects } from './fail-on.js'
import { verdictWord } from './guesses.js'
import { positionOf } from './place.js'
import { problemsOf } from './problems.js'
import { safeText } from './safe-text.js'
import { verdictLine } from './summary.js'
import { workflowCommand } from './workflow-command.js'

/** GitHub shows ten of a level in a step, and drops the others without a word. */
const MAX_OF_A_LEVEL = 10

interface Annotation {
  readonly level: Level
  readonly title: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** Workflow commands, one a line: errors first, the verdict before its equals. They must reach the log as they are. */
export function renderGithub(report: Report, options: CiOptions): string {
  const file = safeText(options.path ?? options.fileName, Number.POSITIVE_INFINITY)
  const annotations = [verdictAnnotation(report, options), ...details(report, options)]
  const shown = (['error', 'warning', 'note'] as const).flatMap((level) =>
    annotations.filter((each) => each.level === level).slice(0, MAX_OF_A_LEVEL - 1),
  )
  const left = annotations.length - shown.length
  const lines = shown.map(({ level, title, message, line, column }) =>
    workflowCommand(COMMANDS[level], { file, line, col: column, title }, message),
  )
  const rest =
    left === 0
      ? []
      : [workflowCommand('notice', { title: 'Understudy' }, `${counted(left, 'more finding')} in the report`)]
  return `${[...lines, ...rest].join('\n')}\n`
}

const COMMANDS: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'notice' }

function verdictAnnotation(report: Report, { fileName, failOn = 'fail' }: CiOptions): Annotation {
  const level = isFailed(report, failOn) ? 'error' : report.verdict === 'uncertain' ? 'warning' : 'note'
  return {
    level,
    title: `Understudy: ${verdictWord(report).toLowerCase()}`,
    message: `${safeText(fileName)}: ${verdictLine(report, failOn)}`,
  }
}

function details(report: Report, { failOn = 'fail' }: CiOptions): Annotation[] {
  const problems = problemsOf(report).map(
    (problem): Annotation => ({
      ...positionOf(problem),
      level: levelOf(problem, failOn),
      title: problem.code,
      message: safeText(problem.message, 400),
    }),
  )
  const refused = refusedEffects(report, failOn).map(
    ({ call, text }): Annotation => ({
      ...positionOf(report.calls.find(({ n }) => n === call) ?? {}),
      level: 'error',
      title: `Refused by --fail-on ${failOn}`,
      message: safeText(text, 400),
    }),
  )
  return [...refused, ...problems]
}
