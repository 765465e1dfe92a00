/**
 * The C library: what is called of it, its texts and its errors. Paths are bytes, written as text with one character a byte, so that
 * every name of a file survives.
 */
import { deno, type NativeCalls, type NativeFunction } from './deno.js'

export const isArm = deno.build.arch === 'aarch64'

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
export const c = { ...often, ...seldom }

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

export const errno = new deno.UnsafePointerView(often.__errno_location())

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
export const ENOSPC = 28
export const EROFS = 30
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
export function nameText(name: string): Uint8Array<ArrayBuffer> {
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

export function bytesToText(bytes: Uint8Array): string {
  let all = ''
  for (const byte of bytes) all += String.fromCharCode(byte)
  return all
}

/** In place of an open folder: paths are walked from the root. */
export const AT_FDCWD = -100

/** An open file; closed when it is disposed of. */
export interface Handle extends Disposable {
  readonly fd: number
}

export function handle(fd: number): Handle {
  return { fd, [Symbol.dispose]: () => void c.close(fd) }
}
