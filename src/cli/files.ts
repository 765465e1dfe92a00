/** Files that the user names: read with a clear error, written whole or not at all. */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { randomName, StoreError, UsageError } from '../base/index.js'

/**
 * Reads a file of the user's. `what` names its purpose: "the program".
 * @throws UsageError FILE_UNREADABLE
 */
export function readUserFile(path: string, what: string, cwd: string): Buffer {
  try {
    return readFileSync(resolve(cwd, path))
  } catch (cause) {
    const reason =
      cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
        ? 'there is no such file'
        : String(cause)
    throw new UsageError('FILE_UNREADABLE', `Cannot read ${what} "${path}": ${reason}`, {
      hint: `paths start from ${cwd}`,
      cause,
    })
  }
}

/**
 * Writes to a temporary name in the same folder, then renames: readers see the old file or the new one. Keeps the mode of a file
 * that is replaced.
 * @throws StoreError WRITE_FILE_FAILED; what was there before is still there
 */
export function writeWholeFile(path: string, text: string, cwd: string): void {
  const target = resolve(cwd, path)
  const temporary = join(dirname(target), `.${basename(target)}.${randomName()}.tmp`)
  try {
    writeFileSync(temporary, text, { flag: 'wx' })
    if (existsSync(target)) chmodSync(temporary, statSync(target).mode)
    renameSync(temporary, target)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw new StoreError(
      'WRITE_FILE_FAILED',
      `Cannot write "${path}": ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}
