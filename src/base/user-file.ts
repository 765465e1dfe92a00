/** Files that the user names, read with a clear error. */
import { readFileSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from './errors.js'
import { messageOf } from './message-of.js'

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

/** The same as text, without the mark that editors on Windows begin a file with. @throws UsageError FILE_UNREADABLE */
export function readUserText(path: string, what: string, cwd: string): string {
  return withoutByteOrderMark(readUserFile(path, what, cwd).toString('utf8'))
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function problemWith(stats: Stats): string | undefined {
  if (stats.isDirectory()) return 'it is a folder'
  if (!stats.isFile()) return 'it is not a regular file'
  return stats.size > MAX_INPUT_BYTES
    ? `it has ${stats.size} bytes, more than the limit of ${MAX_INPUT_BYTES}`
    : undefined
}

/** What `look` says, or why the file system said no. */
export function problemOf(look: () => string | undefined): string | undefined {
  try {
    return look()
  } catch (cause) {
    return reasonOf(cause)
  }
}

function unreadable(path: string, what: string, problem: string, hint: string): UsageError {
  return new UsageError('FILE_UNREADABLE', `Cannot read ${what} "${path}": ${problem}`, { hint })
}

/** Why the file system said no, in words where the code has some. */
export function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? messageOf(cause)
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
