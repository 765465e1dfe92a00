/** What every report for a CI service needs to know beside the report. */
import type { AdviceOptions } from './advice.js'
import type { FailOn } from './fail-on.js'

export interface CiOptions extends AdviceOptions {
  /** The plan's name, as a person reads it. */
  readonly fileName: string
  /** Where the plan stands, from the root of the repository, with `/` between folders. Default: the file's name. */
  readonly path?: string
  /** The plan's text, to show the lines that messages are about. */
  readonly source?: string
  /** What counts as a failure. Default `fail`. */
  readonly failOn?: FailOn
}
