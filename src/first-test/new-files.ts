/** Writes several files, all or none of them. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { printable, reasonOf, StoreError, UsageError, writeWholeFile } from '../base/index.js'

export interface NewFile {
  /** As the user is told it; relative to the user's folder. */
  readonly path: string
  readonly text: string
}

/** @throws UsageError USAGE naming those that are there already */
export function refuseExisting(paths: readonly string[], cwd: string): void {
  const there = paths.filter((path) => existsSync(resolve(cwd, path)))
  if (there.length === 0) return
  const names = there.map((path) => `"${printable(path, { oneLine: true })}"`).join(', ')
  throw new UsageError(
    'USAGE',
    `Cannot write ${names}: ${there.length === 1 ? 'it is' : 'they are'} there already`,
    {
      hint: 'nothing was written; --force writes them anew, --out and --lock name other files',
    },
  )
}

/**
 * Makes the folders that are missing. When one of the files cannot be written, those before it are as they were.
 * @throws StoreError WRITE_FILE_FAILED
 */
export function writeAllFiles(files: readonly NewFile[], cwd: string): void {
  const undo: (() => void)[] = []
  try {
    for (const { path, text } of files) {
      const target = resolve(cwd, path)
      const made = makeFolder(dirname(target), path)
      if (made !== undefined) undo.push(() => rmdirSync(made))
      const before = existsSync(target) ? readFileSync(target) : undefined
      writeWholeFile(path, text, cwd)
      undo.push(() => (before === undefined ? rmSync(target) : writeFileSync(target, before)))
    }
  } catch (failure) {
    for (const step of undo.reverse()) attempt(step)
    throw failure
  }
}

/** The first folder that had to be made. */
function makeFolder(folder: string, path: string): string | undefined {
  try {
    return mkdirSync(folder, { recursive: true })
  } catch (cause) {
    throw new StoreError('WRITE_FILE_FAILED', `Cannot write "${path}": ${reasonOf(cause)}`, {
      hint: 'check the folder and its permissions; nothing was written',
      cause,
    })
  }
}

function attempt(step: () => void): void {
  try {
    step()
  } catch {
    // What failed first is what the user is told; a folder that holds something by now stays.
  }
}
