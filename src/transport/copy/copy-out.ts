/** Brings files out of a world, onto the disk. */
import { cpSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** `place` is where it is seen from here. What is neither file, folder nor link is left out. */
export function copyOut(place: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(place, to, { recursive: true, verbatimSymlinks: true, filter: isPlain })
}

function isPlain(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status !== undefined && (status.isFile() || status.isDirectory() || status.isSymbolicLink())
}
