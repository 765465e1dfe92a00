/** Files that only their owner may read. */
import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, messageOf, StoreError } from '../base/index.js'

/**
 * Makes sure that a regular file stands at the path, and resolves with its real path.
 * Creates it empty with mode 0600, and missing folders with 0700. A file that is already there is left as it is; a fresh one is
 * never made through a symbolic link, since whoever laid the link would choose which file of ours gets written.
 * @throws StoreError STORE_UNREADABLE or STORE_FULL.
 */
export async function claimPrivateFile(path: string): Promise<string> {
  try {
    await makeFolder(path)
    const isNew = await createEmpty(path)
    if (!isNew) await refuseUnusable(path)
    return await realpath(path)
  } catch (failure) {
    throw failure instanceof StoreError ? failure : storeError(path, failure)
  }
}

/**
 * Makes the missing folders of a path with mode 0700, and resolves with where a file of that name is: behind a link where there is one.
 * @throws StoreError STORE_UNREADABLE or STORE_FULL.
 */
export async function claimFolder(path: string): Promise<string> {
  try {
    await makeFolder(path)
    return (await realpath(path).catch(nothingThere)) ?? path
  } catch (failure) {
    throw failure instanceof StoreError ? failure : storeError(path, failure)
  }
}

/** @throws StoreError STORE_UNREADABLE when one of the paths is a symbolic link. */
export async function refuseSymbolicLinks(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const entry = await lstat(path).catch(nothingThere)
    if (entry?.isSymbolicLink() === true) throw unusable(path, 'is a symbolic link')
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolders(dirname(path))
  } catch (failure) {
    const code = codeOf(failure)
    if (code === 'EEXIST' || code === 'ENOTDIR') throw unusable(path, 'what should be its folder is a file')
    throw failure
  }
}

/** As `mkdir` does with `recursive`, which in Node never ends where a folder cannot be made though its parent is there (/proc). */
async function makeFolders(folder: string): Promise<void> {
  const entry = await stat(folder).catch(nothingThere)
  if (entry?.isDirectory() === true) return
  if (entry === undefined && dirname(folder) !== folder) await makeFolders(dirname(folder))
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (failure) {
    // Another process may have made it since.
    if (codeOf(failure) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw failure
  }
}

async function createEmpty(path: string): Promise<boolean> {
  try {
    const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | NO_FOLLOW, 0o600)
    await file.close()
    return true
  } catch (failure) {
    if (codeOf(failure) === 'EEXIST') return false
    throw failure
  }
}

async function refuseUnusable(path: string): Promise<void> {
  const isLink = (await lstat(path)).isSymbolicLink()
  const target = await stat(path).catch(nothingThere)
  if (target === undefined) throw unusable(path, 'is a symbolic link to nothing')
  if (!target.isFile()) throw unusable(path, target.isDirectory() ? 'is a folder' : 'is not a regular file')
  if (isLink && target.size === 0) throw unusable(path, 'is a symbolic link to an empty file')
}

function nothingThere(failure: unknown): undefined {
  if (codeOf(failure) !== 'ENOENT') throw failure
}

function unusable(path: string, found: string): StoreError {
  return new StoreError('STORE_UNREADABLE', `Cannot open the store "${path}": ${found}`, {
    hint: 'name another file; nothing was changed',
    data: { path },
  })
}

function storeError(path: string, cause: unknown): StoreError {
  const code = codeOf(cause)
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  const found = messageOf(cause)
  return new StoreError(
    isFull ? 'STORE_FULL' : 'STORE_UNREADABLE',
    `Cannot open the store "${path}": ${found}`,
    {
      hint: isFull ? 'make room on the disk' : 'check the path and its permissions, or name another file',
      data: { path },
      cause,
    },
  )
}

/** Windows has no such flag, and needs a privilege to make such links. */
const NO_FOLLOW: number = constants.O_NOFOLLOW ?? 0
