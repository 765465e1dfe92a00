/** The thread of a scribe that writes down what the other one hears. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { printable } from '../../base/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { type Desk, openDesk } from './desk.js'
import { createFrameReader, type Frame } from './frames.js'
import type { ScribeSettings, Stored } from './settings.js'

export type ToDesk = { readonly kind: 'heard'; readonly chunk: Uint8Array } | { readonly kind: 'end' }

export type FromDesk =
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'closed'; readonly counts: RecordedCounts }
  | { readonly kind: 'failed'; readonly reason: string }

let head = ''
let desk: Desk | undefined
let waiting: Frame[] = []

const read = createFrameReader((frame) => {
  if (frame.kind === 'settings') head += frame.bytes.toString('latin1')
  else if (desk === undefined) waiting.push(frame)
  else desk.tell(frame)
})

async function open(): Promise<Desk> {
  // What a proxy says of itself is what its own release wrote.
  const opened = await openDesk(JSON.parse(Buffer.from(head, 'latin1').toString('utf8')) as ScribeSettings)
  for (const frame of waiting) opened.tell(frame)
  waiting = []
  giveWay()
  return opened
}

async function take(heard: ToDesk): Promise<void> {
  if (heard.kind === 'heard') {
    const { chunk } = heard
    read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    if (head.endsWith('\n')) desk ??= await open()
    // Storing is given its turn before more is read, so that what waits stays little.
    await desk?.settled()
    say({ kind: 'written', bytes: chunk.length })
    const stored = await desk?.stored()
    if (stored !== undefined) say({ kind: 'stored', stored })
    return
  }
  if (desk !== undefined) say({ kind: 'closed', counts: await desk.close() })
  parentPort?.close()
}

function say(said: FromDesk): void {
  parentPort?.postMessage(said)
}

function fail(failure: unknown): void {
  say({ kind: 'failed', reason: printable(failure instanceof Error ? failure.message : String(failure)) })
}

/** Who speaks with each other goes first. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where that is not allowed all are equal.
  }
}

let turn = Promise.resolve()
parentPort?.on('message', (heard: ToDesk) => {
  turn = turn.then(() => take(heard)).catch(fail)
})
