/** What every command gets, and where it says how it ended. */
import type { CliIo } from './cli-io.js'
import type { ExitCode } from './exit-code.js'

export interface CommandContext {
  readonly io: CliIo
  /** Everything after `--`. */
  readonly serverCommand: readonly string[]
  exitCode: ExitCode
}
