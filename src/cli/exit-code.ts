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

/** The error for a program. */
export function describeError(thrown: unknown): {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null }
} {
  const error = unwrapped(thrown)
  const known = error instanceof UnderstudyError ? error : undefined
  const message = printable(error instanceof Error ? error.message : String(error))
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
