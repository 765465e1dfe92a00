/** Files that the user names: read with a clear error, written whole or not at all. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { randomName, StoreError, UsageError } from '../base/index.js'

/** No plan, config or list of tools is larger, and memory must hold it several times. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024

/**
 * Reads a regular file of the user's of at most MAX_INPUT_BYTES; a pipe or a device might never end.
 * `what` names its purpose: "the program".
 * @throws UsageError FILE_UNREADABLE
 */
export function readUserFile(path: string, what: string, cwd: string): Buffer {
  const file = resolve(cwd, path)
  const problem = path === '' ? 'its name is empty' : problemOf(() => problemWith(statSync(file)))
  if (problem !== undefined) throw unreadable(path, what, problem, `paths start from ${cwd}`)
  try {
    return readFileSync(file)
  } catch (cause) {
    throw unreadable(path, what, reasonOf(cause), `paths start from ${cwd}`)
  }
}

function problemWith(stats: Stats): string | undefined {
  if (stats.isDirectory()) return 'it is a folder'
  if (!stats.isFile()) return 'it is not a regular file'
  return stats.size > MAX_INPUT_BYTES
    ? `it has ${stats.size} bytes, more than the limit of ${MAX_INPUT_BYTES}`
    : undefined
}

function problemOf(look: () => string | undefined): string | undefined {
  try {
    return look()
  } catch (cause) {
    return reasonOf(cause)
  }
}

function unreadable(path: string, what: string, problem: string, hint: string): UsageError {
  return new UsageError('FILE_UNREADABLE', `Cannot read ${what} "${path}": ${problem}`, { hint })
}

/**
 * Writes to a temporary name in the same folder, then renames: readers see the old file or the new one. Keeps the mode of a file
 * that is replaced, and writes behind a symbolic link what it points to.
 * @throws StoreError WRITE_FILE_FAILED; what was there before is still there
 */
export function writeWholeFile(path: string, text: string, cwd: string): void {
  const named = resolve(cwd, path)
  const problem = problemOf(() => (existsSync(named) ? unlessReplaceable(statSync(named)) : undefined))
  if (problem !== undefined) throw unwritten(path, problem)
  const target = existsSync(named) ? realpathSync(named) : named
  const temporary = join(dirname(target), `.${basename(target)}.${randomName()}.tmp`)
  try {
    writeFileSync(temporary, text, { flag: 'wx' })
    if (existsSync(target)) chmodSync(temporary, statSync(target).mode)
    renameSync(temporary, target)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw unwritten(path, reasonOf(cause), cause)
  }
}

/**
 * Adds to the end of a regular file, which is made when there is none.
 * @throws StoreError WRITE_FILE_FAILED
 */
export function appendToFile(path: string, text: string, cwd: string): void {
  const file = resolve(cwd, path)
  const problem = problemOf(() => (existsSync(file) ? unlessReplaceable(statSync(file)) : undefined))
  if (problem !== undefined) throw unwritten(path, problem)
  try {
    appendFileSync(file, text)
  } catch (cause) {
    throw unwritten(path, reasonOf(cause), cause)
  }
}

function unlessReplaceable(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined
  return stats.isDirectory() ? 'it is a folder' : 'it is not a regular file'
}

function unwritten(path: string, problem: string, cause?: unknown): StoreError {
  return new StoreError('WRITE_FILE_FAILED', `Cannot write "${path}": ${problem}`, {
    hint: 'check the folder and its permissions; what was there before is still there',
    cause,
  })
}

/** Why the file system said no, in words where the code has some. */
export function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
}
