/** What the kernel itself says of a namespace (ioctl_nsfs(2)); a link in `/proc` could be made by anybody. */
import { type Identity, identityOf } from './file-status.js'
import { namespaceKind, openNamespace, ownerOfNamespace } from './isolation.js'

export interface Namespace extends Identity {
  /** The user namespace whose root rules it; absent where it does not belong to ours, nor to one below it. */
  readonly owner?: Identity
}

/** Of this thread. @throws Error when what stands in its place is none */
export function namespaceHere(name: keyof typeof KINDS): Namespace {
  using handle = openNamespace(`/proc/thread-self/ns/${name}`)
  if (namespaceKind(handle.fd) !== KINDS[name])
    throw new Error(`/proc/thread-self/ns/${name} is no namespace`)
  using owner = ownerOfNamespace(handle.fd)
  return { ...identityOf(handle.fd), ...(owner === undefined ? {} : { owner: identityOf(owner.fd) }) }
}

/** The bits of clone(2). */
const KINDS = { mnt: 0x00020000, user: 0x10000000, pid: 0x20000000, net: 0x40000000 } as const
