/** What a scribe has to know before it hears the first byte. */
import type { RedactionSettings, ServerEntry } from '../../config/index.js'
import type { Policy } from '../../policy/index.js'
import type { RecordTarget } from '../record-target.js'

export interface ScribeSettings {
  readonly entry: ServerEntry
  readonly target: RecordTarget
  readonly cwd: string
  /** What the project wants replaced. */
  readonly redact: RedactionSettings
  /** The user's word on what tools do. */
  readonly policy?: Policy
  /** Wall time at monotonic zero of the proxy; milliseconds. */
  readonly zeroMs: number
}
