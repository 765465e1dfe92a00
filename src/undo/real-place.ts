/** Where a path leads before a run: with every folder on the way that is a link resolved once, and for good. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Its last part is never resolved: that is the thing itself, be it a link. */
export function realPlace(path: string): string {
  const folder = dirname(path)
  if (folder === path) return path
  return join(realFolder(folder), basename(path))
}

function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // Not there yet: what is above it is.
    return dirname(path) === path ? path : join(realFolder(dirname(path)), basename(path))
  }
}
