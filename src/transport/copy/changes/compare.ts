/** What happened between two looks at the same places. */
import { byText, lastName } from '../../../base/index.js'
import { type Entry, type FileChange, type FileState, mayDiffer } from './entry.js'

/** Undefined: nothing was, or is, there. */
export interface Difference {
  readonly before: Entry | undefined
  readonly after: Entry | undefined
}

export interface States {
  before(path: string, entry: Entry): FileState | undefined
  after(path: string, entry: Entry): FileState
}

/**
 * Changes of the places that may differ, ordered by path. Equal bytes with equal permissions are no change. One that vanished and
 * one that came with the same inode are one that was renamed; what moved with a renamed folder is not told again.
 */
export function compare(places: ReadonlyMap<string, Difference>, states: States): FileChange[] {
  const renamed = renames(places)
  const movedFrom = new Map([...renamed].map(([to, from]) => [from, to]))
  const changes: FileChange[] = []
  for (const [path, { before, after }] of [...places].toSorted(([a], [b]) => byText(a, b))) {
    const from = renamed.get(path)
    const when = after === undefined ? {} : { atMs: Number(after.changed / 1_000_000n) }
    if (from !== undefined && after !== undefined) {
      const was = places.get(from)?.before
      const isMovedAlong = renamed.get(parentOf(path)) === parentOf(from) && lastName(path) === lastName(from)
      const known = was === undefined ? undefined : states.before(from, was)
      const now = states.after(path, after)
      const isSame = known !== undefined && isSameState(known, now)
      if (!isMovedAlong)
        changes.push({ path, change: 'renamed', from, ...withBefore(known), after: now, ...when })
      else if (!isSame && was !== undefined && mayDiffer(was, after))
        changes.push({ path, change: 'changed', ...withBefore(known), after: now, ...when })
    } else if (before === undefined && after !== undefined)
      changes.push({ path, change: 'made', after: states.after(path, after), ...when })
    else if (before !== undefined && after === undefined) {
      if (!movedFrom.has(path))
        changes.push({ path, change: 'removed', ...withBefore(states.before(path, before)) })
    } else if (before !== undefined && after !== undefined && mayDiffer(before, after)) {
      const was = states.before(path, before)
      const now = states.after(path, after)
      if (was === undefined || !isSameState(was, now))
        changes.push({ path, change: 'changed', ...withBefore(was), after: now, ...when })
    }
  }
  return changes
}

function withBefore(before: FileState | undefined): { readonly before?: FileState } {
  return before === undefined ? {} : { before }
}

/** New path to old path. */
function renames(places: ReadonlyMap<string, Difference>): ReadonlyMap<string, string> {
  const gone = new Map<bigint, string>()
  for (const [path, { before, after }] of places)
    if (before !== undefined && after?.inode !== before.inode) gone.set(before.inode, path)
  const found = new Map<string, string>()
  for (const [path, { before, after }] of places) {
    const from = after === undefined ? undefined : gone.get(after.inode)
    // What replaced another file has changed it, and the one that it was has gone.
    if (from === undefined || from === path || before !== undefined || places.get(from)?.after !== undefined)
      continue
    if (places.get(from)?.before?.kind === after?.kind) found.set(path, from)
  }
  return found
}

function isSameState(a: FileState, b: FileState): boolean {
  if (a.kind !== b.kind || a.mode !== b.mode) return false
  if (a.essence !== undefined && b.essence !== undefined) return a.essence === b.essence
  if (a.kind === 'file') return a.bytes === b.bytes && a.digest !== undefined && a.digest === b.digest
  return a.target === b.target
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
