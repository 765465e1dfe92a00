/** Of a report: what copies were made, and what calls changed in them. */

export interface Copies {
  readonly servers: readonly string[]
  /** `why`: the end of a sentence. */
  readonly not_copied: readonly { readonly server: string; readonly why: string }[]
  /** By the server that was called meanwhile. */
  readonly network_attempts: Readonly<Record<string, number>>
  /** Folders that could not be copied whole. */
  readonly partly?: readonly { readonly root: string; readonly why: string }[]
}

/** What is lost comes first in each list, then by path, then by call. */
export interface FileEffects {
  readonly files: readonly FileEffect[]
  /** After the last answer; nobody knows which call it came of. */
  readonly late: readonly FileEffect[]
  /** Logs: paths that servers change at every call, also one that reads alone, and what `npx` writes of itself. */
  readonly own: readonly string[]
}

export interface FileEffect {
  /** Relative to the working folder where it lies below it, else absolute. */
  readonly path: string
  readonly change: 'made' | 'changed' | 'removed' | 'renamed'
  /** Where a renamed one was. */
  readonly from?: string
  /** Of calls that were under way together the first; what they did to one path is one change. */
  readonly server?: string
  readonly call?: number
  /** Numbers of the calls that were under way meanwhile and may have made the change, too. */
  readonly shared_with?: readonly number[]
  readonly before?: ReportedFile
  readonly after?: ReportedFile
  /**
   * Unified, without its head, secrets replaced. Absent for what is no text, large, private, or outside the folders that servers were
   * given, and once some megabytes of others were told.
   */
  readonly diff?: string
}

export interface ReportedFile {
  /** Absent for a file. */
  readonly kind?: 'folder' | 'link' | 'other'
  /** Permissions in octal digits. */
  readonly mode: string
  readonly bytes: number
  /**
   * `sha256:…`. Of what is private, holds a secret or lies outside the folders that servers were given `hmac-sha256:…`, with the
   * store's key, and absent without a store: contents could be guessed from another one.
   */
  readonly digest?: string
  /** Where a link leads, as its text says; absent as `diff` is. */
  readonly target?: string
}
