/** Brings the tables of a store that an older release wrote to the form of this one. */
import { defined, isJsonObject, type JsonObject, parseJson } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import type { SqliteDatabase } from '../../database/index.js'
import { parseRecording, writeRecording } from '../parse-recording.js'
import { responseOf } from '../recorded-answer.js'
import type { Recording } from '../recording.js'

/**
 * Format 1 held calls of tools alone, with their outcome in place of what the server sent. Inside the transaction of the caller.
 * @throws StoreError STORE_CORRUPT when a recording is not what that release wrote
 */
export function migrateFromFirst(database: SqliteDatabase, tables: string, insert: Insert): void {
  database.execute(`
    ALTER TABLE recordings RENAME TO recordings_1;
    DROP INDEX recordings_by_key; DROP INDEX recordings_by_tool; DROP INDEX recordings_by_time;
    ${tables}`)
  let last = 0
  for (;;) {
    const page = database.all('SELECT id, body FROM recordings_1 WHERE id > ? ORDER BY id LIMIT 100', [last])
    for (const [id, body] of page) {
      last = Number(id)
      insert(modernised(String(body), `recording ${last} of a store of format 1`))
    }
    if (page.length < 100) break
  }
  database.execute('DROP TABLE recordings_1')
}

type Insert = (recording: Recording) => void

function modernised(body: string, where: string): Recording {
  const old = parseJson(body, where)
  if (!isJsonObject(old)) return parseRecording(body, where)
  const { tool, arguments: given, fingerprint, effect, outcome, ...kept } = old
  const recording: JsonObject = {
    ...kept,
    method: 'tools/call',
    params: { name: tool ?? null, ...defined({ arguments: given }) },
    tool: { name: tool ?? null, fingerprint: fingerprint ?? null, effect: effect ?? null },
    between: [],
    ended: 'answered',
    // An outcome was stored as it is; what is none makes no response, and is refused just below.
    response: responseOf(outcome as unknown as Outcome) as unknown as JsonObject,
    generation: 0,
  }
  return parseRecording(writeRecording(recording as unknown as Recording), where)
}
