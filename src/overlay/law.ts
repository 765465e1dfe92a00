/** How a kind of server keeps what it is given: what its answers are, from what was written and from what it said before. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Answer, Outcome } from '../call/index.js'

/** A call of a tool as a law sees it: the role that the model gives the tool, and the arguments by the names of the law. */
export interface RoleCall {
  readonly role: string
  readonly args: JsonObject
  /** Which record of which collection it is about, as far as its footprint says. */
  readonly record?:
    | { readonly collection: string; readonly key?: string; readonly id?: JsonValue }
    | undefined
  /** What the tool says when it succeeds, with `{argument}` for what it was given; absent where nobody can say it. */
  readonly says?: string | undefined
}

/** A call that was made, and changed something or may have. */
export interface Act extends RoleCall {
  /** False when it failed: it may have been done in part. */
  readonly isDone: boolean
  /** What it answered; absent where nothing is known of it. */
  readonly value?: JsonValue
}

/** What is known of an answer. */
export interface Told {
  readonly outcome: Outcome
  /** JSON Pointers into the value of the outcome: what stands there is invented. */
  readonly inventedAt?: readonly string[]
  /** What it may be as well, as far as is known: the same, in another order. */
  readonly orElse?: readonly Outcome[]
  /** Whether it may be this value, where that is more than another value at the invented places. */
  readonly isPossible?: (value: JsonValue) => boolean
  /** True where nobody knows its form: what was null may be something by then, and there may be members more. */
  readonly mayGrow?: true
  /** What is taken for granted in it, beside that earlier calls did what they are known to do: a sentence's end. */
  readonly supposes?: string
  /** True for a call that writes: that it succeeds is nothing but likely. */
  readonly isAssumed?: boolean
}

/**
 * What a server said to such a call before anything was written, or says to it now: by the role of the tool and the arguments of the
 * law. Undefined where nobody knows.
 */
export type AskReaders = (role: string, args: JsonObject) => Promise<Outcome | undefined>

export interface Law {
  /** What is taken for granted of answers from before that no call touched: a sentence's end. Absent: nothing. */
  readonly supposes?: string
  /**
   * Undefined where it cannot be told, so that nobody should say what the server says. `acts`: all before, the oldest first; `below`:
   * what is answered where nothing was written.
   */
  answer(call: RoleCall, acts: readonly Act[], ask: AskReaders, below: Answer): Promise<Told | undefined>
}

export function textResult(text: string): Outcome {
  return { kind: 'result', content: [{ type: 'text', text }], structured: { content: text } }
}

export function textError(text: string): Outcome {
  return { kind: 'tool-error', content: [{ type: 'text', text }] }
}
