/** A client against many rows, some of them at the same time. */
import { systemClock } from '../base/index.js'
import type { TortureRow } from './row.js'
import { TORTURE_ROWS } from './rows.js'
import { type RowOptions, runRow, type TortureResult } from './run-row.js'

export interface TortureOptions extends Omit<RowOptions, 'clock'>, Partial<Pick<RowOptions, 'clock'>> {
  /** Default: all of TORTURE_ROWS. */
  readonly rows?: readonly TortureRow[]
  /** How many clients run at the same time; default 1. */
  readonly jobs?: number
  /** Is told each result when it is there. */
  readonly onResult?: (result: TortureResult) => void
}

/**
 * Runs the client once for each row, and resolves with the results in the order of the rows. Nothing that was started runs then,
 * nor when it rejects.
 * @throws what `runRow` throws first
 */
export async function runTorture(options: TortureOptions): Promise<readonly TortureResult[]> {
  const { rows = TORTURE_ROWS, jobs = 1, onResult, clock = systemClock, signal, ...rest } = options
  const failed = new AbortController()
  const stop = AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])])
  const results = new Map<TortureRow, TortureResult>()
  // One iterator for all: each takes the next row that nobody has.
  const queue = rows.values()

  async function work(): Promise<void> {
    for (const row of queue) {
      const result = await runRow(row, { ...rest, clock, signal: stop })
      results.set(row, result)
      onResult?.(result)
    }
  }

  const workers = Array.from({ length: Math.max(1, jobs) }, async () => {
    try {
      await work()
    } catch (failure) {
      failed.abort(failure)
      throw failure
    }
  })
  const ends = await Promise.allSettled(workers)
  stop.throwIfAborted()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return rows.flatMap((row) => results.get(row) ?? [])
}
