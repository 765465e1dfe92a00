/** What `understudy verify --format json` prints: how servers changed since their contracts were locked. */

export interface Drift {
  readonly format: 'understudy.drift/1'
  /** The lock file. */
  readonly lock: string
  readonly fail_on: 'breaking' | 'risky' | 'additive' | 'wording'
  /** True when a change is at or above `fail_on`. */
  readonly failed: boolean
  readonly counts: Readonly<Record<DriftClass, number>>
  readonly servers: readonly DriftServer[]
  /** The worst first. */
  readonly changes: readonly DriftChange[]
  /** Null when no store was looked at. */
  readonly recordings: BrokenRecordings | null
  /** Null when no tests were looked at. */
  readonly tests: TestsAtRisk | null
  /** Servers of the lock that were not asked, since others were named. */
  readonly not_asked: readonly string[]
  readonly unavailable: readonly { readonly server: string; readonly reason: string }[]
}

export type DriftClass = 'breaking' | 'instructions' | 'risky' | 'additive' | 'wording'

export interface DriftServer {
  readonly server: string
  /** How many tools were locked, and how many there are. */
  readonly tools: { readonly locked: number; readonly live: number }
  /** As the server told them; null where it did not. */
  readonly version: { readonly locked: string | null; readonly live: string | null }
}

export interface DriftChange {
  readonly class: DriftClass
  readonly server: string
  /** Null when the change concerns the server as a whole. */
  readonly tool: string | null
  readonly part:
    | 'server'
    | 'capabilities'
    | 'tool'
    | 'input'
    | 'output'
    | 'annotations'
    | 'prompt'
    | 'resource'
    | 'template'
  /** The prompt, the URI of the resource, or the template. */
  readonly item?: string
  /** JSON Pointer into the part; `*` for any item. */
  readonly pointer: string
  readonly message: string
  /** The text that is another one, whole; null where there is none, or it was not locked. */
  readonly text?: { readonly was: string | null; readonly now: string | null }
  /** Arguments, or structured content, that the one contract takes and the other refuses. */
  readonly witness?: unknown
  readonly did_you_mean?: readonly string[]
}

/** Recordings that are not found any more, since the contract of their tool is another one. */
export interface BrokenRecordings {
  readonly total: number
  /** The first thousand. */
  readonly list: readonly BrokenRecording[]
}

export interface BrokenRecording {
  readonly server: string
  readonly tool: string
  readonly recorded_at: string
  /** `gone`: the tool. `arguments`: the new contract refuses them. `result`: it breaks the new output schema. `contract`: neither, but the contract is another one. */
  readonly why: 'gone' | 'arguments' | 'result' | 'contract'
  readonly message: string
}

/** Tests that a change breaks, by what stands in their text. */
export interface TestsAtRisk {
  /** How many files were looked at. */
  readonly files: number
  readonly list: readonly TestAtRisk[]
  /** Files that could not be parsed. */
  readonly unread: readonly { readonly file: string; readonly reason: string }[]
}

export interface TestAtRisk {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly server: string
  readonly tool: string
  /** `breaks`: its tool is gone, or refuses its arguments. `may-break`: the output changed, or the call may be of another server. */
  readonly effect: 'breaks' | 'may-break'
  readonly message: string
}
