/** Looks through a folder that is to be copied, and says when it cannot be. */
import { type Status, statusIn, statusOf } from './file-status.js'
import { mayAccess, namesOf, openFolder, R_OK, X_OK } from './files.js'
import { hasGone, SystemCallError } from './libc.js'
import type { RootLeft } from './plan.js'

export interface Scanned {
  readonly name: string
  readonly status: Status
  /** Of a folder, in the order in which it lists them. */
  readonly children: readonly Scanned[]
}

export interface Room {
  files: number
  bytes: number
}

/** The whole tree below `root`, or why it is left to an overlay. Takes what it needs from `room`. */
export function scanRoot(root: string, room: Room): Scanned | RootLeft {
  const status = statusOf(root)
  const { device } = status
  try {
    refuse(status, root)
    return { name: '', status, children: scanFolder(root) }
  } catch (left) {
    if (left instanceof Left) return left.why
    if (left instanceof SystemCallError) return 'unreadable'
    throw left
  }

  function scanFolder(path: string): readonly Scanned[] {
    return present(look(path), (entry) =>
      entry.status.kind === 'folder' ? { ...entry, children: scanFolder(`${path}/${entry.name}`) } : entry,
    )
  }

  /** The folder is closed again before those in it are opened: few descriptors are needed, however deep it goes. */
  function look(path: string): readonly Scanned[] {
    using folder = openFolder(path)
    return present(namesOf(folder), (name) => {
      const status = statusIn(folder, name)
      refuse(status, `${path}/${name}`)
      return { name, status, children: NONE }
    })
  }

  function refuse(status: Status, path: string): void {
    room.files--
    if (room.files < 0) throw new Left('files')
    // Made by us it would be ours, and its owner decides: what is not ours is never copied.
    if (status.uid !== 0) throw new Left('owner')
    if (status.device !== device) throw new Left('mounts')
    if (status.kind === 'device') throw new Left('device')
    if (status.kind === 'file') {
      room.bytes -= Math.min(status.stored, status.size)
      if (room.bytes < 0) throw new Left('bytes')
      // Its owner may read it where its mode says so: asking the kernel for each costs as much as looking at it.
      if ((status.mode & OWNER_READS) === 0 && isClosed(path, R_OK)) throw new Left('unreadable')
    }
    if (status.kind === 'folder' && isClosed(path, R_OK | X_OK)) throw new Left('unreadable')
  }
}

/** Throws where it has gone since it was looked at: what is not there is not closed. */
function isClosed(path: string, bits: number): boolean {
  if (mayAccess(path, bits)) return false
  statusOf(path)
  return !mayAccess(path, bits)
}

/** What `work` makes of each; what goes meanwhile is left out. */
function present<T, R>(all: readonly T[], work: (one: T) => R): R[] {
  return all.flatMap((one) => {
    try {
      return [work(one)]
    } catch (cause) {
      if (hasGone(cause)) return []
      throw cause
    }
  })
}

const NONE: readonly Scanned[] = []
const OWNER_READS = 0o400

class Left extends Error {
  readonly why: RootLeft
  constructor(why: RootLeft) {
    super(why)
    this.why = why
  }
}
