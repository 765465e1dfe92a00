/** Where the programs that make a copy are found. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** The system's own, and before them `folder`, where root has put an `unshare` into it that nobody else can change. */
export function searchPath(folder: string, seen: (path: string) => Owned | undefined = look): string {
  const isRoots = [folder, join(folder, 'unshare')].every((path) => {
    const found = seen(path)
    return found !== undefined && found.uid === 0 && (found.mode & 0o022) === 0
  })
  return isRoots ? `${folder}:${SYSTEM_PATH}` : SYSTEM_PATH
}

interface Owned {
  readonly uid: number
  readonly mode: number
}

/** Of a link nobody is asked: its own bits let everybody write. */
function look(path: string): Owned | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}
