/** What a probe found: each kind can be proved by what stands in the finding. */
import type { JsonObject } from '../base/index.js'
import type { InputKind } from './probe-input.js'

export type ProbeFindingKind =
  | 'crash'
  | 'hang'
  | 'protocol'
  | 'stdout-noise'
  | 'valid-rejected'
  | 'invalid-accepted'
  | 'output-invalid'
  | 'over-budget'

export interface ProbeFinding {
  readonly kind: ProbeFindingKind
  readonly tool: string
  readonly input: InputKind
  /** Into the arguments; for `output-invalid` into the structured content. */
  readonly pointer: string
  /** A sentence. It may quote the server. */
  readonly message: string
  /** The arguments, shrunk. */
  readonly arguments: JsonObject
  /** The server's own words: its answer, its line, its end. */
  readonly said: string
  /** For `--path`: what leads back to these arguments with the same seed. */
  readonly path: string
}

/** What the server did against the protocol outside of calls: while it started, and between calls. */
export type StrayFinding = Pick<ProbeFinding, 'kind' | 'message' | 'said'>

/** How the calls with one kind of input to one tool went. */
export interface ProbeCheck {
  readonly tool: string
  readonly input: InputKind
  readonly passed: number
  readonly failed: number
  /** Calls that prove nothing: the tool refused in words of its own, was slow, or asked back. */
  readonly couldNotTell: number
  /** Why nothing, or no more, was tried. */
  readonly couldNotRun?: string
}

/** Worth knowing, and no proof of a defect. */
export interface ProbeNote {
  readonly tool: string
  readonly text: string
}
