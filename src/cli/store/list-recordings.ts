/** `store list`: one line an exchange, oldest first. */
import { printable } from '../../base/index.js'
import type { RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { askStaleness } from './ask-staleness.js'
import { chosenRecordings } from './chosen-recordings.js'
import { type RecordingSummary, subjectOf, summaryOf } from './describe-recording.js'
import { amount, durationInWords, sizeInWords } from './measures.js'
import type { StoreRequest } from './store-request.js'

export async function listRecordings(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<void> {
  const summaries = summariesOf(store, request, io)
  if (request.format === 'json') {
    const recordings: RecordingSummary[] = []
    for await (const each of summaries) recordings.push(each)
    io.stdoutJson({ recordings })
    return
  }
  let count = 0
  for await (const each of summaries) {
    // One by one, so that a large store needs no large memory: the widths are those of nearly everything.
    if (count++ === 0) io.stdout(`${line(HEADER)}\n`)
    io.stdout(`${line(cellsOf(each))}\n`)
  }
  io.stdout(count === 0 ? 'Nothing recorded\n' : `${amount(count, 'recording')}\n`)
}

async function* summariesOf(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): AsyncIterable<RecordingSummary> {
  const whyStale = await askStaleness(store, request, io)
  for await (const recording of chosenRecordings(store, request, io))
    yield summaryOf(recording, await whyStale(recording))
}

const HEADER = ['recorded', 'key', 'took', 'size', 'ended', 'what']

function cellsOf(summary: RecordingSummary): readonly string[] {
  const { recorded_at, key, duration_ms, bytes, status, stale } = summary
  return [
    ...[recorded_at.slice(0, 19).replace('T', ' '), key.slice(0, 12)],
    ...[durationInWords(duration_ms), sizeInWords(bytes), status],
    `${printable(subjectOf(summary), { oneLine: true })}${stale ? ' (stale)' : ''}`,
  ]
}

function line([at = '', key = '', took = '', size = '', status = '', what = '']: readonly string[]): string {
  return `${at.padEnd(19)}  ${key.padEnd(12)}  ${took.padStart(7)}  ${size.padStart(7)}  ${status.padEnd(10)}  ${what}`
}
