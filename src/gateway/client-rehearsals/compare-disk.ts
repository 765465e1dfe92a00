/** Holds the disk, after it was done for real, against what the rehearsal showed. */

import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonObject } from '../../base/index.js'
import { digestOfBytes } from '../../base/index.js'
import type { SeenChange } from '../../dryrun/index.js'
import {
  compareStates,
  createOwnMap,
  type OwnMap,
  type OwnValue,
  type PlayedState,
} from '../../sequence/index.js'

export interface ComparedDisk {
  /** Where relative paths start. */
  readonly cwd: string
  /** Ids of the copy, with what they are called for real. */
  readonly renamed: JsonObject
  /** What each world makes anew: times and short numbers may be others. */
  readonly own: Readonly<Record<string, OwnValue>>
}

/** A sentence for each file that is otherwise than shown. Files of repositories hold hashes, and were compared as answers. */
export function comparedWithDisk(
  changes: readonly SeenChange[],
  { cwd, renamed, own }: ComparedDisk,
): readonly string[] {
  const map = createOwnMap(
    Object.entries(renamed).map(([session, other]) => ({
      session,
      other: String(other),
      kind: 'id' as const,
    })),
  )
  const anew = new Set(Object.values(own).map(({ session }) => String(session)))
  return changes
    .filter(({ path }) => !/(?:^|\/)\.git\//.test(path))
    .flatMap((change) => difference(change, cwd, map, anew) ?? [])
}

function difference(
  { path, change, after }: SeenChange,
  cwd: string,
  map: OwnMap,
  anew: ReadonlySet<string>,
): string | undefined {
  const named = map.render(path)
  const now = stateAt(resolve(cwd, named))
  if (change === 'removed')
    return now === undefined ? undefined : `${named} is still there, and was to be removed`
  if (now === undefined) return `${named} is not there`
  // Contents that were not kept can hold what each world makes anew.
  if (after === undefined || (after.kind === 'file' && after.content === undefined)) return undefined
  const compared = compareStates(path, after, now, map)
  const isAsShown =
    compared.kind === 'alike' &&
    compared.words.every(({ isNew, kind, session }) => !isNew || kind === 'time' || anew.has(session))
  return isAsShown ? undefined : `${named} holds something else than was shown`
}

function stateAt(path: string): PlayedState | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  const about = { mode: found.mode & 0o7777, bytes: found.size }
  if (found.isSymbolicLink()) return { kind: 'link', ...about, target: readlinkSync(path) }
  if (!found.isFile()) return { kind: found.isDirectory() ? 'folder' : 'other', ...about }
  const content = readFileSync(path)
  const digest = digestOfBytes(content)
  return { kind: 'file', ...about, digest, content }
}
