/** What is known of one file, folder or link, and what became of it. */

export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Permissions. */
  readonly mode: number
  readonly size: number
  /** Nanoseconds: of the contents, and of anything; the second cannot be forged. */
  readonly modified: bigint
  readonly changed: bigint
  readonly inode: bigint
  /** Of a link. */
  readonly target: string
}

/** What a file was or has become. */
export interface FileState {
  readonly kind: Entry['kind']
  readonly mode: number
  readonly bytes: number
  /** Of a file's contents: `sha256:…`; absent where they could not be read. */
  readonly digest?: string
  /** Of a file of which not all bytes say something, the digest of those that do. */
  readonly essence?: string
  /** Of a small file below a root. */
  readonly content?: Uint8Array
  /** Of a link. */
  readonly target?: string
}

export interface FileChange {
  /** Where it is in the world: absolute. Of a folder that was made, removed or renamed, what is in it is told too, but for a rename. */
  readonly path: string
  readonly change: 'made' | 'changed' | 'removed' | 'renamed'
  /** Of a renamed one. */
  readonly from?: string
  /** Absent for what was made, and where nobody knows any more. */
  readonly before?: FileState
  /** Absent for what was removed. */
  readonly after?: FileState
  /** The root in which it lies; absent outside the roots. */
  readonly root?: string
  /** When it happened last: see `SeenChange`. */
  readonly atMs?: number
}

/** True when something may have happened to it: times and inode count too. */
export function mayDiffer(a: Entry, b: Entry): boolean {
  return (
    a.kind !== b.kind ||
    a.mode !== b.mode ||
    a.inode !== b.inode ||
    a.target !== b.target ||
    (a.kind !== 'folder' && (a.size !== b.size || a.modified !== b.modified || a.changed !== b.changed))
  )
}
