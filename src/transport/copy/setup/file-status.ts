/** What the kernel says of a file: kind, mode, owner, size and times, read and set. */
import { AT_FDCWD, c, checked, type Handle, nameText, text } from './libc.js'

const S_IFMT = 0o170000
export const S_IFSOCK = 0o140000
const KINDS: ReadonlyMap<number, Kind> = new Map([
  [0o040000, 'folder'],
  [0o100000, 'file'],
  [0o120000, 'link'],
  [0o010000, 'pipe'],
  [S_IFSOCK, 'socket'],
])
export type Kind = 'folder' | 'file' | 'link' | 'pipe' | 'socket' | 'device'

export interface Status {
  readonly kind: Kind
  /** Permissions, with set-id and sticky bits. */
  readonly mode: number
  /** In the namespace of the set-up: 0 is whoever started it. */
  readonly uid: number
  readonly links: number
  readonly device: number
  /** A number that may be larger than those of JavaScript. */
  readonly inode: string
  readonly size: number
  /** Bytes that are really there: less than `size` where there are holes. */
  readonly stored: number
  readonly accessed: Moment
  /** Of the contents. */
  readonly modified: Moment
  /** Of anything; it cannot be forged. */
  readonly changed: Moment
}

/** Since the epoch: seconds, which may be negative, and what is more than those. */
export interface Moment {
  readonly seconds: number
  readonly nanoseconds: number
}

const AT_SYMLINK_NOFOLLOW = 0x100
export const AT_EMPTY_PATH = 0x1000
export const NO_PATH = text('')
const STATX_BASIC_STATS = 0x7ff
const status = new DataView(new ArrayBuffer(256))

/** Of the path itself, a link not followed. */
export function statusOf(path: string): Status {
  return readStatus(AT_FDCWD, text(path), AT_SYMLINK_NOFOLLOW)
}

/** Of what has that name in an open folder. */
export function statusIn(folder: Handle, name: string): Status {
  return readStatus(folder.fd, nameText(name), AT_SYMLINK_NOFOLLOW)
}

export function readStatus(fd: number, path: Uint8Array<ArrayBuffer>, flags: number): Status {
  checked('statx', c.statx(fd, path, flags, STATX_BASIC_STATS, status))
  const mode = status.getUint16(28, true)
  return {
    kind: KINDS.get(mode & S_IFMT) ?? 'device',
    mode: mode & 0o7777,
    uid: status.getUint32(20, true),
    links: status.getUint32(16, true),
    device: status.getUint32(136, true) * 0x100000 + status.getUint32(140, true),
    inode:
      status.getUint32(36, true) === 0
        ? String(status.getUint32(32, true))
        : String(status.getBigUint64(32, true)),
    size: wholeNumber(40),
    stored: wholeNumber(48) * 512,
    accessed: moment(64),
    modified: moment(112),
    changed: moment(96),
  }
}

function wholeNumber(at: number): number {
  return status.getInt32(at + 4, true) * 0x1_0000_0000 + status.getUint32(at, true)
}

function moment(at: number): Moment {
  return { seconds: wholeNumber(at), nanoseconds: status.getUint32(at + 8, true) }
}

type Times = Pick<Status, 'accessed' | 'modified'>

export function setTimes(path: string, times: Times): void {
  checked('utimensat', c.utimensat(AT_FDCWD, text(path), asTimes(times), AT_SYMLINK_NOFOLLOW))
}

export function setTimesIn(folder: Handle, name: string, times: Times): void {
  checked('utimensat', c.utimensat(folder.fd, nameText(name), asTimes(times), AT_SYMLINK_NOFOLLOW))
}

const timesBuffer = new DataView(new ArrayBuffer(32))

export function asTimes({ accessed, modified }: Times): DataView<ArrayBuffer> {
  for (const [at, { seconds, nanoseconds }] of [
    [0, accessed],
    [16, modified],
  ] as const) {
    timesBuffer.setInt32(at + 4, Math.floor(seconds / 0x1_0000_0000), true)
    timesBuffer.setUint32(at, seconds >>> 0, true)
    timesBuffer.setUint32(at + 8, nanoseconds, true)
  }
  return timesBuffer
}

/** What tells two things on this machine apart. */
export type Identity = Pick<Status, 'device' | 'inode'>

export function identityOf(fd: number): Identity {
  const { device, inode } = readStatus(fd, NO_PATH, AT_EMPTY_PATH)
  return { device, inode }
}
