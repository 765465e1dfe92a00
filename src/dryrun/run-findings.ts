/** What there is to say about how a rehearsed program ran and ended. */
import { type Finding, memberAccess } from '../base/index.js'
import { isInvented, type ToolCall, toolRef } from '../call/index.js'
import { attemptFindings, type ProgramRun, programEndFindings } from '../execution/index.js'
import type { CapabilityAttempt } from '../sandbox/index.js'
import { isEvidence, isSupposed, type Ledger } from './ledger.js'
import type { RehearsalSettings } from './options.js'
import { isPassingError } from './passing-errors.js'
import { isPolling } from './polling.js'
import type { Stage } from './stage.js'
import { type EndEvidence, isEndCertain } from './verdict.js'

/** `hangsOnWorld`: whether the program was seen to do something else at another time. */
export function runFindings(
  run: ProgramRun,
  stage: Stage,
  settings: RehearsalSettings,
  hangsOnWorld: boolean,
): Finding[] {
  const { ledger } = stage
  const heard = heardBy(stage, settings, { attempts: run.attempts, hangsOnWorld })
  const ends = programEndFindings(run, {
    certain: isEndCertain({ ended: run.ended, ...heard }),
    isTold: (error) => isRefused(error.call, ledger),
  })
  const why = unnamedToolsText(run, stage)
  return [
    ...ends.map((each) => ({
      ...each,
      message: `${each.message}${why}${each.certain ? '' : guessedText(run, ledger)}`,
    })),
    ...unansweredFindings(ledger.underWay()),
    ...attemptFindings(run),
  ]
}

/** How tools are called, after a name that is none, in a program that called nothing: others write `files.read()` or `callTool()`. */
function unnamedToolsText({ error }: ProgramRun, { ledger, registry }: Stage): string {
  const name =
    error?.name === 'ReferenceError' ? /^(\S+) is not defined$/.exec(error.message)?.[1] : undefined
  const named = registry.servers.find(({ server }) => server === name) ?? registry.servers[0]
  if (name === undefined || named === undefined || ledger.entries().length > 0) return ''
  const tool = named.tools.find((each) => each.name === name)?.name ?? named.tools[0]?.name ?? 'TOOL'
  return `; tools are called as mcp${memberAccess(named.server)}${memberAccess(tool)}(…)`
}

/** What a program does beside hearing answers. */
interface OwnDoing {
  readonly attempts: readonly CapabilityAttempt[]
  readonly hangsOnWorld: boolean
}

/** What a program was told that it may hear otherwise for real, and the time it had. */
export function heardBy(
  { ledger, writes }: Pick<Stage, 'ledger' | 'writes'>,
  { budgets }: Pick<RehearsalSettings, 'budgets'>,
  { attempts, hangsOnWorld }: OwnDoing,
): Omit<EndEvidence, 'ended'> {
  const entries = ledger.entries()
  return {
    hangsOnWorld,
    isWallTimeGiven: budgets?.wallMs !== undefined,
    isChanceRefused: attempts.some(({ kind }) => kind === 'chance'),
    answersWithoutEvidence: entries.filter((entry) => !isEvidence(entry)).length,
    supposedAnswers: entries.filter(isSupposed).length,
    isPolling: isPolling(entries, writes),
    isHeldUp: ledger.underWay().length > 0 || entries.some(({ answer }) => answer.tookMs !== undefined),
  }
}

/** That what an exception came from passes, or was invented, in a sentence that goes on from it; empty where it was not, or nobody can tell. */
function guessedText({ error, failedRead }: ProgramRun, ledger: Ledger): string {
  const isBusy = ledger.entries().some(({ call, answer }) => call.n === error?.call && isPassingError(answer))
  if (isBusy) return '; that passes, and the real run may hear something else'
  if (error === undefined || (failedRead === undefined && !PARSING.has(error.name))) return ''
  const guessed = ledger.entries().filter(({ call, answer }) => {
    const isHeard = answer.outcome.kind === 'result' && (failedRead === undefined || answer.unknown !== true)
    return isHeard && isInvented(answer.provenance) && (failedRead?.call ?? call.n) === call.n
  })
  const [first, ...others] = guessed.slice(-MOST_NAMED).map(({ call }) => `call ${call.n}, ${toolRef(call)}`)
  if (first === undefined) return ''
  if (failedRead !== undefined) return '; that answer was invented'
  return `; the text that it could not read may be invented (${[first, ...others].join('; ')})`
}

/** What readers of JSON, dates and numbers throw for a text that is none. */
const PARSING: ReadonlySet<string> = new Set(['SyntaxError', 'RangeError'])
const MOST_NAMED = 3

/** True for a call that validation refused: what is wrong with it is told already. */
function isRefused(n: number | undefined, ledger: Ledger): boolean {
  const answer = ledger.entries().find(({ call }) => call.n === n)?.answer
  return answer !== undefined && answer.provenance.source === 'schema' && answer.outcome.kind !== 'result'
}

function unansweredFindings(calls: readonly ToolCall[]): Finding[] {
  return calls.map((call) => ({
    code: 'CALL_UNANSWERED',
    severity: 'error',
    certain: false,
    message: `${toolRef(call)} (call ${call.n}) got no answer in the time of the rehearsal`,
    ...(call.site ?? {}),
  }))
}
