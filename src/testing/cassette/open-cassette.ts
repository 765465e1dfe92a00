/** A recording that stands in for a server of a test. */
import { existsSync } from 'node:fs'
import { type Clock, UsageError } from '../../base/index.js'
import {
  createRedactor,
  openCassetteStore,
  openSqliteStore,
  type RecordingStore,
  secretValues,
} from '../../recording/index.js'
import {
  createReplay,
  parseFault,
  type Repeats,
  type Replay,
  readRecordedServer,
  type Timing,
  type Volatile,
} from '../../replay/index.js'
import { given } from '../client/given.js'

/** A recording that answers as the recorded server did. What was not recorded is an error, and told in `client.replay`. */
export interface CassetteTarget extends CassetteSettings {
  /** A file (of JSON Lines, or SQLite where it ends in .db), or a store that is open already. */
  readonly cassette: string | RecordingStore
  /** Which of the recorded servers; default: the only one. */
  readonly recordedServer?: string
}

export interface CassetteSettings {
  /** What the same request gets again; default `sticky`: in order, and the last stays. */
  readonly repeats?: Repeats
  /** Default `none`: nothing is waited for. */
  readonly timing?: Timing
  /** Such as `echo=delay:500` or `*=disconnect@10%`. */
  readonly faults?: readonly string[]
  /** Of faults by chance; default 1. */
  readonly seed?: number
  /** Pointers into a tool's arguments that do not count, such as `/timestamp`. */
  readonly ignore?: Volatile
  /** Values that were secrets when it was recorded: a call that sends them is found by their placeholders. */
  readonly secrets?: Readonly<Record<string, string>>
}

/**
 * Reads the recordings; the file is closed again.
 * @throws UsageError FILE_UNREADABLE when there is no such file, USAGE when it holds no server, or several; StoreError
 */
export async function openCassette(target: CassetteTarget, clock: Clock): Promise<Replay> {
  const { cassette, recordedServer, repeats, timing, ignore, seed, faults, secrets } = target
  if (typeof cassette !== 'string') return replayOf(cassette, 'the store')
  if (!existsSync(cassette))
    throw new UsageError('FILE_UNREADABLE', `Cannot replay "${cassette}": there is no such file`, {
      hint: 'record one: understudy record --out FILE -- COMMAND',
    })
  await using store = await openRecordings(cassette)
  return await replayOf(store, cassette)

  async function replayOf(from: RecordingStore, where: string): Promise<Replay> {
    const redactor = createRedactor({ secrets: secretValues(secrets ?? {}), salt: from.salt })
    return createReplay({
      ...(await readRecordedServer(from, where, recordedServer)),
      ...{ redactor, clock },
      ...given({ repeats, timing, ignore, seed, faults: faults?.map(parseFault) }),
    })
  }
}

/** By its ending, as on the command line. */
export function openRecordings(file: string): Promise<RecordingStore> {
  return /\.(?:db|sqlite)$/.test(file) ? openSqliteStore(file) : openCassetteStore(file)
}
