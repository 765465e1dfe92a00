/** Where a recorder process works: its store, and the recorder that is told what it hears. */

import { type Clock, defined, systemClock } from '../../base/index.js'
import { secretsOfServer } from '../../config/server-secrets.js'
import { createWireTap, type Frame, type Kept, type Stored, storeOfSuccessor } from '../../proxy/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { captureRedactor } from '../../recording/redaction/index.js'
import { processIo } from '../cli-io.js'
import { createDiscreetIo } from '../discreet-io.js'
import { openRecordTarget } from '../record-target.js'
import { recorderOf } from '../recording-of-server.js'
import type { RecorderProcessSettings } from './settings.js'

export interface FrameHandler {
  tell(frame: Frame): void
  /** Resolves when everything that has ended is stored, or lost. */
  settled(): Promise<void>
  /** How far it is, now and then, where nothing is under way. */
  stored(): Promise<Stored | undefined>
  /** How far it is where that was asked for, once it is settled. @throws Error when something could not be stored */
  kept(): Kept | undefined
  /** Nothing more will be told. Resolves when the store is closed. */
  close(): Promise<RecordedCounts>
}

/** @throws UsageError or StoreError when the store cannot be opened */
export async function openFrameHandler(settings: RecorderProcessSettings): Promise<FrameHandler> {
  const { entry, target, cwd, zeroMs, redact, policy, stated, again, isDurable = false } = settings
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
  const word = defined({ policy, stated })
  let heardBytes = 0
  const ownStore =
    again === undefined ? store : storeOfSuccessor(store, again, () => heardBytes < again.bytes)
  /** Why something that a durable recorder heard is not stored. */
  let loss: string | undefined
  const lose = (reason: string): void => {
    loss ??= reason
  }
  const recorder = await recorderOf(entry, {
    ...{ store: ownStore, redactor: () => redactor, io },
    ...word,
    ...(isDurable ? { onFailure: lose } : {}),
  })
  const connection = recorder.connect()
  const messageStream = connection.messageStream('wire')
  const endsLine = { client: true, server: true }
  let told = { bytes: 0, lessons: 0 }
  let isTold = false
  const tap = createWireTap(messageStream, () => {
    lose('A message was too long to be recorded')
    if (!isTold && !isDurable)
      io.stderr('Warning: a message was too long to be recorded; it was passed on.\n')
    isTold = true
  })
  return {
    tell({ kind, bytes, atMs: saidMs }) {
      atMs = saidMs
      if (kind === 'client') void tap.fromClient(bytes)
      else void tap.fromServer(bytes)
      endsLine[kind === 'client' ? 'client' : 'server'] = bytes.at(-1) === LINE_FEED
      heardBytes += bytes.length
    },
    settled: () => recorder.settled(),
    async stored() {
      const isQuiet = endsLine.client && endsLine.server && !messageStream.isUnderWay
      if (!isQuiet || heardBytes < told.bytes + PART_BYTES || heardBytes < (again?.bytes ?? 0))
        return undefined
      const { lessons } = recorder
      const hasLesson = lessons > told.lessons
      told = { bytes: heardBytes, lessons }
      return { bytes: heardBytes, generation: await store.generations.of(entry.name), hasLesson }
    },
    kept() {
      if (!isDurable) return undefined
      if (loss !== undefined) throw new Error(loss)
      return { keptBytes: heardBytes }
    },
    async close() {
      connection.close()
      await recorder.settled()
      await store[Symbol.asyncDispose]()
      return recorder.counts
    },
  }
}

/** What a proxy keeps is let go in parts of this size, so that nothing is said for every call. */
const PART_BYTES = 64 * 1024
const LINE_FEED = 0x0a
