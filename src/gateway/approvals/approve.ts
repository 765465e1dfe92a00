/** Asking a person whether a call may be made. */
import type { JsonObject } from '../../base/index.js'
import type { Effect, ToolCall, ToolRef } from '../../call/index.js'
import type { Foresight } from './foresight.js'

/**
 * Puts one question to a person and waits for the word; the signal of the call ends the waiting. Called once for each call that
 * needs it, also concurrently: every question is kept until it is answered.
 * It resolves when nobody can be asked, too: not approved, and `why` says what to do. It rejects only with the signal's reason.
 */
export type Approve = (question: ApprovalQuestion) => Promise<Approval>

export interface ApprovalQuestion {
  readonly call: ToolCall
  readonly tool: ToolRef
  readonly arguments: JsonObject
  /** What the tool does, as far as the policy says or the server claims. */
  readonly effect: Effect
  /** The policy says so; else it is the claim of the server, or a guess. */
  readonly certain: boolean
  /** Why somebody has to be asked: a sentence. */
  readonly why: string
  /** What it did in a throwaway copy of this machine, where it was made there first. */
  readonly foresight?: Foresight
}

export type Approval =
  | { readonly approved: true }
  /** `why` is a sentence. */
  | { readonly approved: false; readonly why: string }
