/** Does the steps of an undo: one at a time, each looked at once more right before, none through a link. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  futimesSync,
  lchownSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { codeOf, listText, messageOf, UnderstudyError } from '../base/index.js'
import type { LeftPlace, UndoStep } from './decide-undo.js'
import type { FormerBytes } from './former-bytes.js'
import { namesIn, stateAt } from './look.js'
import { LeadsElsewhere, type PinnedFolder, pinFolder } from './pinned-folder.js'
import { isStillAs, isUntouched, type PlaceState } from './place-state.js'

export interface PutBack {
  readonly bytes: Pick<FormerBytes, 'bytes'>
  /** A word of the run's, for names of files that are not whole yet. */
  readonly word: string
  /** Told of each step before it is done, and durable to a kill when it returns. */
  readonly onStep: (step: UndoStep) => void
}

/** Resolves with what was not as it had been decided upon by then; all other steps are done. Asked again it changes nothing. */
export function putBack(steps: readonly UndoStep[], means: PutBack): readonly LeftPlace[] {
  const left = steps.flatMap((step) => {
    means.onStep(step)
    return attempt(step.path, () => doStep(step, means))
  })
  const folders = steps.flatMap((step) => (step.kind === 'folder' ? [step] : [])).toReversed()
  return [...left, ...folders.flatMap((step) => attempt(step.path, () => finishFolder(step, left)))]
}

function attempt(path: string, work: () => string | undefined): readonly LeftPlace[] {
  try {
    const why = work()
    return why === undefined ? [] : [{ path, why }]
  } catch (failure) {
    if (failure instanceof LeadsElsewhere) return [{ path, why: failure.message }]
    if (failure instanceof UnderstudyError)
      return [{ path, why: `its former bytes cannot be read (${failure.message})` }]
    if (codeOf(failure) === undefined) throw failure
    return [{ path, why: `the system refused it (${messageOf(failure)})` }]
  }
}

/** Of folders, once nothing more is done in them: deepest first. */
export function setTimes(folders: readonly { readonly path: string; readonly was: PlaceState }[]): void {
  for (const { path, was } of folders) {
    try {
      using parent = pinFolder(dirname(path))
      if (parent === undefined || was.kind === 'absent') continue
      const at = parent.at(basename(path))
      if (lstatSync(at).isDirectory()) lutimesSync(at, seconds(was.accessed), seconds(was.modified))
    } catch {
      // Times as far as can be: nothing hangs on those of a folder.
    }
  }
}

function doStep(step: UndoStep, means: PutBack): string | undefined {
  using folder = pinFolder(dirname(step.path))
  if (folder === undefined) return `its folder ${dirname(step.path)} is not there`
  const name = basename(step.path)
  const at = folder.at(name)
  switch (step.kind) {
    case 'remove':
      return remove(step, at)
    case 'move':
      return moveBack(step, at)
    case 'folder':
      return openFolder(step, at)
    case 'write':
      return write(step, { folder, at }, means)
    case 'link':
      return link(step, { folder, at }, means)
    case 'mode':
      return setMode(step, at)
  }
}

/** A folder goes only when it is empty: whatever stands in it is somebody's. */
function remove({ path, is }: Extract<UndoStep, { kind: 'remove' }>, at: string): string | undefined {
  if (!isStill(path, is)) return MOVED
  if (is.kind !== 'folder') {
    unlinkSync(at)
    return undefined
  }
  try {
    rmdirSync(at)
  } catch (failure) {
    if (codeOf(failure) !== 'ENOTEMPTY' && codeOf(failure) !== 'EEXIST') throw failure
    return `it holds what the run did not make (${listText(namesIn(path) ?? [], 3)})`
  }
  return undefined
}

function moveBack({ path, from, is }: Extract<UndoStep, { kind: 'move' }>, at: string): string | undefined {
  using source = pinFolder(dirname(from))
  if (source === undefined) return `${dirname(from)} is not there`
  const now = stateAt(from, { reads: false })
  if (now.kind === 'absent' || is.kind === 'absent' || now.inode !== is.inode) return MOVED
  const there = source.at(basename(from))
  if (is.kind === 'folder') {
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return `something stands at ${path} again`
    renameSync(there, at)
    return undefined
  }
  // Unlike a renaming this replaces nothing.
  try {
    linkSync(there, at)
  } catch (failure) {
    if (codeOf(failure) !== 'EEXIST') throw failure
    if (lstatSync(at, { bigint: true }).ino !== BigInt(is.inode)) return `something stands at ${path} again`
  }
  unlinkSync(there)
  return undefined
}

function openFolder(
  { path, was, is }: Extract<UndoStep, { kind: 'folder' }>,
  at: string,
): string | undefined {
  if (is.kind !== 'folder') {
    mkdirSync(at, { mode: 0o700 })
    return undefined
  }
  if (!isStill(path, is)) return MOVED
  giveBack(at, { ...was, mode: was.mode | 0o700 })
  return undefined
}

function finishFolder(
  { path, was }: Extract<UndoStep, { kind: 'folder' }>,
  left: readonly LeftPlace[],
): string | undefined {
  using parent = pinFolder(dirname(path))
  if (parent === undefined || left.some((each) => each.path === path)) return undefined
  giveBack(parent.at(basename(path)), was)
  return undefined
}

function write(
  { path, was, blob, is }: Extract<UndoStep, { kind: 'write' }>,
  { folder, at }: Place,
  { bytes, word }: PutBack,
): string | undefined {
  return inPlaceOf(at, folder.at(`.${word}`), (half) => {
    const why = writeHalf(half, { was, blob }, bytes)
    if (why !== undefined) return why
    if (!isStill(path, is)) return MOVED
    own(half, was)
    return undefined
  })
}

/** Why it is not what stood there: the end of a sentence. */
function writeHalf(
  half: string,
  { was, blob }: Pick<Extract<UndoStep, { kind: 'write' }>, 'was' | 'blob'>,
  bytes: PutBack['bytes'],
): string | undefined {
  const fd = openSync(
    half,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW,
    0o600,
  )
  const hash = createHash('sha256')
  try {
    bytes.bytes(blob, (piece) => {
      hash.update(piece)
      writeSync(fd, piece)
    })
    fchmodSync(fd, was.mode)
    futimesSync(fd, seconds(was.accessed), seconds(was.modified))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return was.digest === undefined || was.digest === `sha256:${hash.digest('hex')}`
    ? undefined
    : 'it was changed while its former bytes were kept'
}

function link(
  { path, was, is }: Extract<UndoStep, { kind: 'link' }>,
  { folder, at }: Place,
  { word }: PutBack,
): string | undefined {
  return inPlaceOf(at, folder.at(`.${word}`), (half) => {
    symlinkSync(was.target, half)
    own(half, was)
    lutimesSync(half, seconds(was.accessed), seconds(was.modified))
    return isStill(path, is) ? undefined : MOVED
  })
}

/** Takes its place at once, when it is whole, and whatever happens nothing half is left beside it. */
function inPlaceOf(at: string, half: string, make: (half: string) => string | undefined): string | undefined {
  removeHalf(half)
  try {
    const why = make(half)
    if (why === undefined) renameSync(half, at)
    return why
  } finally {
    removeHalf(half)
  }
}

function setMode({ path, was, is }: Extract<UndoStep, { kind: 'mode' }>, at: string): string | undefined {
  if (!isStill(path, is)) return MOVED
  if (was.kind === 'absent' || was.kind === 'link') return undefined
  giveBack(at, was)
  if (was.kind === 'file') lutimesSync(at, seconds(was.accessed), seconds(was.modified))
  return undefined
}

interface Place {
  readonly folder: PinnedFolder
  readonly at: string
}

type Present = Exclude<PlaceState, { readonly kind: 'absent' }>

const MOVED = 'it has been changed meanwhile'

/** Between this look and the step that follows nothing is awaited. */
function isStill(path: string, was: PlaceState): boolean {
  const now = stateAt(path, { reads: was.kind === 'file' && was.digest !== undefined })
  return isUntouched(was, now) || isStillAs(was, now)
}

/** An interrupted undo leaves one, too: it has a name that nobody else gives. */
function removeHalf(at: string): void {
  try {
    unlinkSync(at)
  } catch (failure) {
    if (codeOf(failure) !== 'ENOENT') throw failure
  }
}

/** By the thing itself, and never by a link that stands there by now. */
function giveBack(at: string, was: Present): void {
  const fd = openSync(at, O_PATH | constants.O_NOFOLLOW)
  try {
    const itself = `/proc/self/fd/${fd}`
    if (lstatSync(at).isSymbolicLink()) return
    if (isRoot()) chownSync(itself, was.owner, was.group)
    chmodSync(itself, was.mode)
  } finally {
    closeSync(fd)
  }
}

/** Changing the owner takes special permissions away: it goes before them, or they are given once more. */
function own(at: string, was: Present): void {
  if (!isRoot()) return
  lchownSync(at, was.owner, was.group)
  if (was.kind === 'file') giveBack(at, was)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Node takes times as a number of seconds, and cuts off what is below a microsecond: from the midst of one it comes to that one, where its
 * beginning may be rounded to the one before.
 */
export function seconds(nanoseconds: string): number {
  return (Number(BigInt(nanoseconds) / 1_000n) + 0.5) / 1_000_000
}

/** open(2); not among Node's constants. */
const O_PATH = 0o10_000_000
