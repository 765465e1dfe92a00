/** How a command ends: the exit code of an error, and its words. */
import { printable, UnderstudyError } from '../base/index.js'

/** 0 fine · 1 the server, plan or assertion failed · 2 used wrongly · 3 could not start · 4 refused */
export type ExitCode = 0 | 1 | 2 | 3 | 4

/** Thrown where a command knows better than the error's class: a server that answered badly did start. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, cause: unknown) {
    super('see cause', { cause })
    this.exitCode = exitCode
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof ExitWith) return error.exitCode
  if (!(error instanceof UnderstudyError)) return 1
  return error.name === 'UsageError' ? 2 : 3
}

/** The error for a person, or as one line of JSON: `{"error":{"code","message","hint"}}`. Ends in a line feed. */
export function renderError(thrown: unknown, format: 'text' | 'json'): string {
  const error = thrown instanceof ExitWith ? thrown.cause : thrown
  const known = error instanceof UnderstudyError ? error : undefined
  const message = printable(error instanceof Error ? error.message : String(error))
  if (format === 'json') {
    return `${JSON.stringify({ error: { code: known?.code ?? 'UNEXPECTED', message, hint: known?.hint ?? null } })}\n`
  }
  const hint = known?.hint === undefined ? '' : `\n  Hint: ${printable(known.hint)}`
  // What we did not foresee needs its stack to be understood.
  const stack =
    known === undefined && error instanceof Error && error.stack !== undefined
      ? `\n${printable(error.stack)}`
      : ''
  return `Error: ${message}${hint}${stack}\n`
}
