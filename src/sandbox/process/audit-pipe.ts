/** A pipe for the audit: Deno opens it by name, so it must be a real one; Node makes sockets. */
import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface AuditPipe {
  /** To hand to the guest as its descriptor 3. */
  readonly writeEnd: number
  /** Closes our copy of the write end: call it once the guest has its own. */
  handedOver(): void
  /** What has been written, once every writer is gone. */
  readonly text: Promise<string>
  /** Ends reading. */
  close(): void
}

const MOST_BYTES = 256 * 1024

/** Makes a pipe that has no name any more. `mkfifo` is the path of that tool. */
export async function createAuditPipe(mkfifo: string): Promise<AuditPipe> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-audit-'))
  try {
    const path = join(folder, 'audit')
    // The guest may run as nobody; the folder lets no one else in.
    await promisify(execFile)(mkfifo, ['-m', '622', path])
    const socket = new Socket({
      fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
      writable: false,
    })
    return readPipe(socket, openSync(path, constants.O_WRONLY))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readPipe(socket: Socket, writeEnd: number): AuditPipe {
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
    socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8', 0, MOST_BYTES)))
  })
  return {
    writeEnd,
    handedOver: () => closeSync(writeEnd),
    text,
    close: () => socket.destroy(),
  }
}
