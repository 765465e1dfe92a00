/** Where a scribe works: its store, and the recorder that is told what it hears. */
import { type Clock, systemClock } from '../../base/index.js'
import { secretsOfServer } from '../../config/index.js'
import { createWireTap } from '../../proxy/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { processIo } from '../cli-io.js'
import { createDiscreetIo } from '../discreet-io.js'
import { openRecordTarget } from '../record-target.js'
import { recorderOf } from '../recording-of-server.js'
import { captureRedactor } from '../settings.js'
import type { Frame } from './frames.js'
import type { ScribeSettings } from './settings.js'

export interface Desk {
  tell(frame: Frame): void
  /** Resolves when everything that has ended is stored, or lost. */
  settled(): Promise<void>
  /** Nothing more will be told. Resolves when the store is closed. */
  close(): Promise<RecordedCounts>
}

/** @throws UsageError or StoreError when the store cannot be opened */
export async function openDesk(settings: ScribeSettings): Promise<Desk> {
  const { entry, target, cwd, zeroMs, redact, policy } = settings
  let atMs = 0
  /** It is now when what is being heard was said. */
  const clock: Clock = {
    now: () => zeroMs + atMs,
    monotonic: () => atMs,
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
  }
  const io = { ...createDiscreetIo(processIo(new AbortController().signal)), cwd, clock }
  const secrets = secretsOfServer(entry)
  io.keepSecret(secrets)
  const store = await openRecordTarget(target, io)
  const redactor = captureRedactor(store, secrets, redact)
  const word = policy === undefined ? {} : { policy }
  const recorder = recorderOf(entry, { store, redactor: () => redactor, io, ...word })
  const connection = recorder.connect()
  let isTold = false
  const tap = createWireTap(connection.carrier('wire'), () => {
    if (!isTold) io.stderr('Warning: a message was too long to be recorded; it was passed on.\n')
    isTold = true
  })
  return {
    tell({ kind, bytes, atMs: saidMs }) {
      atMs = saidMs
      if (kind === 'client') void tap.fromClient(bytes)
      else void tap.fromServer(bytes)
    },
    settled: () => recorder.settled(),
    async close() {
      connection.close()
      await recorder.settled()
      await store[Symbol.asyncDispose]()
      return recorder.counts
    },
  }
}
