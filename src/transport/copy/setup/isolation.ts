/** What a process is kept from, and kept in: mounts, namespaces, keys, system calls and limits. */
import { deno } from './deno.js'
import { O_CLOEXEC, O_RDONLY } from './files.js'
import { AT_FDCWD, c, checked, EPERM, errno, type Handle, handle, isArm, text } from './libc.js'

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

const KEYCTL = isArm ? 219 : 250
const KEYCTL_JOIN_SESSION_KEYRING = 1

/** Lets go of the caller's keys: from now on there is an empty keyring. */
export function newSessionKeyring(): void {
  checked('keyctl', c.keyctl(KEYCTL, KEYCTL_JOIN_SESSION_KEYRING, 0))
}

const NS_GET_USERNS = 0xb701
const NS_GET_NSTYPE = 0xb703

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

const SECCOMP = isArm ? 277 : 317
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
