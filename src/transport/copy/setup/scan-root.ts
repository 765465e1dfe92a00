/** Looks through a folder that is to be copied, and says when it cannot be. */
import { mayAccess, namesIn, R_OK, type Status, SystemCallError, statusOf, X_OK } from './libc.js'
import type { RootLeft } from './plan.js'

export interface Scanned extends Status {
  readonly name: string
  /** Of a folder, in the order in which it lists them. */
  readonly children: readonly Scanned[]
}

export interface Room {
  files: number
  bytes: bigint
}

/** The whole tree below `root`, or why it is left to an overlay. Takes what it needs from `room`. */
export function scanRoot(root: string, room: Room): Scanned | RootLeft {
  const { device } = statusOf(root)
  try {
    return scan(root, '')
  } catch (left) {
    if (left instanceof Left) return left.why
    if (left instanceof SystemCallError) return 'unreadable'
    throw left
  }

  function scan(path: string, name: string): Scanned {
    const status = statusOf(path)
    room.files--
    if (room.files < 0) throw new Left('files')
    // Made by us it would be ours, and its owner decides: what is not ours is never copied.
    if (status.uid !== 0) throw new Left('owner')
    if (status.device !== device) throw new Left('mounts')
    if (status.kind === 'device') throw new Left('device')
    if (status.kind === 'file') {
      room.bytes -= status.stored < status.size ? status.stored : status.size
      if (room.bytes < 0n) throw new Left('bytes')
      // Its owner may read it where its mode says so: asking the kernel for each costs as much as looking at it.
      if ((status.mode & OWNER_READS) === 0 && !mayAccess(path, R_OK)) throw new Left('unreadable')
    }
    if (status.kind !== 'folder') return { ...status, name, children: [] }
    if (!mayAccess(path, R_OK | X_OK)) throw new Left('unreadable')
    return { ...status, name, children: namesIn(path).map((child) => scan(`${path}/${child}`, child)) }
  }
}

const OWNER_READS = 0o400

class Left extends Error {
  readonly why: RootLeft
  constructor(why: RootLeft) {
    super(why)
    this.why = why
  }
}
