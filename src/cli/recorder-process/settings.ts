/** What a recorder process has to know before it hears the first byte, and what it says on the way. */

import type { ServerEntry } from '../../config/index.js'
import type { StatedFootprint } from '../../effects/index.js'
import type { Policy } from '../../policy/index.js'
import type { RedactionSettings } from '../../recording/redaction/index.js'
import type { RecordTarget } from '../record-target.js'

export interface RecorderProcessSettings {
  readonly entry: ServerEntry
  readonly target: RecordTarget
  readonly cwd: string
  /** What the project wants replaced. */
  readonly redact: RedactionSettings
  /** The user's word on what tools do. */
  readonly policy?: Policy
  /** The same of the settings, which a policy comes before. */
  readonly stated?: readonly StatedFootprint[]
  /** Says after each piece how far it has stored, and ends when it cannot. */
  readonly isDurable?: boolean
  /** Wall time at monotonic zero of the proxy; milliseconds. */
  readonly zeroMs: number
  /** Of a recorder process that takes the place of one that was killed. */
  readonly again?: HeardAgain
}

/** What another recorder process has heard before, and may have stored in part. */
export interface HeardAgain {
  /** How much of what it is told. */
  readonly bytes: number
  /** When the last of it was said; wall time in milliseconds. */
  readonly untilMs: number
  /** Of the server's data when the other one last said how far it was: nothing of it is taken for younger. */
  readonly generation: number
}

/** Of a durable one: whose exchange is over in the first bytes that it heard is stored. */
export interface Kept {
  readonly keptBytes: number
}

/** How far a recorder process is: what the first bytes say that it heard is stored, and none of it is under way. */
export interface Stored {
  readonly bytes: number
  readonly generation: number
  /** How a server introduced itself, or what its tools promise, stands in what was stored since it last said so. */
  readonly hasLesson: boolean
}
