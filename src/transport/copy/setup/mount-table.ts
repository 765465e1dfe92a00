/** What is mounted where, as the kernel tells it. */
import { deno } from './deno.js'
import { asBytes } from './libc.js'

export interface MountTable {
  /** True when something is mounted below the folder. */
  holdsMounts(folder: string): boolean
  /** True when nothing can be written there, whoever asks. */
  isReadOnly(path: string): boolean
}

/** As it is now. */
export function readMountTable(): MountTable {
  const mounts = deno
    .readTextFileSync('/proc/self/mountinfo')
    .split('\n')
    .flatMap(parseMount)
    .toSorted((a, b) => b.point.length - a.point.length)
  return {
    holdsMounts: (folder) => mounts.some(({ point }) => point !== folder && isBelow(point, folder)),
    isReadOnly: (path) =>
      mounts.find(({ point }) => point === path || isBelow(path, point))?.isReadOnly ?? false,
  }
}

interface Mount {
  readonly point: string
  readonly isReadOnly: boolean
}

/** `ID PARENT DEVICE ROOT POINT OPTIONS … - TYPE SOURCE OPTIONS` (proc_pid_mountinfo(5)): of this mount, and of the file system. */
function parseMount(line: string): readonly Mount[] {
  const [own = '', system = ''] = line.split(' - ')
  const [, , , , point, options = ''] = own.split(' ')
  if (point === undefined) return []
  return [
    {
      // Spaces and the like are written as three octal digits.
      point: asBytes(point).replace(/\\([0-7]{3})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 8)),
      ),
      isReadOnly: [options, system.split(' ')[2] ?? ''].some((all) => all.split(',').includes('ro')),
    },
  ]
}

/** True for a path below the folder, and not for the folder itself. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
