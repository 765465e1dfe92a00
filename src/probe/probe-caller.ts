/** The port through which a probe reaches a server. */
import type { JsonObject } from '../base/index.js'
import type { Outcome } from '../call/index.js'
import type { WireViolation } from '../wire-check/index.js'

/**
 * One call at a time. `call` resolves with whatever came of it, also when nothing did; it rejects when the probe is to end: the
 * caller was closed or its signal aborted. After `closed`, and after `silent` without a sign of life, the server is gone or stuck:
 * `restart` comes before the next call. `restart` rejects when the server does not start again. Whoever made the caller closes it.
 */
export interface ProbeCaller {
  call(tool: string, args: JsonObject): Promise<CallReport>
  restart(): Promise<void>
  /** Where calls leave traces, the next one is made as if it were the first. Rejects as `restart` does. */
  renew?(): Promise<void>
  /** What the server did against the protocol outside of calls so far: while it started, and between calls. */
  readonly stray: readonly WireViolation[]
}

export interface CallReport {
  readonly event: CallEvent
  /** What the server did against the protocol meanwhile. */
  readonly violations: readonly WireViolation[]
  /** Why nothing is proved by what came of it. */
  readonly noEvidence?: string
}

export type CallEvent =
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  /** The process ended or closed the connection, during the call or right after its answer. */
  | { readonly kind: 'closed'; readonly text: string }
  /** No answer within the limit; `isAlive` when another request was answered then. */
  | { readonly kind: 'silent'; readonly limitMs: number; readonly isAlive: boolean }
  /** An answer that cannot be used, or a question back that nobody answers. */
  | { readonly kind: 'unusable'; readonly text: string }
