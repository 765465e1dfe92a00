/** Files and folders: made, listed, opened, copied and removed. */
import { AT_EMPTY_PATH, asTimes, NO_PATH, readStatus, S_IFSOCK, type Status } from './file-status.js'
import {
  AT_FDCWD,
  bytesToText,
  c,
  checked,
  ENOSPC,
  EROFS,
  errno,
  type Handle,
  handle,
  isArm,
  nameText,
  SystemCallError,
  text,
} from './libc.js'

export function setAttribute(path: string, name: string, value: string): void {
  checked('setxattr', c.lsetxattr(text(path), text(name), text(value), value.length, 0))
}

export function makeFolder(path: string, mode: number): void {
  checked('mkdir', c.mkdir(text(path), mode))
}

export function makeLink(path: string, target: string): void {
  checked('symlink', c.symlink(text(target), text(path)))
}

export function makeHardLink(path: string, existing: string): void {
  checked('link', c.link(text(existing), text(path)))
}

export function makePipe(path: string, mode: number): void {
  checked('mkfifo', c.mkfifo(text(path), mode))
}

export function makeSocket(path: string, mode: number): void {
  checked('mknod', c.mknod(text(path), S_IFSOCK | mode, 0))
}

/** An empty file; does nothing to one that is there. */
export function makeFile(path: string, mode = 0o600): void {
  checked('close', c.close(checked('open', c.open(text(path), O_WRONLY | O_CREAT | O_CLOEXEC, mode))))
}

export function removeFile(path: string): void {
  checked('unlink', c.unlink(text(path)))
}

export function removeFolder(path: string): void {
  checked('rmdir', c.rmdir(text(path)))
}

export function setMode(path: string, mode: number): void {
  checked('chmod', c.chmod(text(path), mode & 0o7777))
}

/** What the process may do with it: bits of R_OK, W_OK, X_OK. Whether it is mounted read-only, as all is by now, is asked last, and not meant. */
export function mayAccess(path: string, mode: number): boolean {
  return c.access(text(path), mode) === 0 || errno.getInt32() === EROFS
}
export const R_OK = 4
export const W_OK = 2
export const X_OK = 1

const target = new Uint8Array(4096)
export function readLink(path: string): string {
  const length = Number(checked('readlink', c.readlink(text(path), target, target.length)))
  return bytesToText(target.subarray(0, length))
}

export const O_RDONLY = 0
const O_WRONLY = 1
const O_CREAT = 0o100
const O_DIRECTORY = isArm ? 0o40000 : 0o200000
const O_NOFOLLOW = isArm ? 0o100000 : 0o400000
const O_NOATIME = 0o1000000
export const O_CLOEXEC = 0o2000000

/** A folder that is open: what is in it is reached by its name, without a walk along the whole path. */
export function openFolder(path: string): Handle {
  return handle(openToRead(AT_FDCWD, text(path), O_DIRECTORY))
}

/** Reading leaves no time of access behind where we own what is read. */
function openToRead(folder: number, path: Uint8Array<ArrayBuffer>, flags: number): number {
  const quiet = c.openat(folder, path, O_RDONLY | O_NOATIME | O_NOFOLLOW | O_CLOEXEC | flags, 0)
  return quiet >= 0
    ? quiet
    : checked('open', c.openat(folder, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags, 0))
}

const GETDENTS64 = isArm ? 61 : 217
const entries = new DataView(new ArrayBuffer(65_536))
const entryBytes = new Uint8Array(entries.buffer)

/** The names in a folder, in the order in which the file system tells them. */
export function namesIn(folder: string): string[] {
  using open = openFolder(folder)
  return namesOf(open)
}

/** The same, of one that is open; once. */
export function namesOf({ fd }: Handle): string[] {
  const names: string[] = []
  while (true) {
    const length = Number(checked('getdents64', c.getdents(GETDENTS64, fd, entries, entries.byteLength)))
    if (length === 0) return names
    for (let at = 0; at < length; at += entries.getUint16(at + 16, true)) {
      let name = ''
      for (let i = at + 19, byte = entryBytes[i]; byte !== undefined && byte !== 0; byte = entryBytes[++i])
        name += String.fromCharCode(byte)
      if (name !== '.' && name !== '..') names.push(name)
    }
  }
}

/** Copies the contents, holes as holes, and sets mode and times. */
export function copyFile(from: string, to: string, original: Status): void {
  copyTo(openToRead(AT_FDCWD, text(from), 0), AT_FDCWD, text(to), original)
}

/** The same, under one name from one open folder to another; returns what the copy is then. */
export function copyFileIn(source: Handle, target: Handle, name: string, original: Status): Status {
  return copyTo(openToRead(source.fd, nameText(name), 0), target.fd, nameText(name), original)
}

/** Closes `source`. */
function copyTo(source: number, folder: number, to: Uint8Array<ArrayBuffer>, original: Status): Status {
  const { mode, size, stored } = original
  try {
    const copy = checked('open', c.openat(folder, to, O_WRONLY | O_CREAT | O_CLOEXEC, mode & 0o777))
    try {
      if (stored < size) copyParts(source, copy, BigInt(size))
      else if (size <= SMALL_FILE) copySmall(source, copy)
      else copyBytes(source, copy, BigInt(size))
      if ((mode & 0o7000) !== 0) checked('fchmod', c.fchmod(copy, mode))
      checked('futimens', c.futimens(copy, asTimes(original)))
      return readStatus(copy, NO_PATH, AT_EMPTY_PATH)
    } finally {
      c.close(copy)
    }
  } finally {
    c.close(source)
  }
}

const contents = new Uint8Array(65_536)
/** Up to this, to read and to write is quicker than to have the kernel move it: bytes. */
const SMALL_FILE = contents.length

function copySmall(source: number, copy: number): void {
  while (true) {
    const length = checked('read', c.read(source, contents, contents.length))
    if (length === 0) return
    const written = checked('write', c.write(copy, contents, length))
    if (written !== length) throw new SystemCallError('write', ENOSPC)
    // The end, but for a file that grows meanwhile.
    if (length < contents.length) return
  }
}

const SEEK_SET = 0
const SEEK_DATA = 3
const SEEK_HOLE = 4

function copyParts(source: number, copy: number, size: bigint): void {
  checked('ftruncate', c.ftruncate(copy, size))
  let end = 0n
  while (end < size) {
    const start = BigInt(c.lseek(source, end, SEEK_DATA))
    // ENXIO: nothing but a hole is left.
    if (start < 0n) return
    end = BigInt(checked('lseek', c.lseek(source, start, SEEK_HOLE)))
    checked('lseek', c.lseek(source, start, SEEK_SET))
    checked('lseek', c.lseek(copy, start, SEEK_SET))
    copyBytes(source, copy, end - start)
  }
}

function copyBytes(source: number, copy: number, size: bigint): void {
  for (let left = size; left > 0n; ) {
    const sent = BigInt(checked('sendfile', c.sendfile(copy, source, null, left)))
    // It became shorter while it was read.
    if (sent === 0n) return
    left -= sent
  }
}
