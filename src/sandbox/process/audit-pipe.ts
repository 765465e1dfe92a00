/** Pipes for audits: Deno opens its own by name, so it must be a real one; Node makes sockets. */
import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface AuditPipe {
  /** To hand to the guest as its descriptor 3. */
  readonly writeEnd: number
  /** Closes our copy of the write end: call it once the guest has its own. */
  handedOver(): void
  /** What has been written, once every writer is gone. */
  readonly text: Promise<string>
}

export interface AuditPipes {
  /**
   * Gives a pipe that nobody else reads or writes. One whose writers are all gone is given again: to make one takes a process.
   * Throws when none can be made.
   */
  open(): AuditPipe
  /** Lets go of the pipes; those in use end with their writers. Safe to call twice. */
  close(): void
}

const MOST_BYTES = 256 * 1024

/** Gives pipes that have no name any more. `mkfifo` is the path of that tool. */
export function createAuditPipes(mkfifo: string): AuditPipes {
  /** Each holds a pipe that is empty and has no writer. */
  const free: number[] = []
  let isClosed = false
  return {
    open() {
      const holder = free.pop() ?? makePipe(mkfifo)
      return openPipe(holder, () => {
        if (isClosed) closeSync(holder)
        else free.push(holder)
      })
    },
    close() {
      isClosed = true
      for (const holder of free.splice(0)) closeSync(holder)
    },
  }
}

/** Makes a pipe without a name; the descriptor holds it, and nobody reads from it. It is waited for: else the guest would wait for a turn. */
function makePipe(mkfifo: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-audit-'))
  try {
    const path = join(folder, 'audit')
    // The guest may run as nobody; the folder lets no one else in.
    execFileSync(mkfifo, ['-m', '622', path], { stdio: 'ignore' })
    return openSync(path, READ_AT_ONCE)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

function openPipe(holder: number, onEmpty: () => void): AuditPipe {
  const path = `/proc/self/fd/${holder}`
  const socket = new Socket({ fd: openSync(path, READ_AT_ONCE), writable: false })
  const writeEnd = openSync(path, constants.O_WRONLY)
  const parts: Buffer[] = []
  let bytes = 0
  socket.on('data', (part: Buffer) => {
    // Read on when it is too much, or the guest would hang on a full pipe.
    if (bytes < MOST_BYTES) parts.push(part)
    bytes += part.length
  })
  socket.on('error', () => {
    // Evidence that cannot be read is evidence that is missing; 'close' follows.
  })
  const text = new Promise<string>((resolve) => {
    socket.on('close', (hadError) => {
      if (hadError) closeSync(holder)
      else onEmpty()
      resolve(Buffer.concat(parts).toString('utf8', 0, MOST_BYTES))
    })
  })
  return { writeEnd, handedOver: () => closeSync(writeEnd), text }
}
