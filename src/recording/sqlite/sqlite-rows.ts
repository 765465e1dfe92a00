/** How a recording becomes a row. */

import type { SqliteDatabase, SqliteValue } from '../../database/index.js'
import { writeRecording } from '../parse-recording.js'
import { isAnswer } from '../recorded-answer.js'
import type { Recording } from '../recording.js'
import { textColumn } from '../text-column.js'

export type RecordingRow = readonly SqliteValue[]

/** @throws UsageError RECORDING_INVALID */
export function rowOf(recording: Recording): RecordingRow {
  const { key, launch, server, method, tool, recordedAt, durationMs } = recording
  const body = writeRecording(recording)
  return [
    ...[key, launch ?? '', server, method, tool?.name ?? ''].map(textColumn),
    ...[isAnswer(recording) ? 1 : 0, recordedAt, durationMs, body],
  ]
}

export function insertRow(database: SqliteDatabase, row: RecordingRow): void {
  database.run(INSERT, row)
}

export function insertRecording(database: SqliteDatabase, recording: Recording): void {
  insertRow(database, rowOf(recording))
}

const INSERT =
  'INSERT INTO recordings (key, launch, server, method, tool, is_answer, recorded_at, duration_ms, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
