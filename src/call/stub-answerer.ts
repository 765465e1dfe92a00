/** Answers calls by stubs, and counts which of them were used. */
import {
  type Clock,
  counted,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  pointersOverlap,
  toPointer,
} from '../base/index.js'
import type { Answer } from './answer.js'
import type { Answerer, CallTool } from './chain.js'
import type { Stub, StubbedReply } from './stub.js'
import { type ToolCall, toolRef } from './tool-call.js'

export interface StubAnswerer extends Answerer {
  /** The stubs that have answered no call so far, in their order. */
  readonly unused: readonly Stub[]
}

/**
 * Answers each call by the first stub that matches and is not used up; all others go on, or get an error where a stub wants that.
 * Delays are waited for by `clock`; without one there are none.
 */
export function stubAnswerer(stubs: readonly Stub[], clock?: Clock): StubAnswerer {
  const uses = stubs.map((each): StubUse => ({ stub: each, count: 0 }))
  return {
    name: 'stub',
    get unused() {
      return uses.filter(({ count }) => count === 0).map(({ stub }) => stub)
    },
    async answer(call, next) {
      const matching = uses.filter(({ stub }) => matchesStub(stub, call))
      const chosen = matching.find(({ stub, count }) => count < capacityOf(stub))
      if (chosen === undefined) return answerBeyond(matching, call, next)
      const { outcome, delayMs = 0 } = replyTo(chosen)
      chosen.count++
      if (clock !== undefined && delayMs > 0) await clock.sleep(delayMs, call.signal)
      return { outcome, provenance: { source: 'stub' } }
    },
  }
}

interface StubUse {
  readonly stub: Stub
  /** How many calls it has answered. */
  count: number
}

function capacityOf({ times = Infinity, following = [] }: Stub): number {
  return times * (1 + following.length)
}

function replyTo({ stub, count }: StubUse): StubbedReply {
  const { following = [] } = stub
  return following[(count % (1 + following.length)) - 1] ?? stub
}

function answerBeyond(usedUp: readonly StubUse[], call: ToolCall, next: CallTool): Promise<Answer> | Answer {
  const strict = usedUp.find(({ stub }) => stub.whenUsedUp === 'error')
  if (strict === undefined) return next(call)
  const { count } = strict
  const message = `The stub of ${toolRef(call)} is used up: it has answered ${counted(count, 'call')}`
  return {
    outcome: { kind: 'rpc-error', code: INTERNAL_ERROR, message },
    provenance: { source: 'stub', note: 'it is used up' },
  }
}

/** JSON-RPC 2.0: internal error. */
const INTERNAL_ERROR = -32603

/** Whether a stub is for a call, used up or not. */
export function matchesStub(
  { tool, arguments: wanted, exactArguments, when }: Stub,
  call: ToolCall,
): boolean {
  if (tool !== toolRef(call)) return false
  const { arguments: args = {}, unknownAt = [] } = call
  if (wanted !== undefined && !containsArguments(args, wanted, unknownAt)) return false
  if (exactArguments === undefined && when === undefined) return true
  if (unknownAt.length > 0) return false
  return (exactArguments === undefined || isSameJson(args, exactArguments)) && (when?.(args) ?? true)
}

/** Compares deeply: nested objects may have more members, arrays may not. What stands at `unknownAt` equals nothing. */
function containsArguments(args: JsonObject, wanted: JsonObject, unknownAt: readonly string[]): boolean {
  return contains(args, wanted, '', unknownAt)
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
