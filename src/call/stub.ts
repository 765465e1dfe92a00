/** Answers that the user gives by hand. */
import {
  defined,
  isList,
  type JsonObject,
  type JsonValue,
  UsageError,
  withoutUndefined,
} from '../base/index.js'
import type { ContentBlock } from '../protocol/index.js'
import type { Outcome } from './outcome.js'
import { parseToolRef, type ToolRef, toolRef } from './tool-call.js'

export interface Stub extends StubbedReply, StubMatch {
  readonly tool: ToolRef
  /** What the calls after the first one get, each its own; the last one uses the stub up. */
  readonly following?: readonly StubbedReply[]
}

export interface StubbedReply {
  readonly outcome: Outcome
  /** How long it takes to answer. A rehearsal does not wait. */
  readonly delayMs?: number
}

/** Which calls a stub answers: all that is said must hold. */
export interface StubMatch {
  /**
   * Members that the call's arguments must have, compared deeply: nested objects may have more, arrays may not.
   * An unknown value equals nothing. Absent: any call.
   */
  readonly arguments?: JsonObject
  /** The arguments, no more and no less. */
  readonly exactArguments?: JsonObject
  /** Whether it answers these arguments; not asked when a part of them is unknown, which it then does not. Must not throw. */
  readonly when?: (args: JsonObject) => boolean
  /** How many calls it answers, or how often it goes through its sequence; absent: all calls, or one sequence. */
  readonly times?: number
  /** What a call gets that only stubs answer which are used up: whatever comes `next`, the default, or an `error`. */
  readonly whenUsedUp?: 'next' | 'error'
}

/** What a stub says: exactly one of `result`, `content`, `toolError` and `rpcError`. */
export type StubReply = (
  | { readonly result: JsonValue }
  | {
      readonly content: readonly ContentBlock[]
      readonly structured?: JsonValue
      /** True for what a tool says that failed. */
      readonly isError?: boolean
    }
  | { readonly toolError: string }
  | { readonly rpcError: { readonly code: number; readonly message: string; readonly data?: JsonValue } }
) & { readonly delayMs?: number }

/**
 * Makes a stub. A string `result` becomes a text block; any other value becomes structured content and its JSON as text.
 * A list of replies is a sequence: each answers one call. What is undefined is absent, and null in an array.
 * @throws UsageError STUBS_INVALID when `tool` is not `server:tool`, a reply does not say exactly one thing, there is none, `times`
 *   is no positive integer, or `delayMs` is no time that can be waited.
 */
export function stub(tool: string, reply: StubReply | readonly StubReply[], match: StubMatch = {}): Stub {
  const ref = parseToolRef(tool)
  if (ref === undefined) throw invalidStub(tool, 'a tool is named SERVER:TOOL')
  const { times } = match
  if (times !== undefined && !(Number.isInteger(times) && times > 0))
    throw invalidStub(tool, `times is ${times}, not a positive integer`)
  const [first, ...following] = (isList(reply) ? reply : [reply]).map((each) =>
    readReply(tool, withoutUndefined(each)),
  )
  if (first === undefined) throw invalidStub(tool, 'its sequence is empty')
  return {
    tool: toolRef(ref),
    ...first,
    ...withoutUndefined(match),
    ...(isList(reply) ? { following, times: times ?? 1 } : {}),
  }
}

/** The longest time that a timer takes. */
export const MAX_DELAY_MS = 2 ** 31 - 1

const REPLIES = ['result', 'content', 'toolError', 'rpcError']

function readReply(tool: string, reply: StubReply): StubbedReply {
  if (REPLIES.filter((kind) => Object.hasOwn(reply, kind)).length !== 1)
    throw invalidStub(tool, `it must say exactly one of ${REPLIES.join(', ')}`)
  const { delayMs } = reply
  if (delayMs !== undefined && !(delayMs >= 0 && delayMs <= MAX_DELAY_MS))
    throw invalidStub(tool, `delayMs is ${delayMs}, not between 0 and ${MAX_DELAY_MS}`)
  return { outcome: outcomeOfReply(reply), ...defined({ delayMs }) }
}

function outcomeOfReply(reply: StubReply): Outcome {
  if ('rpcError' in reply) return { kind: 'rpc-error', ...reply.rpcError }
  if ('toolError' in reply) return { kind: 'tool-error', content: [{ type: 'text', text: reply.toolError }] }
  if ('content' in reply) {
    const { content, structured, isError } = reply
    const said = { content, ...defined({ structured }) }
    return isError === true ? { kind: 'tool-error', ...said } : { kind: 'result', ...said }
  }
  if (typeof reply.result === 'string')
    return { kind: 'result', content: [{ type: 'text', text: reply.result }] }
  return {
    kind: 'result',
    content: [{ type: 'text', text: JSON.stringify(reply.result) }],
    structured: reply.result,
  }
}

function invalidStub(tool: string, problem: string): UsageError {
  return new UsageError('STUBS_INVALID', `Cannot make a stub for ${JSON.stringify(tool)}: ${problem}`)
}
