/** What a refused act of the set-up means here, and what allows it. */

/** What the machine says about itself, asked only once something was refused. */
export interface RefusedPlace {
  /** `kernel.apparmor_restrict_unprivileged_userns`, `kernel.unprivileged_userns_clone`, `user.max_user_namespaces`: absent where there is none. */
  readonly settings: Readonly<Record<string, string>>
  readonly isContainer: boolean
  /** Such as `6.18.1`. */
  readonly kernel: string
}

/** One sentence. `why` holds what the kernel, or the tool that was started, had to say. */
export function whatAllows(
  act: string,
  why: string,
  { settings, isContainer, kernel }: RefusedPlace,
): string {
  if (act === 'set-up') return 'copying its folders takes long here: try again, or name smaller ones'
  const isNamespace = act === 'unshare' || act === 'world'
  if (isNamespace && /ENOSPC|No space left/i.test(why))
    return `raise the number of namespaces that a user may have: sudo sysctl -w user.max_user_namespaces=1000 user.max_mnt_namespaces=1000 (it is ${settings['user.max_user_namespaces'] ?? 'not told'}; a copy takes two and three)`
  if (act === 'unshare' && settings['kernel.unprivileged_userns_clone'] === '0')
    return 'let users make namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1'
  if (
    (isNamespace || act === 'scaffold' || act === 'namespaces') &&
    settings['kernel.apparmor_restrict_unprivileged_userns'] === '1'
  )
    return 'AppArmor takes the rights away from namespaces of users here: give the starting program a profile with "userns," (see the guide "Rehearse on a copy"), or sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
  if (act === 'proc' || act === 'cgroups')
    return isContainer
      ? 'parts of /proc are covered in this container: start it with --security-opt systempaths=unconfined'
      : 'parts of /proc are covered here: copies cannot be made inside a copy'
  if (act === 'overlay' && olderThan(kernel, 5, 11))
    return `overlays of users need Linux 5.11, and this is ${kernel}`
  if (act === 'overlay' && olderThan(kernel, 6, 6))
    return `overlays over a memory file system need Linux 6.6, and this is ${kernel}`
  if (act === 'copy' && /ENOSPC/.test(why)) return 'lower maxFiles or maxBytes, or name smaller roots'
  if (isContainer)
    return 'start this container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or with profiles that allow unshare, mount, umount2, pivot_root and setns'
  return 'nothing is known that allows it here: the rest works without copies'
}

function olderThan(kernel: string, major: number, minor: number): boolean {
  const [itsMajor = 0, itsMinor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10))
  return itsMajor < major || (itsMajor === major && itsMinor < minor)
}
