/** How a command ends: its exit code, and the words of an error. */
import { constants } from 'node:os'
import { messageOf, printable, UnderstudyError } from '../base/index.js'
import type { RunReport } from '../gateway/index.js'

/** 0 fine · 1 the server, plan or assertion failed · 2 used wrongly · 3 could not start · 4 refused · 5 incomplete */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5

/** What may have gone wrong in a command that came to its end. */
export interface CommandEnd {
  /** The user has to ask otherwise. */
  readonly misused?: boolean
  /** It was not let go on, or nobody knows what became of a call: a person decides. */
  readonly refused?: boolean
  /** The server, the plan, the tool or an assertion. */
  readonly failed?: boolean
  /** Something could not be started, reached or written down. */
  readonly unavailable?: boolean
  /** It began, and did not finish what it was asked for. */
  readonly incomplete?: boolean
}

/** What was refused counts for more than what failed, and that for more than what was not there. */
export function exitCodeFor({
  misused = false,
  refused = false,
  failed = false,
  unavailable = false,
  incomplete = false,
}: CommandEnd): ExitCode {
  if (misused) return 2
  if (refused) return 4
  if (failed) return 1
  if (unavailable) return 3
  return incomplete ? 5 : 0
}

/** How a command ends that made a real run, or went on with one. */
export function exitCodeOfRun({ ended, in_doubt: doubts }: Pick<RunReport, 'ended' | 'in_doubt'>): ExitCode {
  const isStopped = ended === 'deviated' || ended === 'refused'
  return exitCodeFor({ refused: doubts !== undefined || isStopped, failed: ended !== 'completed' })
}

/** Of a process that a command stands for, as shells tell it. */
export function exitCodeOfProcess({
  exitCode,
  signal,
}: {
  readonly exitCode?: number | null
  readonly signal?: NodeJS.Signals | null
}): number {
  return signal ? 128 + constants.signals[signal] : (exitCode ?? 0)
}

/** Thrown where a command knows better than the error's class: a server that answered badly did start. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith'
  readonly exitCode: ExitCode

  constructor(end: CommandEnd, cause: unknown) {
    super('see cause', { cause })
    this.exitCode = exitCodeFor(end)
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof ExitWith) return error.exitCode
  if (!(error instanceof UnderstudyError)) return exitCodeFor({ failed: true })
  if (error.code === 'RECEIPT_REFUSED') return exitCodeFor({ refused: true })
  return exitCodeFor({ misused: error.name === 'UsageError', unavailable: true })
}

/** The error for a program. */
export function describeError(thrown: unknown): {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null }
} {
  const error = unwrapped(thrown)
  const known = error instanceof UnderstudyError ? error : undefined
  const message = printable(messageOf(error))
  return { error: { code: known?.code ?? 'UNEXPECTED', message, hint: known?.hint ?? null } }
}

/** The error for a person, ending in a line feed. */
export function renderError(thrown: unknown): string {
  const { message, hint } = describeError(thrown).error
  const error = unwrapped(thrown)
  // What we did not foresee needs its stack to be understood.
  const stack =
    !(error instanceof UnderstudyError) && error instanceof Error && error.stack !== undefined
      ? `\n${printable(error.stack)}`
      : ''
  return `Error: ${message}${hint === null ? '' : `\n  Hint: ${printable(hint)}`}${stack}\n`
}

function unwrapped(thrown: unknown): unknown {
  return thrown instanceof ExitWith ? thrown.cause : thrown
}
