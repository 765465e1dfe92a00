/** Answers that the user gives by hand. */
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  pointersOverlap,
  toPointer,
  UsageError,
} from '../base/index.js'
import type { Answerer } from './chain.js'
import type { Outcome } from './outcome.js'
import { parseToolRef, type ToolCall, type ToolRef, toolRef } from './tool-call.js'

export interface Stub {
  readonly tool: ToolRef
  /**
   * Members that the call's arguments must have, compared deeply: nested objects may have more, arrays may not.
   * An unknown value equals nothing. Absent: any call.
   */
  readonly arguments?: JsonObject
  readonly outcome: Outcome
  /** How many calls it answers; absent: all. */
  readonly times?: number
}

/** What a stub says: exactly one of these. */
export type StubReply =
  | { readonly result: JsonValue }
  | { readonly toolError: string }
  | { readonly rpcError: { readonly code: number; readonly message: string; readonly data?: JsonValue } }

/**
 * Makes a stub. A string `result` becomes a text block; any other value becomes structured content and its JSON as text.
 * @throws UsageError STUBS_INVALID when `tool` is not `server:tool`, the reply does not say exactly one thing, or `times` is no
 *   positive integer.
 */
export function stub(
  tool: string,
  reply: StubReply,
  match: { readonly arguments?: JsonObject; readonly times?: number } = {},
): Stub {
  const ref = parseToolRef(tool)
  if (ref === undefined)
    throw new UsageError(
      'STUBS_INVALID',
      `Cannot make a stub for ${JSON.stringify(tool)}: a tool is named SERVER:TOOL`,
    )
  if (REPLIES.filter((kind) => Object.hasOwn(reply, kind)).length !== 1)
    throw new UsageError(
      'STUBS_INVALID',
      `Cannot make a stub for "${tool}": it must say exactly one of ${REPLIES.join(', ')}`,
    )
  if (match.times !== undefined && !(Number.isInteger(match.times) && match.times > 0)) {
    throw new UsageError(
      'STUBS_INVALID',
      `Cannot make a stub for "${tool}": times is ${match.times}, not a positive integer`,
    )
  }
  return { tool: toolRef(ref), outcome: replyOutcome(reply), ...match }
}

const REPLIES = ['result', 'toolError', 'rpcError']

/** Answers each call by the first stub that matches and is not used up; all others go on. */
export function stubAnswerer(stubs: readonly Stub[]): Answerer {
  const left = stubs.map((each) => ({ stub: each, times: each.times ?? Infinity }))
  return {
    name: 'stub',
    answer(call, next) {
      const chosen = left.find(({ stub: each, times }) => times > 0 && matches(each, call))
      if (chosen === undefined) return next(call)
      chosen.times--
      return Promise.resolve({ outcome: chosen.stub.outcome, provenance: { source: 'stub' } })
    },
  }
}

function replyOutcome(reply: StubReply): Outcome {
  if ('rpcError' in reply) return { kind: 'rpc-error', ...reply.rpcError }
  if ('toolError' in reply) return { kind: 'tool-error', content: [{ type: 'text', text: reply.toolError }] }
  if (typeof reply.result === 'string')
    return { kind: 'result', content: [{ type: 'text', text: reply.result }] }
  return {
    kind: 'result',
    content: [{ type: 'text', text: JSON.stringify(reply.result) }],
    structured: reply.result,
  }
}

function matches(each: Stub, call: ToolCall): boolean {
  if (each.tool !== toolRef(call)) return false
  if (each.arguments === undefined) return true
  return contains(call.arguments ?? {}, each.arguments, '', call.unknownAt ?? [])
}

function contains(
  actual: JsonValue | undefined,
  wanted: JsonValue,
  pointer: string,
  unknownAt: readonly string[],
): boolean {
  if (actual === undefined) return false
  if (!isJsonObject(wanted))
    return !unknownAt.some((each) => pointersOverlap(each, pointer)) && isSameJson(actual, wanted)
  return (
    isJsonObject(actual) &&
    Object.entries(wanted).every(
      ([key, value]) =>
        Object.hasOwn(actual, key) && contains(actual[key], value, pointer + toPointer([key]), unknownAt),
    )
  )
}
