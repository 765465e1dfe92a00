/** One line about a recording. */
import { type Recording, whyStale } from '../../recording/index.js'
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
  /** The data of the server changed since. */
  readonly stale: boolean
}

export function summaryOf(recording: Recording, generation: number): RecordingSummary {
  const { key, server, method, tool, recordedAt, durationMs, between } = recording
  return {
    ...{ key, server, method, tool: tool?.name ?? null },
    ...{ status: statusOf(recording), recorded_at: recordedAt, duration_ms: durationMs },
    ...{ bytes: bytesOf(recording), between: between.length, stale: isStale(recording, generation) },
  }
}

/** The data of its server changed since, at whatever age. */
export function isStale(recording: Recording, generation: number): boolean {
  return whyStale(recording, { nowMs: 0, generation }) !== undefined
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
