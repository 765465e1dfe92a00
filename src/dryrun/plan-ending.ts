/** How a plan ended, and what was found out about it: what a report is made of, beside what the stage saw. */
import type { Finding, JsonValue } from '../base/index.js'
import type { PlanCheck, WrittenCall } from '../plan/index.js'
import type { ConsoleLine, Ended } from '../sandbox/index.js'
import type { Sequence } from '../sequence/index.js'
import type { Branches, Faults, Report, ReportedTask } from './report.js'
import type { InfluenceReport } from './variants/influence-report.js'
import type { UsedReads } from './variants/used-reads.js'

/** How a plan ended, and what was known of it before. */
export interface Ending {
  readonly source: string
  readonly syntaxValid: boolean
  readonly written: readonly WrittenCall[]
  readonly check: PlanCheck
  readonly findings: readonly Finding[]
  readonly ended: Ended
  readonly endedBecause?: string
  readonly result: JsonValue
  readonly resultUnknownAt: readonly string[]
  readonly sandbox: Report['sandbox']
  readonly console: readonly ConsoleLine[]
  readonly unreached: readonly WrittenCall[]
  /** Of a workflow. */
  readonly tasks?: readonly ReportedTask[]
  readonly influence?: InfluenceReport | undefined
  readonly explorationMs?: number | undefined
  readonly branches?: Branches | undefined
  readonly faults?: Faults | undefined
  readonly usedReads?: UsedReads | undefined
  /** Of a program whose answers are all known: what of it hangs on the clock or on chance. */
  readonly worldFindings?: readonly Finding[] | undefined
  /** The plan, where it is one: what a server refuses in it is promised to be refused. */
  readonly sequence?: Sequence
}
