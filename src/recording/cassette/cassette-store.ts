/** Recordings in a file of JSON Lines, to be kept beside the tests and read in a diff. */
import { resolve } from 'node:path'
import { StoreError } from '../../base/index.js'
import { claimPrivateFile, type LockPatience, refuseSymbolicLinks } from '../../database/index.js'
import { makeSalt } from '../make-salt.js'
import { MAX_SAMPLES, percentiles } from '../percentiles.js'
import { isSameExchange, type Recording } from '../recording.js'
import type { RecordingStore } from '../recording-store.js'
import { type Cassette, openCassette } from './cassette.js'
import type { CassetteFile, NewLine } from './cassette-file.js'
import { changeLine, recordingLine } from './cassette-lines.js'
import { createFileLock } from './file-lock.js'
import { removeLines } from './rewrite-cassette.js'

export interface CassetteOptions extends LockPatience {
  /** Of a cassette that is made; default: a new one. */
  readonly salt?: string
  /** Of a cassette that is made: true for one that is recorded in a copy of a machine. */
  readonly isOfCopy?: boolean
  /** Told when the end of the file is not whole and left out, as after a power loss. */
  readonly warn?: (message: string) => void
}

/**
 * Opens the cassette of a file, creating it (mode 0600, its folder 0700) when there is none.
 *
 * Lines are appended, in the order in which they came; an append is there whole or not at all, whatever happens to the process.
 * What `append` has acknowledged survives the death of the process; the last moments before a power loss may be missing.
 * Memory holds where the recordings stand, about a hundred bytes each. Several processes take turns by a lock, `FILE.lock`,
 * which the last one removes; who only reads needs no lock, and may not be allowed to write.
 * @throws StoreError STORE_NEWER, STORE_CORRUPT, STORE_LOCKED, STORE_FULL or STORE_UNREADABLE; the file is then left as it was.
 */
export async function openCassetteStore(
  path: string,
  options: CassetteOptions = {},
): Promise<RecordingStore> {
  const { salt = makeSalt(), isOfCopy = false, warn = () => undefined, ...patience } = options
  const file = await claimPrivateFile(resolve(path))
  await refuseSymbolicLinks([`${file}.lock`])
  return storeOn(
    await openCassette(file, {
      lock: createFileLock(`${file}.lock`, patience),
      newHeader: { salt, isOfCopy },
      warn,
    }),
  )
}

function storeOn(cassette: Cassette): RecordingStore {
  return {
    salt: cassette.salt,
    isOfCopy: cassette.isOfCopy,
    generations: {
      of: async (server) => (await cassette.read()).generationOf(server),
      advance: (server) =>
        cassette.write((file) => {
          const generation = file.generationOf(server) + 1
          file.append([{ text: changeLine(server, generation), says: { server, generation } }])
          return generation
        }),
      raise: (server, atLeast) =>
        cassette.write((file) => {
          const generation = Math.max(file.generationOf(server), atLeast)
          const isHigher = generation > file.generationOf(server)
          file.append(
            isHigher ? [{ text: changeLine(server, generation), says: { server, generation } }] : [],
          )
          return generation
        }),
    },
    async append(recordings, which) {
      cassette.refuseClosed()
      const lines = recordings.map((says) => ({ text: recordingLine(says), says }))
      return cassette.write((file) => {
        const added = which === 'missing' ? missingIn(file, lines) : lines
        file.append(added)
        return added.length
      })
    },
    async lookup(key, launch) {
      const file = await cassette.read()
      const entry = file.index.newestAnswer(key, launch)
      return entry === undefined ? undefined : ofKey(cassette.recordingIn(file, entry), key, cassette.path)
    },
    async durations({ key, server, tool }) {
      const { index } = await cassette.read()
      const newest = (entries: readonly number[]) => percentiles(index.durations(entries.slice(-MAX_SAMPLES)))
      return newest(index.answers({ key })) ?? newest(index.answers({ server, tool }))
    },
    async *list(filter = {}, newest = Infinity) {
      const file = await cassette.read()
      const held = cassette.hold(file)
      try {
        for (const entry of file.index.select(filter).slice(-newest)) {
          cassette.refuseClosed()
          yield cassette.recordingIn(file, entry)
        }
      } finally {
        held.release()
      }
    },
    remove: (filter) => removeLines(cassette, filter),
    [Symbol.asyncDispose]: () => cassette.close(),
  }
}

type RecordingLine = NewLine & { readonly says: Recording }

function missingIn(file: CassetteFile, lines: readonly RecordingLine[]): readonly RecordingLine[] {
  const missing: RecordingLine[] = []
  for (const line of lines) {
    const { key, recordedAt } = line.says
    const recordedBefore = new Date(Date.parse(recordedAt) + 1).toISOString()
    const stored = file.index.select({ key, recordedSince: recordedAt, recordedBefore })
    const isThere =
      stored.some((entry) => isSameExchange(file.recording(entry), line.says)) ||
      missing.some(({ says }) => isSameExchange(says, line.says))
    if (!isThere) missing.push(line)
  }
  return missing
}

function ofKey(recording: Recording, key: string, path: string): Recording {
  if (recording.key === key) return recording
  throw new StoreError('STORE_CORRUPT', `Cannot use the store "${path}": it was changed while it was open`, {
    hint: 'open it again; nothing was changed',
    data: { path },
  })
}
