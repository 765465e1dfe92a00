/** A run of the journal that does not go on by itself. */
import { UsageError } from '../../base/index.js'
import type { JournaledRun } from '../../journal/index.js'

/** It cannot go on before a person has said something. */
export interface StoppedRun {
  readonly kind: 'waiting' | 'doubt'
  readonly run: JournaledRun
}

export function unknownRun(id: string): UsageError {
  return new UsageError('RUN_UNKNOWN', `Cannot find the run ${JSON.stringify(id)}`, {
    hint: 'understudy runs list tells which runs there are; they are kept for 30 days',
  })
}
