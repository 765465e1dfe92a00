/** What all ways of recording take, and what comes of them. */

import type { ServerEntry } from '../../config/index.js'
import type { StatedFootprint } from '../../effects/index.js'
import type { Policy } from '../../policy/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import type { RedactionSettings } from '../../recording/redaction/index.js'
import type { RecordTarget } from '../record-target.js'

export interface HowToRecord {
  readonly entry: ServerEntry
  readonly target: RecordTarget
  /** What the project wants replaced. */
  readonly redact: RedactionSettings
  /** The user's word on what tools do. */
  readonly policy?: Policy
  /** An answer is handed on once it is stored. */
  readonly isDurable?: boolean
  /** The same of the settings, which a policy comes before. */
  readonly stated?: readonly StatedFootprint[]
}

export interface RecordedRun {
  readonly exitCode: number
  /** Absent when recording has failed, which was told. */
  readonly counts: RecordedCounts | undefined
}
