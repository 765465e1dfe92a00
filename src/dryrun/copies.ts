/**
 * The port to servers that answer from a throwaway copy of the world. A rehearsal cannot start one: whoever may, hands it in. It says
 * what was answered and what was seen; whether that is evidence is decided in copy-evidence.ts.
 */
import type { Outcome, ToolCall } from '../call/index.js'

/** Makes a fresh copy for each rehearsal, and so for each seed. */
export interface CopySource {
  /** Opens one world with all its servers. Whoever opens it closes it. @throws the signal's reason when aborted */
  open(signal?: AbortSignal): Promise<CopiedServers>
  /** Servers that are not copied, and why: the end of a sentence. */
  readonly notCopied: readonly { readonly server: string; readonly why: string }[]
}

/** Servers in one world, fresh when it was opened. Disposing ends them; nothing they did is left. */
export interface CopiedServers extends AsyncDisposable {
  /** By the name of the server. */
  readonly servers: ReadonlyMap<string, CopiedServerFacts>
  /** Never rejects but with the reason of the call's signal: a server that breaks is told in the answer. */
  call(call: ToolCall): Promise<CopiedAnswer>
  /**
   * Files and folders, with what is below them, seem to have been read last at `atMs` (since the epoch) in this world: what answers tell by
   * that is nobody's doing. Absent where nobody can do it.
   */
  setAccessTimes?(paths: readonly string[], atMs: number): Promise<void>
  /** Ends the servers in order and looks once more: what changed after the last answer. None answers after it. */
  end(): Promise<readonly SeenChange[]>
  /** Milliseconds it took until all could answer. */
  readonly startMs: number
}

/** What is known of a server before it answers. */
export interface CopiedServerFacts {
  /** Roots that are no real copies, and why: there the copy may refuse what the disk would not. */
  readonly partly: readonly { readonly root: string; readonly why: string }[]
  /** It is run by root, who outside may do what in a copy nobody may. */
  readonly isRoot: boolean
  /** Absolute paths in its roots that are open to it for real, and closed in the copy. */
  readonly closed: readonly string[]
  /** The user's word: it keeps in memory what the real one has and this one has not. */
  readonly keepsMemory: boolean
  /** The user's word: its network attempts have nothing to do with its answers. */
  readonly isNetworkIgnored: boolean
  /** Something in the copy tried to reach out before the first call, while servers started. */
  readonly triedAtStart: boolean
}

/** What came back, and what was seen until then. */
export interface CopiedAnswer {
  /** Absent when there was none. */
  readonly outcome?: Outcome
  /** Why there was none: the end of a sentence. */
  readonly broke?: string
  /** What the server asked the client for meanwhile, such as `elicitation/create`: nobody is asked in a copy. */
  readonly asked?: string
  /** How often something in the copy tried to reach out while the call was under way. */
  readonly networkAttempts: number
  /** The real server is known to answer this by what it holds in memory, and this one has not. Default: nobody knows of it. */
  readonly isOfMemory?: boolean
  /** How often its server had tried since its first call and before this one: in calls of its own, or while nobody was called. */
  readonly earlierAttempts: number
  /** Milliseconds of real time until the answer was there. */
  readonly tookMs: number
  /** When it was asked: milliseconds since the epoch by the machine's clock. Absent where nobody knows. */
  readonly askedAtMs?: number
  /** When its server had written it, by the clock by which changes are noted: we may have come late to read it. Absent where nobody knows. */
  readonly saidAtMs?: number | undefined
  /** No room was left to write. */
  readonly isFull: boolean
  /** What changed since the answer before. */
  readonly changes: readonly SeenChange[]
}

/** What became of one file, folder or link. */
export interface SeenChange {
  /** Relative to the working folder where it lies below it, else absolute. */
  readonly path: string
  readonly change: 'made' | 'changed' | 'removed' | 'renamed'
  /** Of a renamed one. */
  readonly from?: string
  readonly before?: SeenState
  readonly after?: SeenState
  /** True where a server was given the folder: texts of other places are not shown. */
  readonly isInRoot: boolean
  /**
   * When it happened last, in milliseconds since the epoch: as the kernel notes it, up to a tick (10 ms) before the clock of programs. Absent
   * where nobody knows.
   */
  readonly atMs?: number
}

export interface SeenState {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Permissions. */
  readonly mode: number
  readonly bytes: number
  /** `sha256:…` of a file's contents; absent where they could not be read. */
  readonly digest?: string
  /** Of a small file in a root. */
  readonly content?: Uint8Array
  /** Of a link: where it leads. */
  readonly target?: string
}
