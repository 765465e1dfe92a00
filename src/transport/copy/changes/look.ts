/** Looks at files from outside the world, through the keeper, and leaves no time of access behind. */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
} from 'node:fs'
import { digestOfBytes, essenceOfIndex } from '../../../base/index.js'
import type { Entry, FileState } from './entry.js'

/**
 * Undefined when nothing is there, or only an overlay's word for what was removed: a character device 0/0. `known` is what was there the
 * last time: where a link leads is read once.
 */
export function entryAt(path: string, known?: Entry): Entry | undefined {
  const status = statusAt(path)
  if (status === undefined || (status.isCharacterDevice() && status.rdev === 0n)) return undefined
  const kind = status.isFile()
    ? 'file'
    : status.isDirectory()
      ? 'folder'
      : status.isSymbolicLink()
        ? 'link'
        : 'other'
  return {
    kind,
    mode: Number(status.mode & 0o7777n),
    size: Number(status.size),
    modified: status.mtimeNs,
    changed: status.ctimeNs,
    inode: status.ino,
    target: kind !== 'link' ? '' : isSame(status, known) ? known.target : targetOf(path),
  }
}

/** A link cannot be changed, only replaced. */
function isSame(status: BigIntStats, known: Entry | undefined): known is Entry {
  return known?.kind === 'link' && known.inode === status.ino && known.changed === status.ctimeNs
}

function statusAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    // A file stands where a folder was, or it is closed to us.
    return undefined
  }
}

function targetOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Gone since we looked: the next look tells.
    return ''
  }
}

/** The state of what is there, with its contents when they are at most `keep` bytes. */
export function stateAt(path: string, entry: Entry, keep: number): FileState {
  const { kind, mode, size } = entry
  const state = {
    kind,
    mode,
    bytes: kind === 'file' ? size : 0,
    ...(kind === 'link' ? { target: entry.target } : {}),
  }
  if (kind !== 'file') return state
  const bytes = readQuietly(path)
  if (bytes === undefined) return state
  const essence = path.endsWith('/index') ? essenceOfIndex(bytes) : undefined
  return {
    ...state,
    digest: digestOfBytes(bytes),
    ...(essence === undefined ? {} : { essence: digestOfBytes(essence) }),
    ...(bytes.length <= keep ? { content: bytes } : {}),
  }
}

/** Undefined when it cannot be read. */
function readQuietly(path: string): Buffer | undefined {
  for (const flags of [constants.O_NOATIME, 0]) {
    try {
      const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags)
      try {
        return fstatSync(fd).isFile() ? readFileSync(fd) : undefined
      } finally {
        closeSync(fd)
      }
    } catch {
      // Only the owner may read without leaving a time behind; and it may be gone, or closed to us.
    }
  }
  return undefined
}
