/** What a scribe has to know before it hears the first byte. */
import type { ServerEntry } from '../../config/index.js'
import type { RecordTarget } from '../record-target.js'

export interface ScribeSettings {
  readonly entry: ServerEntry
  readonly target: RecordTarget
  readonly cwd: string
  /** Wall time at monotonic zero of the proxy; milliseconds. */
  readonly zeroMs: number
}
