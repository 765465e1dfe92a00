/**
 * Steps over the threshold: a namespace of mounts and one of processes for the world alone, with the world as their root and the old root
 * gone. This thread does it, and comes back to the mounts that the keeper keeps; what it starts meanwhile stays: the first process inside,
 * which buries orphans until it ends, which ends everything in the world.
 */
import type { Acts } from './acts.js'
import { identityOf, statusOf } from './file-status.js'
import { makeFile, makeFolder, mayAccess, namesIn, removeFile, removeFolder, W_OK } from './files.js'
import {
  MS_BIND,
  MS_NODEV,
  MS_NOEXEC,
  MS_NOSUID,
  MS_RDONLY,
  MS_REMOUNT,
  mount,
  openNamespace,
} from './isolation.js'
import { type Handle, SystemCallError } from './libc.js'
import { namespaceHere } from './namespace.js'
import {
  CLONE_NEWNS,
  CLONE_NEWPID,
  detach,
  enterFolder,
  enterNamespace,
  leaveNamespaces,
  makeRoot,
  type Started,
  startProgram,
} from './processes.js'
import { refuseForeignOwner, refuseSharedMounts } from './refuse-outside.js'

/**
 * `marker` becomes the name of a file that only the root of the world has. Returns the number of the first process inside, as the caller
 * sees it. `meanwhile` is what there is to do while that one starts. @throws Refusal
 */
export function openWorld(world: string, marker: string, acts: Acts, meanwhile: () => void): number {
  makeFile(`${world}/${marker}`)
  makeFolder(`${world}/${OLD_ROOT}`, 0o700)
  using mounts = openNamespace('/proc/thread-self/ns/mnt')
  using processes = openNamespace('/proc/thread-self/ns/pid')
  acts.perform('world', 'namespaces', () => leaveForWorld(mounts))
  const first = acts.perform('proc', '/proc', () => startFirst(world))
  meanwhile()
  const toCover = acts.perform('covers', '/proc', () => covered(world))
  const pid = acts.perform('proc', '/proc', () => pidOf(first))
  for (const path of toCover) acts.perform('covers', path, () => cover(path))
  acts.perform('pivot_root', world, () => enterWorld(world, marker))
  acts.perform('umount', '/', () => closeDoor(world, marker))
  first.endInput()
  acts.perform('keeper', 'namespaces', () => {
    enterNamespace(mounts, CLONE_NEWNS)
    enterNamespace(processes, CLONE_NEWPID)
  })
  return pid
}

/** In the world, until its door is closed. */
const OLD_ROOT = '.old-root'

/** Nothing is mounted before the kernel itself tells the mounts apart from the keeper's. Throws where they are the same. */
function leaveForWorld(keepers: Handle): void {
  leaveNamespaces(CLONE_NEWNS | CLONE_NEWPID)
  const { inode, device } = identityOf(keepers.fd)
  const here = namespaceHere('mnt')
  if (here.inode === inode && here.device === device) throw new Error("these are the keeper's mounts")
  refuseForeignOwner()
  refuseSharedMounts()
}

/** Only a process inside can mount what shows the processes inside. */
function startFirst(world: string): Started {
  return startProgram('/bin/sh', ['-c', FIRST], { PATH: PROGRAMS, WORLD: world })
}

/** Waits until it has done so. */
function pidOf(first: Started): number {
  const pid = Number(first.hear())
  if (!(pid > 0)) throw new Error('see what it says')
  return pid
}

const PROGRAMS = '/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Numbers of processes begin somewhere else in each world, as they do on a machine: were they the same in all, a server that tells one
 * would seem to say what it always says. When its input ends, the door is closed: what it becomes is the world's own.
 */
const FIRST = `
[ "$$" = 1 ] || exit 1
read -r pid rest </proc/self/stat
cd "$WORLD" || exit 1
mount -t proc -o nosuid,nodev,noexec proc proc || exit 1
read -r chance <proc/sys/kernel/random/uuid
{ echo $((1000 + 0x\${chance%\${chance#????}} % 30000)) >proc/sys/kernel/ns_last_pid; } 2>/dev/null
echo "$pid"
read -r end
exec env -i --ignore-signal=CHLD sleep infinity </dev/null >/dev/null 2>&1
`

/** What of the world's own `/proc` is the whole machine's, and could be written. */
function covered(world: string): readonly string[] {
  return namesIn('/proc')
    .filter((name) => !isOfProcesses(name) && mayBeWritten(`/proc/${name}`))
    .map((name) => `${world}/proc/${name}`)
}

/** They are those of the world, or links to what is; and any user may have the machine's pressure watched. */
function isOfProcesses(name: string): boolean {
  return /^\d+$|^(?:self|thread-self|mounts|net|pressure)$/.test(name)
}

/** The kernel has settings in folders that nobody can write to, and which of them there are depends on its parts. */
function mayBeWritten(path: string): boolean {
  return statusOf(path).kind === 'folder' || mayAccess(path, W_OK)
}

function cover(path: string): void {
  mount(path, path, '', MS_BIND)
  mount('', path, '', MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
}

/** Throws where the marker is not seen at the new root, or is seen at the old one. */
function enterWorld(world: string, marker: string): void {
  enterFolder(world)
  makeRoot(OLD_ROOT)
  enterFolder('/')
  if (
    !isThere(`/${marker}`) ||
    isThere(`/${OLD_ROOT}/${marker}`) ||
    !isThere(`/${OLD_ROOT}${world}/${marker}`)
  )
    throw new Error('the root is not the world')
}

/** Nothing is unmounted before the marker, which only the new root has, was seen at the root, and not at the old one. */
function closeDoor(world: string, marker: string): void {
  detach(`/${OLD_ROOT}`)
  removeFolder(`/${OLD_ROOT}`)
  removeFile(`/${marker}`)
  if (isThere(world)) throw new Error('the way out is still there')
}

function isThere(path: string): boolean {
  try {
    statusOf(path)
    return true
  } catch (cause) {
    if (cause instanceof SystemCallError) return false
    throw cause
  }
}
