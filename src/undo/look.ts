/** Looks at places without following any link, and without leaving a time of access behind. */
import { createHash } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs'
import { codeOf, digestOfBytes, essenceOfIndex } from '../base/index.js'
import { inPinned, LeadsElsewhere } from './pinned-folder.js'
import { ABSENT, CLOSED, isUntouched, type PlaceState, type PlaceStates } from './place-state.js'

export interface LookOptions {
  /** Whether contents are read, and not only measured. */
  readonly reads: boolean
  /** What was seen before: the contents of what was not touched since are not read again. */
  readonly known?: PlaceStates | undefined
}

/** What stands at a path; behind a link, or a folder that has gone, there is nothing, and behind one that is closed to us nobody knows. */
export function stateAt(path: string, { reads, known }: LookOptions): PlaceState {
  try {
    return inPinned(path, ABSENT, (at) => {
      const status = lstatSync(at, { bigint: true, throwIfNoEntry: false })
      if (status === undefined) return ABSENT
      const state = stateOf(status, at)
      const before = known?.get(path)
      if (before !== undefined && isUntouched(before, state) && (!reads || hasContents(before))) return before
      return reads && state.kind === 'file' ? { ...state, ...contentsAt(at) } : state
    })
  } catch (failure) {
    if (failure instanceof LeadsElsewhere || codeOf(failure) === 'ENOTDIR') return ABSENT
    if (codeOf(failure) === 'EACCES') return CLOSED
    throw failure
  }
}

/** All that is below a path, itself included; its own state alone for what is no folder. A closed folder is `CLOSED`, with nothing below. `most` entries, then it is undefined. */
export function treeAt(path: string, options: LookOptions, most: number): PlaceStates | undefined {
  const states = new Map<string, PlaceState>()
  const open = [path]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const state = stateAt(at, options)
    states.set(at, state)
    if (states.size > most) return undefined
    if (state.kind !== 'folder') continue
    const names = namesIn(at)
    if (names === undefined) states.set(at, CLOSED)
    else for (const name of names) open.push(`${at}/${name}`)
  }
  return states
}

/** Sorted; none where it is no folder, undefined where it is closed to us. */
export function namesIn(path: string): readonly string[] | undefined {
  try {
    return inPinned(`${path}/.`, [], (at) => readdirSync(at)).toSorted()
  } catch (failure) {
    if (failure instanceof LeadsElsewhere || codeOf(failure) === 'ENOTDIR' || codeOf(failure) === 'ENOENT')
      return []
    if (codeOf(failure) === 'EACCES') return undefined
    throw failure
  }
}

/** Hands over the bytes of a file, piece by piece; `at` comes of a pinned folder. @throws what the system says */
export function readPieces(at: string, take: (piece: Buffer) => void): void {
  const fd = openQuietly(at)
  try {
    if (!fstatSync(fd).isFile()) throw new Error('it is no file')
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece)) take(piece.subarray(0, read))
  } finally {
    closeSync(fd)
  }
}

function stateOf(status: BigIntStats, at: string): PlaceState {
  const standing = {
    mode: Number(status.mode & 0o7777n),
    owner: Number(status.uid),
    group: Number(status.gid),
    inode: String(status.ino),
    modified: String(status.mtimeNs),
    accessed: String(status.atimeNs),
    changed: String(status.ctimeNs),
  }
  if (status.isDirectory()) return { ...standing, kind: 'folder' }
  if (status.isSymbolicLink()) return { ...standing, kind: 'link', target: readlinkSync(at) }
  if (!status.isFile()) return { ...standing, kind: 'other' }
  return { ...standing, kind: 'file', bytes: Number(status.size), names: Number(status.nlink) }
}

function hasContents(state: PlaceState): boolean {
  return state.kind !== 'file' || state.digest !== undefined
}

/** Nothing where it cannot be read: then only what was never touched is the same. */
function contentsAt(at: string): { readonly digest?: string; readonly essence?: string } {
  const hash = createHash('sha256')
  const index: Buffer[] = []
  try {
    readPieces(at, (piece) => {
      hash.update(piece)
      if (at.endsWith('/index')) index.push(Buffer.from(piece))
    })
  } catch {
    // Closed to us, or gone since.
    return {}
  }
  const essence = index.length === 0 ? undefined : essenceOfIndex(Buffer.concat(index))
  const digest = `sha256:${hash.digest('hex')}`
  if (essence === undefined) return { digest }
  return { digest, essence: digestOfBytes(essence) }
}

function openQuietly(at: string): number {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  try {
    return openSync(at, flags | constants.O_NOATIME)
  } catch (failure) {
    // Only the owner may read without leaving a time behind.
    if (codeOf(failure) !== 'EPERM') throw failure
    return openSync(at, flags)
  }
}

/** 1 MiB. */
const PIECE_BYTES = 1_048_576
