/** What was rehearsed and run here, for whoever asks later. */
import type { JsonObject } from '../../base/index.js'
import type { TraceEvent } from '../../call/index.js'

/**
 * Keeps reports and traces. Bounded: the oldest go first, of whomever they are.
 * All methods may be called concurrently. Nobody ever sees a run of another principal: it is as if it were not there.
 * Rejects with StoreError when what is behind it fails. Whoever made it closes it, and nothing is asked of it afterwards.
 */
export interface RunArchive extends AsyncDisposable {
  /** Keeps a run. One that is larger than everything together may be is not kept, and that is no error. */
  put(run: ArchivedRun): Promise<void>
  get(id: string, principal: string): Promise<ArchivedRun | undefined>
  /** Of one principal, newest first. */
  list(principal: string): Promise<readonly RunSummary[]>
}

export interface ArchivedRun {
  /** Unguessable, and never used twice. */
  readonly id: string
  /** On whose behalf it ran. */
  readonly principal: string
  readonly kind: 'rehearsal' | 'run'
  /** ISO 8601: when it started. */
  readonly at: string
  /** As the caller labelled it. */
  readonly intent?: string
  /** The report as it is told: redacted. */
  readonly report: JsonObject
  /** In order, redacted. */
  readonly trace: readonly TraceEvent[]
}

export type RunSummary = Pick<ArchivedRun, 'id' | 'kind' | 'at' | 'intent'>
