/** Reads files anew when they changed, and none while it is being written. */
import { readFile as readBytes, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from './find-files.js'
import { type ParsedFile, parseInstruction } from './parse-instruction.js'
import type { Problem } from './problem.js'

/** What was read of a file, and by what it is known that it has not changed since. */
export interface ReadFile extends ParsedFile {
  readonly signature: string
}

export type ReadFiles = ReadonlyMap<string, ReadFile>

/** How long a file must have rested before it counts as written. */
const REST_MS = 40
/** A file that is written to for longer than this is taken as it stands. */
const MAX_WAIT_MS = 1000
const MAX_BYTES = 1_000_000
const AT_ONCE = 32

/**
 * Files whose signature is as before are not opened. One that was changed just now is looked at again until it rests, so that
 * nobody sees half of it; while it does not rest, what was read of it before stands.
 */
export async function readFiles(
  root: string,
  files: readonly string[],
  before: ReadFiles,
): Promise<ReadFiles> {
  const read = new Map<string, ReadFile>()
  let open = [...files]
  const deadline = Date.now() + MAX_WAIT_MS
  while (open.length > 0) {
    const isLastRound = Date.now() > deadline
    const restless = new Set<string>()
    await inBatches(open, async (file) => {
      const found = await readFile(root, file, read.get(file) ?? before.get(file))
      if (found === undefined) read.delete(file)
      else if (found.isResting) read.set(file, found.file)
      else {
        restless.add(file)
        const last = before.get(file)
        // Without a signature the file is read again next time.
        if (isLastRound) read.set(file, { ...(last ?? found.file), signature: '' })
      }
    })
    if (restless.size === 0 || isLastRound) break
    await sleep(REST_MS)
    open = open.filter((file) => restless.has(file))
  }
  return new Map(files.flatMap((file) => entryOf(read, file)))
}

/** Undefined for a file that is gone. */
async function readFile(
  root: string,
  file: string,
  before: ReadFile | undefined,
): Promise<{ readonly file: ReadFile; readonly isResting: boolean } | undefined> {
  try {
    const path = join(root, file)
    const { signature, size, age } = await look(path)
    if (before !== undefined && before.signature === signature) return { file: before, isResting: true }
    if (size > MAX_BYTES) return resting(broken(file, 'TOO_LARGE', tooLarge(size), signature))
    const bytes = await readBytes(path)
    const after = await look(path)
    const parsed = { ...parseBytes(file, bytes), signature }
    return { file: parsed, isResting: after.signature === signature && (age < 0 || age >= REST_MS) }
  } catch (failure) {
    const reason = reasonOf(failure)
    if (reason === 'ENOENT' || reason === 'ENOTDIR') return undefined
    return resting(broken(file, 'UNREADABLE', `it cannot be read: ${reason}`, ''))
  }
}

async function look(path: string): Promise<{ signature: string; size: number; age: number }> {
  const { mtimeMs, ctimeMs, size, ino } = await stat(path)
  return { signature: `${ino} ${size} ${mtimeMs} ${ctimeMs}`, size, age: Date.now() - mtimeMs }
}

function parseBytes(file: string, bytes: Buffer): ParsedFile {
  const text = decode(bytes)
  return text === undefined ? broken(file, 'NOT_UTF8', 'it is not UTF-8', '') : parseInstruction(file, text)
}

/** Undefined for what is not UTF-8. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // A fatal decoder throws for nothing else.
    return undefined
  }
}

function resting(file: ReadFile): { file: ReadFile; isResting: boolean } {
  return { file, isResting: true }
}

function broken(file: string, code: Problem['code'], message: string, signature: string): ReadFile {
  return { signature, problems: [{ file, code, message, effect: 'left-out' }] }
}

function tooLarge(size: number): string {
  return `it has ${size} bytes, more than ${MAX_BYTES}`
}

function entryOf(read: ReadonlyMap<string, ReadFile>, file: string): [string, ReadFile][] {
  const found = read.get(file)
  return found === undefined ? [] : [[file, found]]
}

async function inBatches(files: readonly string[], work: (file: string) => Promise<void>): Promise<void> {
  for (let first = 0; first < files.length; first += AT_ONCE)
    await Promise.all(files.slice(first, first + AT_ONCE).map(work))
}
