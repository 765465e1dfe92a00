/** How recordings become rows, many at once. */

import type { PostgresValue } from '../../database/index.js'
import { writeRecording } from '../parse-recording.js'
import { isAnswer } from '../recorded-answer.js'
import type { Recording } from '../recording.js'
import type { RecordingFilter } from '../recording-store.js'
import { textColumn } from '../text-column.js'

export type PostgresRecordingRow = readonly [...texts: string[], durationMs: number]

/** In the order of COLUMNS. @throws UsageError RECORDING_INVALID */
export function postgresRow(recording: Recording): PostgresRecordingRow {
  const { key, launch, server, method, tool, recordedAt, durationMs } = recording
  const body = writeRecording(recording)
  const texts = [key, launch ?? '', server, method, tool?.name ?? ''].map(textColumn)
  return [...texts, String(isAnswer(recording)), recordedAt, body, durationMs]
}

/** Rows in groups that are not too large for one message. */
export function* inGroups(rows: readonly PostgresRecordingRow[]): Generator<readonly PostgresRecordingRow[]> {
  let group: PostgresRecordingRow[] = []
  let size = 0
  for (const row of rows) {
    group.push(row)
    size += row.reduce<number>((sum, value) => sum + String(value).length, 0)
    if (group.length < MAX_ROWS && size < MAX_CHARACTERS) continue
    yield group
    group = []
    size = 0
  }
  if (group.length > 0) yield group
}

/** The values of INSERT: one list for each column. */
export function columnsOf(rows: readonly PostgresRecordingRow[]): readonly PostgresValue[] {
  return COLUMNS.map((_, at) => rows.map((row) => String(row[at])))
}

/** Numbers the rows in the order of the lists. */
export function insertInto(schema: string): string {
  const lists = COLUMNS.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')
  const names = COLUMNS.map(([name]) => name).join(', ')
  return `INSERT INTO ${schema}.recordings (${names}) SELECT ${names} FROM unnest(${lists}) WITH ORDINALITY AS rows (${names}, n) ORDER BY n`
}

/** What a filter asks, with its values; the first of them is number `first`. */
export function conditions(
  filter: RecordingFilter,
  first = 1,
): { readonly where: string; readonly values: readonly string[] } {
  const { key, server, method, tool, recordedSince, recordedBefore } = filter
  const all: readonly (readonly [sql: (n: string) => string, value: string | undefined])[] = [
    [(n) => `key = ${n}`, key],
    // As the index has it, and then whole.
    [(n) => `left(server, 100) = left(${n}::text, 100) AND server = ${n}`, server],
    [(n) => `method = ${n}`, method],
    [(n) => `left(tool, 100) = left(${n}::text, 100) AND tool = ${n}`, tool],
    [(n) => `recorded_at >= ${n}`, recordedSince],
    [(n) => `recorded_at < ${n}`, recordedBefore],
  ]
  const asked = all.flatMap(([sql, value]) =>
    value === undefined ? [] : [{ sql, value: textColumn(value) }],
  )
  return {
    where: ['TRUE', ...asked.map(({ sql }, at) => sql(`$${first + at}`))].join(' AND '),
    values: asked.map(({ value }) => value),
  }
}

const COLUMNS = [
  ['key', 'text'],
  ['launch', 'text'],
  ['server', 'text'],
  ['method', 'text'],
  ['tool', 'text'],
  ['is_answer', 'boolean'],
  ['recorded_at', 'text'],
  ['body', 'text'],
  ['duration_ms', 'double precision'],
] as const
const MAX_ROWS = 1000
const MAX_CHARACTERS = 4 * 1024 * 1024
