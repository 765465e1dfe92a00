/** What `understudy torture --format json` prints: what a client made of servers that misbehave. */

export interface TortureReport {
  readonly format: 'understudy.torture/1'
  /** The client's command. */
  readonly client: readonly string[]
  /** True when no row is wrong. */
  readonly passed: boolean
  readonly counts: { readonly right: number; readonly wrong: number }
  readonly rows: readonly TortureReportRow[]
}

export interface TortureReportRow {
  readonly id: string
  readonly era: 'legacy' | 'modern'
  /** Completes "The server …". */
  readonly does: string
  /** What is right for the client to tell. */
  readonly right: 'answer' | 'error' | 'either'
  readonly passed: boolean
  readonly told: 'answer' | 'error' | 'neither'
  readonly faults: readonly string[]
  /** The faults as sentences about the client. */
  readonly whys: readonly string[]
  /** Null for a client that was ended by a signal, or killed. */
  readonly exit_code: number | null
  readonly signal: string | null
  readonly duration_ms: number
  /** The last lines of the client's standard error. */
  readonly stderr: readonly string[]
}
