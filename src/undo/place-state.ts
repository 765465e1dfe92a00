/** What stands at a path, as far as it is put back. */

/** Absent: nothing is there. Times are nanoseconds since the epoch, as decimal digits. */
export type PlaceState =
  | { readonly kind: 'absent' }
  | (Standing & {
      readonly kind: 'file'
      readonly bytes: number
      /** `sha256:…`; absent where its contents were not read. */
      readonly digest?: string
      /** Of a repository's index: `sha256:…` of what says something. */
      readonly essence?: string
      /** More than one: other names lead to the same file. */
      readonly names: number
    })
  | (Standing & { readonly kind: 'folder' })
  | (Standing & { readonly kind: 'link'; readonly target: string })
  | (Standing & { readonly kind: 'other' })

interface Standing {
  readonly mode: number
  readonly owner: number
  readonly group: number
  readonly inode: string
  readonly modified: string
  readonly accessed: string
  /** Cannot be set by anybody: equal means that nothing was done to it. */
  readonly changed: string
}

/** By path. */
export type PlaceStates = ReadonlyMap<string, PlaceState>

export const ABSENT: PlaceState = { kind: 'absent' }

/** Something may stand there, behind a folder that is closed to us: never the same as anything. */
export const CLOSED: PlaceState = {
  ...{ kind: 'other', mode: 0, owner: -1, group: -1 },
  ...{ inode: '', modified: '0', accessed: '0', changed: '0' },
}

export function isClosed(state: PlaceState): boolean {
  return state.kind === 'other' && state.inode === ''
}

/** Equal bytes, permissions, kind and target. Times and inode do not count. */
export function isSamePlace(a: PlaceState, b: PlaceState): boolean {
  return hasSameContents(a, b) && (a.kind === 'absent' || b.kind === 'absent' || a.mode === b.mode)
}

/** The same place, and of the same owner: what was given to somebody since is his. */
export function isStillAs(a: PlaceState, b: PlaceState): boolean {
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind === b.kind
  return isSamePlace(a, b) && a.owner === b.owner && a.group === b.group
}

/** What was never read is the same only while nothing was done to it. */
export function hasSameContents(a: PlaceState, b: PlaceState): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'link' && b.kind === 'link') return a.target === b.target
  if (a.kind !== 'file' || b.kind !== 'file') return a.kind !== 'other'
  if (a.essence !== undefined && b.essence !== undefined) return a.essence === b.essence
  if (a.digest !== undefined && b.digest !== undefined) return a.bytes === b.bytes && a.digest === b.digest
  return isUntouched(a, b)
}

/** Nothing was done to it since, not even a time was set. */
export function isUntouched(a: PlaceState, b: PlaceState): boolean {
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind === b.kind
  return (
    a.kind === b.kind &&
    a.inode === b.inode &&
    a.changed === b.changed &&
    a.modified === b.modified &&
    a.mode === b.mode
  )
}

/** What stands there now: of places that the run changed, and of all that is in folders which are taken as a whole. */
export interface World {
  at(path: string): PlaceState
  /** Paths of all that is below a folder now. */
  below(path: string): readonly string[]
}
