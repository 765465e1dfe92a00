/** The proof that nothing here can touch the machine's own mounts. It comes before the first mount. */
import { deno } from './deno.js'
import { namespaceHere } from './namespace.js'
import type { SetupPlan } from './plan.js'

/** @throws Error that names what is not proved */
export function refuseOutside({ outside }: SetupPlan): void {
  for (const name of ['user', 'mnt', 'pid'] as const) {
    const noted = outside[name]
    if (!new RegExp(`^${name}:\\[\\d+\\]$`).test(noted))
      throw new Error(`nobody noted the ${name} namespace of the caller`)
    if (deno.readLinkSync(`/proc/self/ns/${name}`) === noted)
      throw new Error(`this is the ${name} namespace of the caller: ${noted}`)
  }
  refuseForeignOwner()
  const maps = deno.readTextFileSync('/proc/self/uid_map').trim().split('\n')
  const [first, caller, length] = maps[0]?.trim().split(/\s+/) ?? []
  if (maps.length !== 1 || first !== '0' || length !== '1')
    throw new Error('this is no user namespace with one user')
  if (caller !== String(outside.uid)) throw new Error(`its one user is ${caller}, not ${outside.uid}`)
  refuseSharedMounts()
}

/**
 * What was noted may be wrong, and so may be what `/proc` shows; the kernel is asked too. Whoever is root of the machine may do everything
 * in namespaces that belong to it, and nothing in the one that everything starts in.
 */
export function refuseForeignOwner(): void {
  const user = namespaceHere('user')
  if (user.inode === INITIAL_USER_NAMESPACE) throw new Error("this is the machine's own user namespace")
  for (const name of ['mnt', 'pid', 'net'] as const) {
    const { owner } = namespaceHere(name)
    if (owner?.inode !== user.inode || owner.device !== user.device)
      throw new Error(`the ${name} namespace belongs to another user namespace`)
  }
}

/** What is mounted here must be seen nowhere else. */
export function refuseSharedMounts(): void {
  const shared = deno
    .readTextFileSync('/proc/thread-self/mountinfo')
    .split('\n')
    .find((line) => / (?:shared|master):\d/.test(line))
  if (shared !== undefined) throw new Error(`a mount is not private: ${shared.split(' ')[4]}`)
}

/** `PROC_USER_INIT_INO` of the kernel. */
const INITIAL_USER_NAMESPACE = String(0xeffffffd)
