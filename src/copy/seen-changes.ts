/** What changed in a world, with paths as they are told to a person. */
import { relative } from 'node:path'
import type { SeenChange } from '../dryrun/index.js'
import type { FileChange } from '../transport/copy/index.js'
import { isInside } from '../transport/index.js'

/** Paths below `baseDir` are told from there. */
export function seenChanges(changes: readonly FileChange[], baseDir: string): readonly SeenChange[] {
  const told = (path: string): string => (isInside(path, baseDir) ? relative(baseDir, path) : path)
  return changes.map(({ path, from, root, ...change }) => ({
    ...change,
    path: told(path),
    ...(from === undefined ? {} : { from: told(from) }),
    isInRoot: root !== undefined,
  }))
}
