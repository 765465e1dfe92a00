/** Where code that runs with the rights of the user may be kept: where nobody can put any who could not change the package anyway. */
import { lstatSync, mkdirSync, readFileSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Whether the folder and those above it, as far as `node_modules`, are folders of the user's own and no links, and nobody writes there who
 * does not write `node_modules` too. Never throws.
 * @param user as which the process runs
 */
export function isTrusted(keptFolder: string, user: number): boolean {
  const cache = dirname(keptFolder)
  return areTrusted([dirname(cache), cache, keptFolder], user)
}

/**
 * Makes it, for the user alone, where it may be trusted then. Not in a copy of the machine, where it would be told as a change that
 * somebody made.
 * @returns whether it may be written there. Never throws.
 */
export function makeTrusted(keptFolder: string, user: number): boolean {
  try {
    if (hasUsersOfItsOwn() || !areTrusted([dirname(dirname(keptFolder))], user)) return false
    mkdirSync(keptFolder, { recursive: true, mode: 0o700 })
  } catch {
    return false
  }
  return isTrusted(keptFolder, user)
}

function areTrusted(folders: readonly string[], user: number): boolean {
  try {
    const all = folders.map((folder) => lstatSync(folder))
    return all.every((one) => one.isDirectory() && one.uid === user && !othersWrite(one, all[0]))
  } catch {
    return false
  }
}

/** A group that writes the first of them writes the package: what it writes below is no new way in. */
function othersWrite(folder: Stats, first: Stats | undefined): boolean {
  const ofGroup = (folder.mode & 0o020) !== 0
  const isTheSame = first !== undefined && (first.mode & 0o020) !== 0 && folder.gid === first.gid
  return (folder.mode & 0o002) !== 0 || (ofGroup && !isTheSame)
}

/** Each copy has, and some containers; where no file tells, nothing does. user_namespaces(7) */
function hasUsersOfItsOwn(): boolean {
  try {
    return !/^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'latin1'))
  } catch {
    return false
  }
}
