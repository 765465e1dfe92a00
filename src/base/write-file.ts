/** Files that the user names, written whole or not at all. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreError } from './errors.js'
import { randomName } from './random.js'
import { problemOf, reasonOf } from './user-file.js'

/**
 * Writes to a temporary name in the same folder, then renames: readers see the old file or the new one. Keeps the mode of a file
 * that is replaced, and writes behind a symbolic link what it points to. `mode` is that of a file that was not there.
 * @throws StoreError WRITE_FILE_FAILED; what was there before is still there
 */
export function writeWholeFile(path: string, text: string, cwd: string, mode = 0o666): void {
  const named = resolve(cwd, path)
  const problem = problemOf(() => (existsSync(named) ? unlessReplaceable(statSync(named)) : undefined))
  if (problem !== undefined) throw unwritten(path, problem)
  const target = existsSync(named) ? realpathSync(named) : named
  const temporary = join(dirname(target), `.${basename(target)}.${randomName()}.tmp`)
  try {
    const kept = existsSync(target) ? statSync(target).mode : undefined
    writeFileSync(temporary, text, { flag: 'wx', mode: kept ?? mode })
    // What the umask took away, the file that is replaced had all the same.
    if (kept !== undefined) chmodSync(temporary, kept)
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
