/** The thread of a recorder process that writes down what the other one hears. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { messageOf, printable } from '../../base/index.js'
import { createFrameReader, type Frame, type Kept, type Stored } from '../../proxy/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { type FrameHandler, openFrameHandler } from './frame-handler.js'
import type { RecorderProcessSettings } from './settings.js'

export type ToWritingThread =
  | { readonly kind: 'heard'; readonly chunk: Uint8Array }
  | { readonly kind: 'end' }

export type FromWritingThread =
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'kept'; readonly kept: Kept }
  | { readonly kind: 'closed'; readonly counts: RecordedCounts }
  | { readonly kind: 'failed'; readonly reason: string }

let head = ''
let handler: FrameHandler | undefined
let waiting: Frame[] = []

const read = createFrameReader((frame) => {
  if (frame.kind === 'settings') head += frame.bytes.toString('latin1')
  else if (handler === undefined) waiting.push(frame)
  else handler.tell(frame)
})

async function open(): Promise<FrameHandler> {
  // What a proxy says of itself is what its own release wrote.
  const opened = await openFrameHandler(
    JSON.parse(Buffer.from(head, 'latin1').toString('utf8')) as RecorderProcessSettings,
  )
  for (const frame of waiting) opened.tell(frame)
  waiting = []
  giveWay()
  return opened
}

async function take(heard: ToWritingThread): Promise<void> {
  if (heard.kind === 'heard') {
    const { chunk } = heard
    read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    if (head.endsWith('\n')) handler ??= await open()
    // Storing is given its turn before more is read, so that what waits stays little.
    await handler?.settled()
    say({ kind: 'written', bytes: chunk.length })
    const kept = handler?.kept()
    if (kept !== undefined) say({ kind: 'kept', kept })
    const stored = await handler?.stored()
    if (stored !== undefined) say({ kind: 'stored', stored })
    return
  }
  if (handler !== undefined) say({ kind: 'closed', counts: await handler.close() })
  parentPort?.close()
}

function say(said: FromWritingThread): void {
  parentPort?.postMessage(said)
}

function fail(failure: unknown): void {
  say({ kind: 'failed', reason: printable(messageOf(failure)) })
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
parentPort?.on('message', (heard: ToWritingThread) => {
  turn = turn.then(() => take(heard)).catch(fail)
})
