/** What the set-up is told, and what it tells: JSON in its first argument, lines of JSON on its standard output. */

/** Paths as texts of the outside. */
export interface SetupPlan {
  /** Links to the namespaces of whoever started it, as `/proc/self/ns` names them: none may be ours. And who that is. */
  readonly outside: {
    readonly user: string
    readonly mnt: string
    readonly pid: string
    readonly uid: number
  }
  /** Folders to be copied; absolute, links resolved. */
  readonly roots: readonly string[]
  /** Folders that the caller may write to, wherever they are: the home folder, temporary ones. */
  readonly writable: readonly string[]
  readonly maxFiles: number
  readonly maxBytes: number
  /** For tests: the name of an act, or its number, that is to be refused. */
  readonly refuse?: string
}

/** For how many commands the set-up makes pipes: most worlds have no more servers. */
export const MADE_PIPES = 4

export type SetupNote =
  /** The numbers of the keeper and of the first process in the world, as the caller sees them. */
  | { readonly note: 'built'; readonly pid: number; readonly worldPid: number; readonly world: WorldLayout }
  | { readonly note: 'refused'; readonly act: string; readonly what: string; readonly why: string }

/** Where things lie, as the keeper sees them. */
export interface WorldLayout {
  /** The world as it is shown to servers. */
  readonly world: string
  readonly pipes: string
  /** The file that lists what was copied, a line an entry: see `BaselineEntry`. */
  readonly baseline: string
  readonly overlays: readonly {
    /** What it lies over. */
    readonly path: string
    /** Where what is written goes. */
    readonly upper: string
  }[]
  /** Folders that were made anew, because others are mounted in them. */
  readonly rebuilt: readonly string[]
  readonly roots: readonly CopiedRoot[]
  /** How many acts there were. */
  readonly acts: number
}

export interface CopiedRoot {
  readonly path: string
  /** Where the copy lies, in an upper folder or by itself; absent where the root is left to an overlay. */
  readonly copy?: string
  /** Why it could not be copied. */
  readonly left?: RootLeft
}

/**
 * `files`, `bytes`: more than the limit. `owner`: it, or something in it, belongs to somebody else. `unreadable`: something in it cannot be
 * read. `device`: there is a device in it. `mounts`: something is mounted in it.
 */
export type RootLeft = 'files' | 'bytes' | 'owner' | 'unreadable' | 'device' | 'mounts'

/** One entry of a copied root, as it was before anybody could change it: path in the world, kind, mode, size, times, inode, target of a link. */
export type BaselineEntry = readonly [
  path: string,
  kind: string,
  mode: number,
  size: number,
  modified: string,
  changed: string,
  inode: string,
  target: string,
]
