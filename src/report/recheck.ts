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
