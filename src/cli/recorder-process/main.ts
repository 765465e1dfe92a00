/**
 * The program of a recorder process: hears on standard input what passes a proxy, and ends with its input. It does nothing but hear, so that
 * whatever a proxy has said before it was killed is here; another thread writes it down.
 */
import { Worker } from 'node:worker_threads'
import type { FromWritingThread, ToWritingThread } from './writing-thread.js'

// The proxy ends, and then the input of its recorder process does: what is under way is written down first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// A proxy that was killed reads no more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

/** What is more waits in the proxy, which has a limit of its own. */
const MAX_HEARD = 256 * 1024 * 1024
const { stdin, stdout, stderr } = process
const writingThread = new Worker(new URL('./writing-thread.js', import.meta.url))
let heardBytes = 0

function hand(heard: ToWritingThread): void {
  writingThread.postMessage(heard)
}

function fail(reason: string): void {
  stderr.write(`Warning: nothing more is recorded. ${reason}\n`)
  process.exitCode = 3
  stdin.destroy()
  void writingThread.terminate()
}

writingThread.on('message', (said: FromWritingThread) => {
  if (said.kind === 'failed') fail(said.reason)
  else if (said.kind === 'stored') stdout.write(`${JSON.stringify(said.stored)}\n`)
  else if (said.kind === 'kept') stdout.write(`${JSON.stringify(said.kept)}\n`)
  else if (said.kind === 'closed') stdout.write(JSON.stringify(said.counts))
  else {
    heardBytes -= said.bytes
    if (heardBytes <= MAX_HEARD) stdin.resume()
  }
})
writingThread.on('error', (failure) => fail(failure instanceof Error ? failure.message : String(failure)))

let isOver = false
function end(): void {
  if (!isOver) hand({ kind: 'end' })
  isOver = true
}
stdin.on('data', (chunk: Buffer) => {
  heardBytes += chunk.length
  hand({ kind: 'heard', chunk })
  if (heardBytes > MAX_HEARD) stdin.pause()
})
for (const over of ['end', 'error'] as const) stdin.on(over, end)
// Tells the proxy that it hears: nothing is lost from now on, though the proxy be killed.
stdout.write('\n')
