/** Something a check has to say about a plan, a program, a schema or a server: a value, never an exception. */

export type Severity = 'error' | 'warning' | 'note'

export interface Finding {
  /** Stable name in capitals, such as SYNTAX_ERROR; documented in docs/reference. */
  readonly code: string
  readonly severity: Severity
  /** True when it is proved; false when it hangs on something guessed. */
  readonly certain: boolean
  /** A sentence for the person at the screen. */
  readonly message: string
  /** One-based position in the user's file. */
  readonly line?: number
  readonly column?: number
}
