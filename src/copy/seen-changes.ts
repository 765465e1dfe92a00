/** What changed in a world, with paths as they are told to a person. */
import { relative } from 'node:path'
import type { SeenChange, SeenState } from '../dryrun/index.js'
import type { FileChange, FileState } from '../transport/copy/index.js'
import { isInside } from '../transport/index.js'

/** Paths below `baseDir` are told from there. */
export function seenChanges(changes: readonly FileChange[], baseDir: string): readonly SeenChange[] {
  const told = (path: string): string => (isInside(path, baseDir) ? relative(baseDir, path) : path)
  return changes.map(({ path, from, root, before, after, ...change }) => ({
    ...change,
    ...(before === undefined ? {} : { before: seenState(before) }),
    ...(after === undefined ? {} : { after: seenState(after) }),
    path: told(path),
    ...(from === undefined ? {} : { from: told(from) }),
    isInRoot: root !== undefined,
  }))
}

/** A repository's index is told apart by what says something in it: in a copy all files have other numbers. */
function seenState({ essence, ...state }: FileState): SeenState {
  return essence === undefined ? state : { ...state, digest: essence }
}
