/** Recordings, opened as the server that they are of. */

import { UsageError } from '../base/index.js'
import { type RecordingStore, secretValues } from '../recording/index.js'
import { captureRedactor } from '../recording/redaction/index.js'
import {
  createReplay,
  type Replay,
  type ReplayOptions,
  readRecordedServer,
  recordedServers,
} from '../replay/index.js'
import type { CliIo } from './cli-io.js'
import { createDiscreetIo } from './discreet-io.js'
import { ignoredArguments, readSettings } from './settings.js'
import { openStoreToRead } from './stores.js'

export interface RecordingChoice
  extends Partial<Omit<ReplayOptions, 'recordings' | 'redactor' | 'server' | 'ignore'>> {
  /** A path, or true for the default store. */
  readonly from: string | true
  /** Default: the only one. */
  readonly server?: string
  /** What the project says about its recordings: the rules by which they were made. */
  readonly settings?: string | undefined
}

export interface OpenReplay extends Replay {
  readonly server: string
}

/**
 * All of it is read, and the store closed again. What is secret in the environment was so when it was recorded: a client is given
 * the same variables as the server had.
 * @throws UsageError FILE_UNREADABLE, SETTINGS_INVALID or USAGE, StoreError
 */
export async function openReplay(
  { from, server, settings, ...options }: RecordingChoice,
  io: CliIo,
): Promise<OpenReplay> {
  const project = await readSettings(settings, io)
  await using store = await openRecordings(from, io)
  const recorded = await readRecordedServer(store, from === true ? 'the store' : from, server)
  const redactor = captureRedactor(store, environmentSecrets(io), project.recordings.redact)
  const ignore = await ignoredArguments(project, recorded.server)
  const replay = createReplay({ ...recorded, clock: io.clock, ...options, redactor, ignore })
  return Object.assign(replay, { server: recorded.server })
}

/** The servers that were recorded, in the order of their names. */
export async function recordedNames(from: string, io: CliIo): Promise<readonly string[]> {
  await using store = await openRecordings(from, io)
  return await recordedServers(store)
}

export function environmentSecrets({ env }: CliIo): readonly string[] {
  const defined = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return secretValues(Object.fromEntries(defined))
}

async function openRecordings(from: string | true, io: CliIo): Promise<RecordingStore> {
  const store = await openStoreToRead(from, createDiscreetIo(io))
  if (store !== undefined) return store
  throw new UsageError('FILE_UNREADABLE', 'Cannot replay from --store: there is no store here', {
    hint: 'understudy call … --store makes one',
  })
}
