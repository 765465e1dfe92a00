/** What is mounted where, as the kernel tells it. */
import { deno } from './deno.js'
import { asBytes } from './libc.js'

export interface MountTable {
  /** True when something is mounted below the folder. */
  holdsMounts(folder: string): boolean
}

export function readMountTable(): MountTable {
  const points = deno
    .readTextFileSync('/proc/self/mountinfo')
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    // Spaces and the like are written as three octal digits (proc_pid_mountinfo(5)).
    .map((point) =>
      asBytes(point).replace(/\\([0-7]{3})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 8)),
      ),
    )
  return {
    holdsMounts(folder) {
      const inside = folder === '/' ? '/' : `${folder}/`
      return points.some((point) => point !== folder && point.startsWith(inside))
    },
  }
}
