/** What the program of a recorder process has to know to open a store and to name the server. */

import type { ServerEntry } from '../../config/index.js'
import type { StatedFootprint } from '../../effects/index.js'
import type { Policy } from '../../policy/index.js'
import type { RecorderStart } from '../../proxy/index.js'
import type { RedactionSettings } from '../../recording/redaction/index.js'
import type { RecordTarget } from '../record-target.js'

export interface RecorderProcessSettings extends RecorderStart {
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
}
