/** A cassette that several processes may use: always the file that stands at the path now, written by one at a time. */
import { fdatasyncSync } from 'node:fs'
import { StoreError, UsageError } from '../../base/index.js'
import type { Recording } from '../recording.js'
import { withCassetteFailures } from './cassette-failure.js'
import { type CassetteFile, openCassetteFile } from './cassette-file.js'
import { type CassetteHeader, headerLine } from './cassette-lines.js'
import type { FileLock } from './exclusive-file.js'

export interface Cassette {
  readonly path: string
  readonly salt: string
  readonly isOfCopy: boolean
  /** All that is in the file now. */
  read(): Promise<CassetteFile>
  /** Does the work on all that is in the file, while no other process writes. */
  write<T>(work: (file: CassetteFile) => T): Promise<T>
  recordingIn(file: CassetteFile, entry: number): Recording
  /** Keeps a file readable, also once another one stands in its place. */
  hold(file: CassetteFile): { release(): void }
  /** @throws UsageError ALREADY_CLOSED */
  refuseClosed(): void
  close(): Promise<void>
}

/** Opens what stands at the path, and writes this header of a cassette where that is empty. */
export async function openCassette(
  path: string,
  {
    lock,
    newHeader,
    warn,
  }: {
    readonly lock: FileLock
    readonly newHeader: CassetteHeader
    readonly warn: (message: string) => void
  },
): Promise<Cassette> {
  const current = createCurrentFile(path, lock, warn)
  const { read, write, close } = current
  try {
    const found = await read()
    const salt = found.salt ?? (await write((file) => file.salt ?? begin(file, newHeader)))
    return {
      path,
      salt,
      isOfCopy: found.isOfCopy,
      read: async () => sameSalt(await read(), salt, path),
      write: (work) => write((file) => work(sameSalt(file, salt, path))),
      recordingIn: (file, entry) => withCassetteFailures(path, () => file.recording(entry)),
      hold: current.hold,
      refuseClosed: current.refuseClosed,
      close,
    }
  } catch (failure) {
    await close()
    throw failure
  }
}

/** The file that stands at the path, whichever that is when it is asked for. */
function createCurrentFile(path: string, lock: FileLock, warn: (message: string) => void) {
  let closed = false
  let isWritten = false
  let current: CassetteFile | undefined
  const readers = createReaders()

  const refuseClosed = (): void => {
    if (closed) throw new UsageError('ALREADY_CLOSED', `Cannot use the store "${path}": it was closed`)
  }
  const onCut = (bytes: number): void =>
    warn(
      `The last line of "${path}" is not whole: its ${bytes} bytes, of a recording that was never finished, are left out`,
    )
  const inPlace = (): CassetteFile => {
    refuseClosed()
    if (current?.isReplaced() === true) {
      readers.release(current)
      current = undefined
    }
    if (current === undefined) {
      current = openCassetteFile(path, onCut)
      readers.hold(current)
    }
    return current
  }
  const read = (): Promise<CassetteFile> => readWhole(path, inPlace)
  return {
    hold: readers.hold,
    refuseClosed,
    read,
    async write<T>(work: (file: CassetteFile) => T): Promise<T> {
      await read()
      return lock.hold(() =>
        withCassetteFailures(path, () => {
          const file = inPlace()
          while (file.readOn());
          isWritten = true
          return work(file)
        }),
      )
    },
    async close(): Promise<void> {
      if (closed) return
      closed = true
      try {
        if (isWritten && current !== undefined) syncToDisk(path, current)
      } finally {
        readers.close()
        await lock.close()
      }
    },
  }
}

/** How many read each file; the current one counts as one. A file that nobody reads is closed. */
function createReaders() {
  const readers = new Map<CassetteFile, number>()
  const release = (file: CassetteFile): void => {
    const left = (readers.get(file) ?? 0) - 1
    if (left > 0) readers.set(file, left)
    else if (readers.delete(file)) file.close()
  }
  return {
    release,
    hold(file: CassetteFile): { release(): void } {
      readers.set(file, (readers.get(file) ?? 0) + 1)
      return { release: () => release(file) }
    },
    close(): void {
      for (const file of readers.keys()) file.close()
      readers.clear()
    },
  }
}

/** In pieces, so that whatever else this process does gets its turn. `inPlace` gives the file that stands at the path by then. */
async function readWhole(path: string, inPlace: () => CassetteFile): Promise<CassetteFile> {
  for (;;) {
    const { file, isMore } = withCassetteFailures(path, () => {
      const file = inPlace()
      return { file, isMore: file.readOn() }
    })
    if (!isMore) return file
    await new Promise(setImmediate)
  }
}

function begin(file: CassetteFile, header: CassetteHeader): string {
  file.append([{ text: headerLine(header), says: header }])
  return header.salt
}

/** Another salt would give the same secrets other placeholders. */
function sameSalt(file: CassetteFile, salt: string, path: string): CassetteFile {
  if (file.salt === salt) return file
  throw new StoreError(
    'STORE_CORRUPT',
    `Cannot use the store "${path}": another cassette stands in its place`,
    {
      hint: 'open it again; nothing was changed',
      data: { path },
    },
  )
}

function syncToDisk(path: string, file: CassetteFile): void {
  withCassetteFailures(path, () => fdatasyncSync(file.descriptor))
}
