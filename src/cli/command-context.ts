/** What every command gets, and where it says how it ended. */
import type { DiscreetIo } from './discreet-io.js'

export interface CommandContext {
  readonly io: DiscreetIo
  /** Everything after `--`. */
  readonly serverCommand: readonly string[]
  /** One of ours, or what a server ended with that was only passed through. */
  exitCode: number
}
