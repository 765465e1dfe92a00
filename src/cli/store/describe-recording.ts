/** One line about a recording. */
import { defined } from '../../base/index.js'
import type { Recording } from '../../recording/index.js'
import { statusOf } from './recording-status.js'
import type { RecordingStatus } from './recording-statuses.js'

/** As `list` prints it for programs. */
export interface RecordingSummary {
  readonly key: string
  readonly server: string
  readonly method: string
  readonly tool: string | null
  readonly status: RecordingStatus
  readonly recorded_at: string
  readonly duration_ms: number
  readonly bytes: number
  /** Messages between the request and its answer. */
  readonly between: number
  /** A rehearsal would not rely on it. */
  readonly stale: boolean
  /** Why it is stale; absent while it is not. */
  readonly stale_because?: string
}

/** `why` it is stale; undefined while it is not. */
export function summaryOf(recording: Recording, why: string | undefined): RecordingSummary {
  const { key, server, method, tool, recordedAt, durationMs, between } = recording
  return {
    ...{ key, server, method, tool: tool?.name ?? null },
    ...{ status: statusOf(recording), recorded_at: recordedAt, duration_ms: durationMs },
    ...{ bytes: bytesOf(recording), between: between.length, stale: why !== undefined },
    ...defined({ stale_because: why }),
  }
}

/** Of its JSON: a store takes about as much. */
export function bytesOf(recording: Recording): number {
  return Buffer.byteLength(JSON.stringify(recording))
}

/** `notes:read_note`, or `notes tools/list`. */
export function subjectOf({
  server,
  tool,
  method,
}: Pick<RecordingSummary, 'server' | 'tool' | 'method'>): string {
  return tool === null ? `${server} ${method === '' ? '(no message)' : method}` : `${server}:${tool}`
}
