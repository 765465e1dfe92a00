/** `record`: what the client and the server say goes into a store. */
import { type Clock, defined, StoreError, UsageError } from '../../base/index.js'
import {
  createRecorder,
  createRedactor,
  openCassetteStore,
  openSqliteStore,
  principalOf,
  type RecordingStore,
  recordEvents,
  secretValues,
} from '../../recording/index.js'
import { contractOf } from '../../registry/contract-of.js'
import type { TapEvent } from '../../transport/index.js'
import type { RecordSettings, StartOptions } from './start-options.js'

export interface RecordedSession {
  see(event: TapEvent, text?: string): void
  /**
   * Resolves when everything that was said is stored. Safe to call twice.
   * @throws StoreError what the store failed with first
   */
  close(): Promise<void>
}

/** @throws UsageError USAGE; StoreError when the file cannot be opened */
export async function startRecording(
  settings: RecordSettings,
  options: StartOptions,
  clock: Clock,
): Promise<RecordedSession> {
  const { server = 'server', secrets: given = [], redaction } = settings
  const { store, isOurs } = await openStore(settings)
  const secrets = [...given, ...secretsOf(options)]
  const redactor = createRedactor({
    ...{ secrets, salt: store.salt },
    ...defined({ rules: redaction }),
  })
  let failure: unknown
  const recorder = createRecorder({
    server,
    store,
    redactor: () => redactor,
    principal: principalOf(secrets, store.salt),
    clock,
    describe: contractOf,
    onFailure(first) {
      failure = first
    },
  })
  let closing: Promise<void> | undefined

  async function end(): Promise<void> {
    await recorder.settled()
    if (isOurs) await store[Symbol.asyncDispose]()
    if (failure !== undefined) throw asStoreError(failure)
  }

  return {
    see: recordEvents(recorder),
    close() {
      closing ??= end()
      return closing
    },
  }
}

async function openStore({
  store,
  path,
}: RecordSettings): Promise<{ readonly store: RecordingStore; readonly isOurs: boolean }> {
  if (store !== undefined && path === undefined) return { store, isOurs: false }
  if (path === undefined || store !== undefined || path === '')
    throw new UsageError('USAGE', 'Cannot start the client: record needs either a store or a path', {
      hint: "such as record: { path: 'notes.jsonl' }",
    })
  return {
    store: await (path.endsWith('.jsonl') ? openCassetteStore(path) : openSqliteStore(path)),
    isOurs: true,
  }
}

function secretsOf(options: StartOptions): readonly string[] {
  const given = [
    'env' in options ? options.env : undefined,
    'headers' in options ? options.headers : undefined,
    'url' in options ? { url: String(options.url) } : undefined,
  ]
  return given.flatMap((each) => (each === undefined ? [] : secretValues(each)))
}

function asStoreError(failure: unknown): unknown {
  if (failure instanceof StoreError) return failure
  return new StoreError('STORE_UNREADABLE', 'Cannot record everything that was said', { cause: failure })
}
