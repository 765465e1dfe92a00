/** A recording that stands in for a server of a test. */
import { existsSync } from 'node:fs'
import { type Clock, defined, UsageError } from '../../base/index.js'
import {
  createRedactor,
  openCassetteStore,
  openSqliteStore,
  type RecordingStore,
  secretValues,
} from '../../recording/index.js'
import { createReplay, parseFault, type Replay, readRecordedServer } from '../../replay/index.js'
import type { CassetteTarget } from '../client/start-options.js'

/**
 * Reads the recordings; the file is closed again.
 * @throws UsageError FILE_UNREADABLE when there is no such file, USAGE when it holds no server, or several; StoreError
 */
export async function openCassette(target: CassetteTarget, clock: Clock): Promise<Replay> {
  const { cassette, recordedServer, repeats, timing, ignore, seed, faults, secrets, redaction } = target
  if (typeof cassette !== 'string') return 'service' in cassette ? cassette : replayOf(cassette, 'the store')
  if (!existsSync(cassette))
    throw new UsageError('FILE_UNREADABLE', `Cannot replay "${cassette}": there is no such file`, {
      hint: 'record one: understudy record --out FILE -- COMMAND',
    })
  await using store = await openRecordings(cassette)
  return await replayOf(store, cassette)

  async function replayOf(from: RecordingStore, where: string): Promise<Replay> {
    const redactor = createRedactor({
      ...{ secrets: secretValues(secrets ?? {}), salt: from.salt },
      ...defined({ rules: redaction }),
    })
    return createReplay({
      ...(await readRecordedServer(from, where, recordedServer)),
      ...{ redactor, clock },
      ...defined({ repeats, timing, ignore, seed, faults: faults?.map(parseFault) }),
    })
  }
}

/** By its ending, as on the command line. */
export function openRecordings(file: string): Promise<RecordingStore> {
  return /\.(?:db|sqlite)$/.test(file) ? openSqliteStore(file) : openCassetteStore(file)
}
