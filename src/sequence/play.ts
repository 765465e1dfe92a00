/** One play of a session: what was called in one world, what was answered, and what it left. */
import type { JsonObject } from '../base/index.js'
import type { Outcome } from '../call/index.js'

/** The session's own, in the world that the agent had, or the same calls once more in a fresh one. */
export interface Play {
  /** In the order in which they were made: `n` is 1, 2, 3 and so on. */
  readonly calls: readonly PlayedCall[]
  /** What changed after the last answer, once the servers were ended. */
  readonly late: readonly PlayedChange[]
}

export interface PlayedCall {
  /** From 1; the same call has the same number in each play. */
  readonly n: number
  readonly server: string
  readonly tool: string
  /** Absent: no `arguments` member was sent. */
  readonly arguments?: JsonObject
  /** Names the group of calls that were under way at once: each of them overlaps with another one of it. Absent for a call alone. */
  readonly together?: number
  /** Declared, or known by the user's word, to change nothing. */
  readonly isRead: boolean
  readonly end: PlayedEnd
  /**
   * What moved since the answer before; within a group, nobody knows by whom: those of all calls, by number, are in the order in which they
   * were seen.
   */
  readonly changes: readonly PlayedChange[]
  /** What the server asked the client for while the call was under way, such as `elicitation/create`. */
  readonly asked?: string
}

export type PlayedEnd =
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  /** Nobody answered, or not the real server in its copy: `why` is the end of a sentence. */
  | { readonly kind: 'unanswered'; readonly why: string }

/** What became of one file, folder or link: what copies see, told by `SeenChange`, is one. */
export interface PlayedChange {
  /** Relative to the working folder where it lies below it, else absolute. */
  readonly path: string
  readonly change: 'made' | 'changed' | 'removed' | 'renamed'
  /** Of a renamed one. */
  readonly from?: string
  readonly before?: PlayedState
  readonly after?: PlayedState
  /** True where a server was given the folder: what moves elsewhere is no effect of the session. */
  readonly isInRoot: boolean
}

export interface PlayedState {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Permissions. */
  readonly mode: number
  readonly bytes: number
  /** `sha256:…` of a file's contents; absent where they could not be read. */
  readonly digest?: string
  /** Of a small file. */
  readonly content?: Uint8Array
  /** Of a link: where it leads. */
  readonly target?: string
}
