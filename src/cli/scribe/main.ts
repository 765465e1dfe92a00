/** The program of a scribe: hears on standard input what passes a proxy, and records it. Ends with its input. */
import { type Clock, printable, systemClock } from '../../base/index.js'
import { createWireTap, type WireTap } from '../../proxy/index.js'
import {
  createRedactor,
  type RecordedConnection,
  type Recorder,
  type RecordingStore,
} from '../../recording/index.js'
import { processIo } from '../cli-io.js'
import { createDiscreetIo } from '../discreet-io.js'
import { openRecordTarget } from '../record-target.js'
import { recorderOf } from '../recording-of-server.js'
import { secretsOfServer } from '../server-secrets.js'
import { createFrameReader, type Frame } from './frames.js'
import type { ScribeSettings } from './settings.js'

// The proxy ends, and then the input of its scribe does: what is under way is written down first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

interface Desk {
  readonly store: RecordingStore
  readonly recorder: Recorder
  readonly connection: RecordedConnection
  readonly tap: WireTap
}

let atMs = 0
let zeroMs = 0
let head = ''
let desk: Desk | undefined
let waiting: Frame[] = []

/** It is now when what is being heard was said. */
const clock: Clock = {
  now: () => zeroMs + atMs,
  monotonic: () => atMs,
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
}
const io = createDiscreetIo(processIo(new AbortController().signal))

async function open(settings: ScribeSettings): Promise<Desk> {
  const { entry, target, cwd } = settings
  zeroMs = settings.zeroMs
  const secrets = secretsOfServer(entry)
  io.keepSecret(secrets)
  const own = { ...io, cwd, clock }
  const store = await openRecordTarget(target, own)
  const redactor = createRedactor({ secrets, salt: store.salt })
  const recorder = recorderOf(entry, { store, redactor: () => redactor, io: own })
  const connection = recorder.connect()
  let isTold = false
  const tap = createWireTap(connection.carrier('wire'), () => {
    if (!isTold) io.stderr('Warning: a message was too long to be recorded; it was passed on.\n')
    isTold = true
  })
  return { store, recorder, connection, tap }
}

function hear(frame: Frame): void {
  if (desk === undefined) waiting.push(frame)
  else tell(desk, frame)
}

function tell({ tap }: Desk, { kind, bytes, atMs: saidMs }: Frame): void {
  atMs = saidMs
  if (kind === 'client') tap.fromClient(bytes)
  else tap.fromServer(bytes)
}

const read = createFrameReader((frame) => {
  if (frame.kind === 'settings') head += frame.bytes.toString('latin1')
  else hear(frame)
})

let opening: Promise<Desk> | undefined
try {
  for await (const chunk of process.stdin) {
    // Without an encoding, a stream gives buffers.
    read(chunk as Buffer)
    if (desk === undefined && head.endsWith('\n')) {
      // What a proxy says of itself is what its own release wrote.
      opening ??= open(JSON.parse(Buffer.from(head, 'latin1').toString('utf8')) as ScribeSettings)
      desk = await opening
      for (const frame of waiting) tell(desk, frame)
      waiting = []
    }
    // Storing is given its turn before more is heard, so that what waits stays little.
    await desk?.recorder.settled()
  }
  if (desk !== undefined) {
    desk.connection.close()
    await desk.recorder.settled()
    await desk.store[Symbol.asyncDispose]()
    io.stdout(JSON.stringify(desk.recorder.counts))
  }
} catch (failure) {
  io.stderr(
    `Warning: nothing more is recorded. ${printable(failure instanceof Error ? failure.message : String(failure))}\n`,
  )
  process.exitCode = 3
}
