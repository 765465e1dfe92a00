/** Recordings of any store, as a cassette. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { randomName } from '../../base/index.js'
import { claimFolder } from '../../database/index.js'
import type { Recording } from '../recording.js'
import type { Generations } from '../recording-store.js'
import { withCassetteFailures } from './cassette-failure.js'
import { writeBytes } from './cassette-file.js'
import { changeLine, headerLine, recordingLine } from './cassette-lines.js'

/** What a cassette is made of. */
export interface CassetteContent {
  readonly salt: string
  readonly isOfCopy?: boolean
  readonly recordings: AsyncIterable<Recording>
  readonly generations: Generations
}

/**
 * Writes a whole cassette (mode 0600) to a temporary name and renames it: readers see the file that was there, or the new one.
 * Resolves with the number of recordings. @throws StoreError STORE_FULL or STORE_UNREADABLE; what was there is then still there
 */
export async function writeCassette(
  path: string,
  { salt, isOfCopy = false, recordings, generations }: CassetteContent,
  onProgress: (count: number) => void = () => undefined,
): Promise<number> {
  const file = await claimFolder(resolve(path))
  const temporary = join(dirname(file), `.${basename(file)}.${randomName()}.tmp`)
  const guarded = <T>(work: () => T): T => withCassetteFailures(path, work)
  const target = guarded(() => openSync(temporary, 'wx', 0o600))
  try {
    const servers = new Set<string>()
    let count = 0
    let written = 0
    let waiting = headerLine({ salt, isOfCopy })
    const write = (): void => {
      const bytes = Buffer.from(waiting, 'utf8')
      guarded(() => writeBytes(target, bytes, written))
      written += bytes.length
      waiting = ''
    }
    for await (const recording of recordings) {
      servers.add(recording.server)
      waiting += recordingLine(recording)
      count++
      if (waiting.length < PIECE) continue
      write()
      onProgress(count)
    }
    for (const server of servers) {
      const generation = await generations.of(server)
      if (generation > 0) waiting += changeLine(server, generation)
    }
    write()
    guarded(() => {
      fsyncSync(target)
      renameSync(temporary, file)
    })
    return count
  } finally {
    closeSync(target)
    rmSync(temporary, { force: true })
  }
}

const PIECE = 256 * 1024
