/** Runs a client against servers that misbehave, and shows what it made of them. */
import { availableParallelism } from 'node:os'
import { defined, didYouMean, nearestNames, UsageError } from '../../base/index.js'
import {
  renderTorture,
  renderTortureRows,
  type TortureReport,
  type TortureReportRow,
} from '../../report/index.js'
import { runTorture, TORTURE_ROWS, type TortureResult, type TortureRow } from '../../torture/index.js'
import { layoutFor } from '../cli-io.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'

export interface RowChoice {
  readonly era: TortureRow['era'] | 'all'
  /** Ids; none for all rows of the era. */
  readonly rows: readonly string[]
}

export interface TortureSettings extends RowChoice {
  /** Everything after `--`. */
  readonly client: readonly string[]
  readonly jobs?: number
  readonly timeoutMs?: number
  readonly format: 'text' | 'json'
}

export async function torture(settings: TortureSettings, io: DiscreetIo): Promise<ExitCode> {
  const { client, jobs = availableParallelism(), timeoutMs, format } = settings
  const rows = chosenRows(settings)
  let done = 0
  const results = await withProgress(
    io,
    () => `Running the client: ${done} of ${rows.length} rows`,
    () =>
      runTorture({
        client,
        rows,
        jobs,
        cwd: io.cwd,
        // The client is the user's own program, and gets what it would get from the shell.
        env: definedIn(io.env),
        clock: io.clock,
        signal: io.signal,
        onResult: () => {
          done++
        },
        ...defined({ timeoutMs }),
      }),
  )
  const report = reportOf(client, results)
  if (format === 'json') io.stdoutJson(report)
  else io.stdout(renderTorture(io.redact(report), layoutFor(io)))
  return exitCodeFor({ failed: !report.passed })
}

export function listRows(choice: RowChoice, format: 'text' | 'json', io: DiscreetIo): void {
  const rows = chosenRows(choice)
  if (format === 'json')
    io.stdoutJson(
      rows.map(({ id, era, does, right, deadlineMs }) => ({ id, era, does, right, deadline_ms: deadlineMs })),
    )
  else io.stdout(renderTortureRows(rows, layoutFor(io)))
}

/** @throws UsageError for a row that there is not */
function chosenRows({ era, rows: ids }: RowChoice): readonly TortureRow[] {
  if (ids.length === 0) return TORTURE_ROWS.filter((row) => era === 'all' || row.era === era)
  const known = TORTURE_ROWS.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return TORTURE_ROWS.filter(({ id }) => ids.includes(id))
  const near = nearestNames(unknown, known).slice(0, 1)
  const meant = didYouMean(near.map((id) => `"${id}"`))
  throw new UsageError('USAGE', `Cannot run the row ${JSON.stringify(unknown)}: there is none`, {
    hint:
      meant === undefined
        ? 'understudy torture --list shows the rows'
        : `${meant} understudy torture --list shows all`,
  })
}

function definedIn(env: DiscreetIo['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function reportOf(client: readonly string[], results: readonly TortureResult[]): TortureReport {
  const rows = results.map(reportRow)
  const right = rows.filter(({ passed }) => passed).length
  const counts = { right, wrong: rows.length - right }
  return { format: 'understudy.torture/1', client, passed: counts.wrong === 0, counts, rows }
}

function reportRow(result: TortureResult): TortureReportRow {
  const { row, told, faults, whys, end, durationMs, stderrTail } = result
  return {
    ...row,
    passed: faults.length === 0,
    told,
    faults,
    whys,
    exit_code: end.kind === 'exited' ? end.code : null,
    signal: end.kind === 'signalled' ? end.signal : null,
    duration_ms: Math.round(durationMs),
    stderr: stderrTail,
  }
}
