/** What every command gets, and where it says how it ended. */
import type { DiscreetIo } from './discreet-io.js'
import type { ExitCode } from './exit-code.js'

export interface CommandContext {
  readonly io: DiscreetIo
  /** Everything after `--`. */
  readonly serverCommand: readonly string[]
  exitCode: ExitCode
}
