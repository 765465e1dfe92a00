/** What `understudy probe --format json` prints: what was proved to be wrong with the tools of servers, and what was tried. */

export interface Probe {
  readonly format: 'understudy.probe/1'
  /** `out_of_time`, `interrupted`, and `server_lost`, which could not be started again: what follows is what was known then. */
  readonly ended: 'completed' | 'out_of_time' | 'server_lost' | 'interrupted'
  /** Whether something that was asked for was not probed, or nothing is known to be right. */
  readonly incomplete: boolean
  readonly seed: number
  readonly runs: number
  readonly max_tokens: number
  readonly counts: ProbeCounts
  /** Tools that were called, and why they might be. No other tool was called. */
  readonly tools: readonly ProbedTool[]
  readonly findings: readonly ProbeFinding[]
  readonly checks: readonly ProbeCheck[]
  /** Worth knowing, and no proof of a defect. */
  readonly notes: readonly { readonly server: string; readonly tool: string; readonly text: string }[]
  /** Servers, and tools of servers that did not start again, of which nothing is known. */
  readonly unavailable: readonly { readonly server: string; readonly reason: string }[]
}

/** Calls by how they went; findings apart, since many calls may show one. */
export interface ProbeCounts {
  readonly findings: number
  readonly passed: number
  readonly failed: number
  readonly could_not_tell: number
  /** Kinds of input that were not, or not all, tried. */
  readonly could_not_run: number
}

export interface ProbedTool {
  readonly server: string
  readonly tool: string
  /** The user named it, the policy says that it reads, or its server says so. */
  readonly chosen_by: 'name' | 'policy' | 'annotation' | 'copy'
}

export interface ProbeFinding {
  readonly kind:
    | 'crash'
    | 'hang'
    | 'protocol'
    | 'stdout-noise'
    | 'valid-rejected'
    | 'invalid-accepted'
    | 'output-invalid'
    | 'over-budget'
  readonly server: string
  /** Null for what the server did outside of calls; then `input`, `arguments`, `path` and `call` are null too. */
  readonly tool: string | null
  /** `valid`, or what was wrong with the arguments on purpose. */
  readonly input: string | null
  /** JSON Pointer into the arguments; for `output-invalid` into the structured content. */
  readonly pointer: string
  readonly message: string
  /** The smallest that show it. */
  readonly arguments: unknown
  /** The server's own words. */
  readonly said: string
  readonly seed: number
  readonly path: string | null
  /** Command lines: the probe of this one input, and the plain call. */
  readonly repeat: string
  readonly call: string | null
}

/** How the calls with one kind of input went. */
export interface ProbeCheck {
  readonly server: string
  readonly tool: string
  readonly input: string
  readonly passed: number
  readonly failed: number
  readonly could_not_tell: number
  /** Why nothing, or no more, was tried. */
  readonly could_not_run: string | null
}
