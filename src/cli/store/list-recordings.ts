/** `store list`: one line an exchange, oldest first. */
import { counted, digest, durationText, grouped, printable, sizeText } from '../../base/index.js'
import type { Recording, RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { askStaleness } from './ask-staleness.js'
import { chosenRecordings } from './chosen-recordings.js'
import { type RecordingSummary, subjectOf, summaryOf } from './describe-recording.js'
import type { StoreRequest } from './store-request.js'

export async function listRecordings(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<void> {
  const hidden = { count: 0 }
  const summaries = summariesOf(store, request, io, hidden)
  if (request.format === 'json') {
    const recordings: RecordingSummary[] = []
    for await (const each of summaries) recordings.push(each)
    io.stdoutJson({ recordings, hidden: hidden.count })
    return
  }
  let count = 0
  for await (const each of summaries) {
    // One by one, so that a large store needs no large memory: the widths are those of nearly everything.
    if (count++ === 0) io.stdout(`${line(HEADER)}\n`)
    io.stdout(`${line(cellsOf(each))}\n`)
  }
  const more =
    hidden.count === 0
      ? ''
      : `; ${grouped(hidden.count)} more said the same at the start of a server (--all shows them)`
  io.stdout(count === 0 ? 'Nothing recorded\n' : `${counted(count, 'recording')}${more}\n`)
}

async function* summariesOf(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
  hidden: { count: number },
): AsyncIterable<RecordingSummary> {
  const whyStale = await askStaleness(store, request, io)
  const told = new Set<string>()
  for await (const recording of chosenRecordings(store, request, io)) {
    const said = request.showsAll ? undefined : saidAtStart(recording)
    if (said !== undefined && told.has(said)) {
      hidden.count++
      continue
    }
    if (said !== undefined) told.add(said)
    yield summaryOf(recording, await whyStale(recording))
  }
}

/** What every start of a server says anew: who it is, and what tools it has. Undefined for the rest. */
function saidAtStart({ method, key, response }: Recording): string | undefined {
  if (response === undefined || !AT_START.has(method)) return undefined
  // As JSON text, which takes half a character where canonical JSON does not.
  return digest(JSON.stringify([key, response]))
}

const AT_START: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'tools/list'])

const HEADER = ['recorded', 'key', 'took', 'size', 'ended', 'what']

function cellsOf(summary: RecordingSummary): readonly string[] {
  const { recorded_at, key, duration_ms, bytes, status, stale } = summary
  return [
    ...[recorded_at.slice(0, 19).replace('T', ' '), key.slice(0, 12)],
    ...[durationText(duration_ms), sizeText(bytes), status],
    `${printable(subjectOf(summary), { oneLine: true })}${stale ? ' (stale)' : ''}`,
  ]
}

function line([at = '', key = '', took = '', size = '', status = '', what = '']: readonly string[]): string {
  return `${at.padEnd(19)}  ${key.padEnd(12)}  ${took.padStart(7)}  ${size.padStart(7)}  ${status.padEnd(10)}  ${what}`
}
