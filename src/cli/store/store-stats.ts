/** `store stats`: how much of what is recorded. */

import { statSync } from 'node:fs'
import { byText, counted, durationText, sizeText } from '../../base/index.js'
import type { RecordingStore } from '../../recording/index.js'
import { formatTable } from '../../report/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { storeFile } from '../stores.js'
import { unknownEffectsIn, unknownEffectsNote } from '../unknown-effects.js'
import { askStaleness } from './ask-staleness.js'
import { chosenRecordings } from './chosen-recordings.js'
import { bytesOf } from './describe-recording.js'
import { statusOf } from './recording-status.js'
import type { StoreRequest } from './store-request.js'

interface Row {
  readonly server: string
  readonly method: string
  readonly tool: string | null
  recordings: number
  answers: number
  stale: number
  bytes: number
  oldest: string
  newest: string
}

export async function showStats(store: RecordingStore, request: StoreRequest, io: DiscreetIo): Promise<void> {
  const rows = await rowsOf(store, request, io)
  const file = storeFile(request.store, io)
  const fileBytes = file === undefined ? null : (statSync(file, { throwIfNoEntry: false })?.size ?? null)
  const total = rows.reduce((sum, { recordings }) => sum + recordings, 0)
  const servers = await Promise.all(
    [...new Set(rows.map(({ server }) => server))].map(async (server) => ({
      server,
      generation: await store.generations.of(server),
    })),
  )
  if (request.format === 'json') {
    const p50 = await Promise.all(rows.map((row) => medianOf(store, row)))
    const tools = rows.map((row, i) => ({ ...row, p50_ms: p50[i] ?? null }))
    io.stdoutJson({
      ...{ recordings: total, file_bytes: fileBytes, servers, tools },
      unknown_effects: await unknownEffectsIn(store),
    })
    return
  }
  const cells = await Promise.all(
    rows.map(async (row) => {
      const median = await medianOf(store, row)
      return [
        ...[row.server, row.tool ?? (row.method || '(no message)')],
        ...[row.recordings, row.answers, row.stale].map(String),
        ...[sizeText(row.bytes), median === undefined ? '' : durationText(median)],
        row.newest.slice(0, 19).replace('T', ' '),
      ]
    }),
  )
  const header = ['server', 'what', 'recordings', 'answers', 'stale', 'size', 'median', 'newest']
  const inFile = fileBytes === null ? '' : ` in ${sizeText(fileBytes)}`
  const table = rows.length === 0 ? [] : ['', ...formatTable(header, io.redact(cells))]
  io.stdout(
    `${[`${counted(total, 'recording')} of ${counted(servers.length, 'server')}${inFile}`, ...table].join('\n')}\n`,
  )
  io.stdout(unknownEffectsNote(await unknownEffectsIn(store)))
}

async function rowsOf(store: RecordingStore, request: StoreRequest, io: DiscreetIo): Promise<Row[]> {
  const rows = new Map<string, Row>()
  const whyStale = await askStaleness(store, request, io)
  for await (const recording of chosenRecordings(store, request, io)) {
    const { server, method, tool, recordedAt } = recording
    const id = JSON.stringify([server, method, tool?.name])
    const row = rows.get(id) ?? {
      ...{ server, method, tool: tool?.name ?? null, recordings: 0, answers: 0, stale: 0, bytes: 0 },
      ...{ oldest: recordedAt, newest: recordedAt },
    }
    rows.set(id, row)
    row.recordings++
    row.bytes += bytesOf(recording)
    row.newest = recordedAt
    if (['result', 'tool-error', 'rpc-error'].includes(statusOf(recording))) row.answers++
    if ((await whyStale(recording)) !== undefined) row.stale++
  }
  return [...rows.values()].sort((a, b) => byText(a.server, b.server) || b.recordings - a.recordings)
}

/** Of the answers of a tool. */
async function medianOf(store: RecordingStore, { server, tool }: Row): Promise<number | undefined> {
  if (tool === null) return undefined
  return (await store.durations({ key: '', server, tool }))?.p50
}
