/** System calls. Paths are bytes, written as text with one character a byte, so that every name of a file survives. */
import { deno, type NativeCalls, type NativeFunction } from './deno.js'

const isArm = deno.build.arch === 'aarch64'
const GETDENTS64 = isArm ? 61 : 217
const KEYCTL = isArm ? 219 : 250
const SECCOMP = isArm ? 277 : 317

/** What is called for each file. Deno compiles a way into each of these, which takes as long as fifty calls that have none. */
const { symbols: often } = deno.dlopen('libc.so.6', {
  __errno_location: { parameters: [], result: 'pointer' },
  dlsym: { parameters: ['pointer', 'buffer'], result: 'pointer' },
  openat: { parameters: ['i32', 'buffer', 'i32', 'u32'], result: 'i32' },
  // Never more than fits these: numbers of 64 bits are slow to hand over.
  read: { parameters: ['i32', 'buffer', 'u32'], result: 'i32' },
  write: { parameters: ['i32', 'buffer', 'u32'], result: 'i32' },
  close: { parameters: ['i32'], result: 'i32' },
  futimens: { parameters: ['i32', 'buffer'], result: 'i32' },
  statx: { parameters: ['i32', 'buffer', 'i32', 'u32', 'buffer'], result: 'i32' },
  getdents: { name: 'syscall', parameters: ['i64', 'i32', 'buffer', 'usize'], result: 'i64' },
})
const seldom = byAddress({
  mount: { parameters: ['buffer', 'buffer', 'buffer', 'u64', 'buffer'], result: 'i32' },
  mount_setattr: {
    name: 'syscall',
    parameters: ['i64', 'i32', 'buffer', 'u32', 'buffer', 'usize'],
    result: 'i64',
  },
  lsetxattr: { parameters: ['buffer', 'buffer', 'buffer', 'usize', 'i32'], result: 'i32' },
  open: { parameters: ['buffer', 'i32', 'u32'], result: 'i32' },
  sendfile: { parameters: ['i32', 'i32', 'pointer', 'usize'], result: 'isize' },
  lseek: { parameters: ['i32', 'i64', 'i32'], result: 'i64' },
  ftruncate: { parameters: ['i32', 'i64'], result: 'i32' },
  mkdir: { parameters: ['buffer', 'u32'], result: 'i32' },
  symlink: { parameters: ['buffer', 'buffer'], result: 'i32' },
  readlink: { parameters: ['buffer', 'buffer', 'usize'], result: 'isize' },
  link: { parameters: ['buffer', 'buffer'], result: 'i32' },
  rmdir: { parameters: ['buffer'], result: 'i32' },
  unlink: { parameters: ['buffer'], result: 'i32' },
  mkfifo: { parameters: ['buffer', 'u32'], result: 'i32' },
  mknod: { parameters: ['buffer', 'u32', 'u64'], result: 'i32' },
  fchmod: { parameters: ['i32', 'u32'], result: 'i32' },
  chmod: { parameters: ['buffer', 'u32'], result: 'i32' },
  access: { parameters: ['buffer', 'i32'], result: 'i32' },
  utimensat: { parameters: ['i32', 'buffer', 'buffer', 'i32'], result: 'i32' },
  umask: { parameters: ['u32'], result: 'u32' },
  getrlimit: { parameters: ['i32', 'buffer'], result: 'i32' },
  setrlimit: { parameters: ['i32', 'buffer'], result: 'i32' },
  socket: { parameters: ['i32', 'i32', 'i32'], result: 'i32' },
  ioctl: { parameters: ['i32', 'u64', 'buffer'], result: 'i32' },
  keyctl: { name: 'syscall', parameters: ['i64', 'i32', 'usize'], result: 'i64' },
  seccomp: { name: 'syscall', parameters: ['i64', 'u32', 'u32', 'buffer'], result: 'i64' },
})
const c = { ...often, ...seldom }

/** Nothing is compiled for these. */
export function byAddress<const T extends Readonly<Record<string, NativeFunction>>>(
  functions: T,
): NativeCalls<T> {
  const calls = Object.entries(functions).map(([key, definition]) => {
    const pointer = new deno.UnsafeFnPointer(often.dlsym(null, text(definition.name ?? key)), definition)
    return [key, pointer.call.bind(pointer)] as const
  })
  // Each as it was declared.
  return Object.fromEntries(calls) as unknown as NativeCalls<T>
}

const errno = new deno.UnsafePointerView(often.__errno_location())

/** A system call that failed: which, on what, and the kernel's number. */
export class SystemCallError extends Error {
  override readonly name = 'SystemCallError'
  readonly call: string
  readonly errno: number
  constructor(call: string, number: number) {
    super(`${call} failed: ${ERRORS[number] ?? `error ${number}`}`)
    this.call = call
    this.errno = number
  }
}

export const EPERM = 1
const ENOENT = 2
const ENOTDIR = 20
const ENOSPC = 28
const EROFS = 30
export const ENOSYS = 38
const ELOOP = 40

const ERRORS: Readonly<Record<number, string>> = {
  1: 'EPERM (operation not permitted)',
  2: 'ENOENT (no such file or folder)',
  5: 'EIO (input or output error)',
  12: 'ENOMEM (out of memory)',
  13: 'EACCES (permission denied)',
  16: 'EBUSY (in use)',
  17: 'EEXIST (is there already)',
  19: 'ENODEV (no such file system here)',
  20: 'ENOTDIR (not a folder)',
  22: 'EINVAL (invalid argument)',
  24: 'EMFILE (too many open files)',
  28: 'ENOSPC (no space left)',
  30: 'EROFS (read-only file system)',
  38: 'ENOSYS (no such system call)',
  40: 'ELOOP (too many links)',
  75: 'EOVERFLOW (an owner or a number that does not fit)',
  95: 'EOPNOTSUPP (not supported)',
}

/** True where a call failed because what it was about is not there any more, or something else is. */
export function hasGone(cause: unknown): boolean {
  return cause instanceof SystemCallError && [ENOENT, ENOTDIR, ELOOP].includes(cause.errno)
}

export function checked<T extends number | bigint>(call: string, result: T): T {
  if (result < 0) throw new SystemCallError(call, errno.getInt32())
  return result
}

/** Bytes of a path with the zero at its end. */
export function text(path: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(path.length + 1)
  for (let i = 0; i < path.length; i++) bytes[i] = path.charCodeAt(i)
  return bytes
}

const nameBuffer = new Uint8Array(256)

/** As `text`, of a name that one call needs: written over by the next. */
function nameText(name: string): Uint8Array<ArrayBuffer> {
  for (let i = 0; i < name.length; i++) nameBuffer[i] = name.charCodeAt(i)
  nameBuffer[name.length] = 0
  return nameBuffer
}

/** A text of the outside, such as a path in the settings, as one character a byte. */
export function asBytes(unicode: string): string {
  return bytesToText(new TextEncoder().encode(unicode))
}

/** One character a byte, as text for people and for JSON. */
export function asText(path: string): string {
  for (let i = 0; i < path.length; i++) if (path.charCodeAt(i) > 127) return decoded(path)
  return path
}

function decoded(path: string): string {
  return new TextDecoder().decode(text(path).subarray(0, path.length))
}

function bytesToText(bytes: Uint8Array): string {
  let all = ''
  for (const byte of bytes) all += String.fromCharCode(byte)
  return all
}

export const MS_RDONLY = 1
export const MS_NOSUID = 2
export const MS_NODEV = 4
export const MS_NOEXEC = 8
export const MS_REMOUNT = 32
export const MS_BIND = 4096

export function mount(source: string, target: string, type: string, flags: number, options = ''): void {
  checked('mount', c.mount(text(source), text(target), text(type), flags, text(options)))
}

const AT_RECURSIVE = 0x8000
const MOUNT_ATTR_RDONLY = 1n

/** Nothing can be written through any mount that there is now; those of other mount namespaces stay as they are. */
export function makeMountsReadOnly(): void {
  const attributes = new BigUint64Array([MOUNT_ATTR_RDONLY, 0n, 0n, 0n])
  const size = attributes.byteLength
  checked('mount_setattr', c.mount_setattr(442, AT_FDCWD, text('/'), AT_RECURSIVE, attributes, size))
}

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

const S_IFMT = 0o170000
const S_IFSOCK = 0o140000
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

const AT_FDCWD = -100
const AT_SYMLINK_NOFOLLOW = 0x100
const AT_EMPTY_PATH = 0x1000
const NO_PATH = text('')
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

function readStatus(fd: number, path: Uint8Array<ArrayBuffer>, flags: number): Status {
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

function asTimes({ accessed, modified }: Times): DataView<ArrayBuffer> {
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

const O_RDONLY = 0
const O_WRONLY = 1
const O_CREAT = 0o100
const O_DIRECTORY = isArm ? 0o40000 : 0o200000
const O_NOFOLLOW = isArm ? 0o100000 : 0o400000
const O_NOATIME = 0o1000000
const O_CLOEXEC = 0o2000000

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

/** Sets which permissions new files may not have, and tells what was set before. */
export function setMask(mask: number): number {
  return c.umask(mask)
}

const SIOCGIFFLAGS = 0x8913
const SIOCSIFFLAGS = 0x8914
const IFF_UP = 1

/** Switches a network interface on. */
export function bringUp(name: string): void {
  const fd = checked('socket', c.socket(2, 2, 0))
  try {
    const request = new DataView(new ArrayBuffer(40))
    for (let i = 0; i < name.length; i++) request.setUint8(i, name.charCodeAt(i))
    checked('ioctl', c.ioctl(fd, SIOCGIFFLAGS, request))
    request.setUint16(16, request.getUint16(16, true) | IFF_UP, true)
    checked('ioctl', c.ioctl(fd, SIOCSIFFLAGS, request))
  } finally {
    c.close(fd)
  }
}

const KEYCTL_JOIN_SESSION_KEYRING = 1

/** Lets go of the caller's keys: from now on there is an empty keyring. */
export function newSessionKeyring(): void {
  checked('keyctl', c.keyctl(KEYCTL, KEYCTL_JOIN_SESSION_KEYRING, 0))
}

const NS_GET_USERNS = 0xb701
const NS_GET_NSTYPE = 0xb703

/** An open file; closed when it is disposed of. */
export interface Handle extends Disposable {
  readonly fd: number
}

/** What tells two things on this machine apart. */
export type Identity = Pick<Status, 'device' | 'inode'>

export function openNamespace(link: string): Handle {
  return handle(checked('open', c.open(text(link), O_RDONLY | O_CLOEXEC, 0)))
}

/** Its bit of clone(2). */
export function namespaceKind(fd: number): number {
  return checked('ioctl', c.ioctl(fd, NS_GET_NSTYPE, null))
}

/** The user namespace that it belongs to; undefined when that is neither ours nor one below it. */
export function ownerOfNamespace(fd: number): Handle | undefined {
  const owner = c.ioctl(fd, NS_GET_USERNS, null)
  if (owner < 0 && errno.getInt32() === EPERM) return undefined
  return handle(checked('ioctl', owner))
}

export function identityOf(fd: number): Identity {
  const { device, inode } = readStatus(fd, NO_PATH, AT_EMPTY_PATH)
  return { device, inode }
}

export function handle(fd: number): Handle {
  return { fd, [Symbol.dispose]: () => void c.close(fd) }
}

const SECCOMP_SET_MODE_FILTER = 1
const SECCOMP_FILTER_FLAG_SPEC_ALLOW = 4

/** Has the kernel ask this program, eight bytes an instruction, before each system call of this process and of all that it starts. */
export function filterSystemCalls(program: Uint8Array<ArrayBuffer>): void {
  const header = new BigUint64Array(2)
  header[0] = BigInt(program.length / 8)
  header[1] = deno.UnsafePointer.value(deno.UnsafePointer.of(program))
  // Old kernels take the speed of speculation from whoever has a filter, for secrets that are none of ours.
  checked('seccomp', c.seccomp(SECCOMP, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, header))
}

const RLIMIT_CORE = 4

/**
 * Has the kernel keep no memory of what dies, of this process and of all that it starts. The limit is one byte: at any other it would still
 * be handed to the program of the whole machine that collects them (core(5)). Where none is allowed, the limit stays at none.
 */
export function keepNoCores(): void {
  const limit = new BigUint64Array(2)
  checked('getrlimit', c.getrlimit(RLIMIT_CORE, limit))
  checked('setrlimit', c.setrlimit(RLIMIT_CORE, limit.fill(limit[1] === 0n ? 0n : 1n)))
}
