/** Reports as matchers see them: of a rehearsal, and of a real run as far as both tell the same. */
import { isJsonObject } from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import type { Report } from '../../dryrun/index.js'
import { cannotUse } from './received.js'

/** What the report of a rehearsal and that of a gateway's real run have in common. */
export interface CalledReport {
  readonly format: Report['format'] | 'understudy.run/1'
  readonly ended: Report['ended'] | 'cancelled' | 'deviated'
  readonly calls: readonly ReportCall[]
}

export interface ReportCall {
  readonly n: number
  readonly tool: ToolRef
  readonly line?: number
  readonly column?: number
}

/** @throws UsageError USAGE for what is no report of a rehearsal */
export function readReport(received: unknown, matcher: string): Report {
  if (isReport(received)) return received
  throw cannotUse(matcher, received, 'the report of a rehearsal, or a promise of it')
}

/** @throws UsageError USAGE for what is no report of a plan, rehearsed or run */
export function readCalledReport(received: unknown, matcher: string): CalledReport {
  if (isReport(received) || isRunReport(received)) return received
  throw cannotUse(matcher, received, 'the report of a plan, rehearsed or run, or a promise of it')
}

/** By its format, which is versioned; and by the lists that are read here, for whoever wrote one by hand. */
function isReport(value: unknown): value is Report {
  return (
    isJsonObject(value) &&
    value.format === 'understudy.report/1' &&
    hasCalls(value) &&
    Array.isArray(value.side_effects) &&
    isJsonObject(value.validation)
  )
}

function isRunReport(value: unknown): value is CalledReport {
  return isJsonObject(value) && value.format === 'understudy.run/1' && hasCalls(value)
}

function hasCalls({ calls, ended }: { readonly calls?: unknown; readonly ended?: unknown }): boolean {
  return Array.isArray(calls) && typeof ended === 'string'
}
