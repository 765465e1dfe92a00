/** Reads a guest's lines. Nothing the guest says is used before it has passed here. */
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../base/index.js'
import type { CallSite } from '../../call/index.js'
import type { GuestMessage } from '../bridge.js'
import type {
  CapabilityAttempt,
  ConsoleLine,
  GuestError,
  Watched,
  WatchedCondition,
  WatchedValue,
} from '../sandbox.js'

/** A message of the guest whose form and values are sound. */
export type GuestFrame =
  | { readonly type: 'rpc_call'; readonly call: ReceivedCall }
  | { readonly type: 'awaiting'; readonly wakeAfterMs?: number }
  | { readonly type: 'console'; readonly line: ConsoleLine }
  | { readonly type: 'capability'; readonly attempt: CapabilityAttempt }
  | { readonly type: 'watched'; readonly watched: Watched }
  | {
      readonly type: 'returned'
      readonly result: JsonValue
      readonly unknownAt: readonly string[]
      readonly leftOpen: readonly number[]
    }
  | { readonly type: 'threw'; readonly error: GuestError }
  | { readonly type: 'limit_exceeded'; readonly limit: 'bytes' | 'depth' }
  /** Too deep, or no message of the bridge at all. */
  | { readonly type: 'bad'; readonly problem: 'depth' | 'form'; readonly why: string }

export interface ReceivedCall {
  readonly id: number
  readonly server: string
  readonly tool: string
  readonly arguments?: JsonObject
  readonly unknownAt: readonly string[]
  readonly atMs?: number
  readonly site?: CallSite
}

/**
 * Parses one line. A line that does not begin with the run's secret is none of the guest's, and bad whatever it says. Arguments and results nested more than `maxDepth` levels, numbers that are not finite, text with half
 * characters and members of the wrong type make it bad; members nobody knows are left out.
 */
export function parseFrame(line: string, secret: string, maxDepth: number): GuestFrame {
  try {
    if (!line.startsWith(`{"secret":"${secret}",`)) {
      throw new BadFrame('it sent a line without the secret of its run')
    }
    return readMessage(parseLine(line, maxDepth))
  } catch (failure) {
    if (failure instanceof BadFrame) return { type: 'bad', problem: failure.problem, why: failure.message }
    throw failure
  }
}

class BadFrame extends Error {
  readonly problem: 'depth' | 'form'

  constructor(message: string, problem: 'depth' | 'form' = 'form') {
    super(message)
    this.problem = problem
  }
}

function parseLine(line: string, maxDepth: number): JsonObject {
  // The message itself is one level more.
  const limits = { maxDepth: maxDepth + 1, maxBytes: Number.MAX_SAFE_INTEGER }
  try {
    const value = parseJson(line, 'a message', limits)
    if (isJsonObject(value)) return value
  } catch (failure) {
    // An error of the parser has a cause; the limit on depth has none.
    if (failure instanceof Error && failure.cause === undefined) {
      throw new BadFrame('it sent a value that is nested too deep', 'depth')
    }
  }
  throw new BadFrame('it sent a line that is no JSON object')
}

function readMessage(message: JsonObject): GuestFrame {
  // Only names of the bridge's own messages are compared with.
  const type = message.type as GuestMessage['type']
  switch (type) {
    case 'rpc_call':
      return { type, call: readCall(message) }
    case 'awaiting':
      return { type, ...readWake(message) }
    case 'console':
      return { type, line: { level: readLevel(message.level), text: readText(message, 'text') } }
    case 'capability':
      return {
        type,
        attempt: { kind: readAttemptKind(message.kind), target: readText(message, 'target'), allowed: false },
      }
    case 'watched':
      return { type, watched: readWatched(message) }
    case 'execution_complete':
      if (message.success !== true) return { type: 'threw', error: readError(message.error) }
      return {
        ...{ type: 'returned', result: sound(message.result ?? null) },
        ...{ unknownAt: readPointers(message), leftOpen: readCallIds(message) },
      }
    case 'limit_exceeded':
      return { type, limit: message.limit === 'depth' ? 'depth' : 'bytes' }
    default:
      throw new BadFrame('it sent a message of an unknown type')
  }
}

function readCall(message: JsonObject): ReceivedCall {
  const { args, id } = message
  if (typeof id !== 'number') throw new BadFrame('it made a call without a number')
  if (args !== undefined && !isJsonObject(args)) {
    throw new BadFrame('it made a call whose arguments are no object')
  }
  return {
    id,
    server: readText(message, 'server'),
    tool: readText(message, 'tool'),
    unknownAt: readPointers(message),
    ...(args === undefined ? {} : { arguments: sound(args) }),
    ...readTime(message),
    ...readSite(message),
  }
}

function readTime({ at_ms: atMs }: JsonObject): { readonly atMs?: number } {
  if (atMs === undefined) return {}
  if (typeof atMs !== 'number' || !(atMs >= 0)) throw new BadFrame('it made a call at a time that is none')
  return { atMs }
}

function readWake({ wake_after_ms: ms }: JsonObject): { readonly wakeAfterMs?: number } {
  if (ms === undefined) return {}
  // A timer of the host's engine holds no more.
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= 0x7fff_ffff)) {
    throw new BadFrame('it asked to be woken at a time that is none')
  }
  return { wakeAfterMs: ms }
}

function readError(error: JsonValue | undefined): GuestError {
  if (!isJsonObject(error)) throw new BadFrame('it ended with neither a result nor an error')
  const { call_id: call } = error
  return {
    name: readText(error, 'name'),
    message: readText(error, 'message'),
    ...readSite(error),
    ...(typeof call === 'number' ? { call } : {}),
  }
}

function readWatched({ log, values, cut, clock, chance }: JsonObject): Watched {
  if (!Array.isArray(log) || !Array.isArray(values))
    throw new BadFrame('it told of conditions without a list of them')
  return {
    log: log.map(readCondition),
    values: values.map(readValue),
    isCut: cut !== false,
    looksAtClock: clock !== false,
    drawsChance: chance !== false,
  }
}

function readCondition(entry: JsonValue): WatchedCondition {
  const [id, kind, outcome, operands] = Array.isArray(entry) ? entry : []
  if (typeof id !== 'number' || typeof kind !== 'string' || typeof outcome !== 'boolean')
    throw new BadFrame('it told of a condition that is none')
  return { id, kind, outcome, operands: Array.isArray(operands) ? operands : [] }
}

function readValue(entry: JsonValue): WatchedValue {
  const [id, operands, result, isGiven] = Array.isArray(entry) ? entry : []
  if (typeof id !== 'number' || typeof operands !== 'string' || typeof result !== 'string')
    throw new BadFrame('it told of an operation that is none')
  return { id, operands, result, isGiven: isGiven === true }
}

function readText(holder: JsonObject, key: string): string {
  const text = holder[key]
  if (typeof text !== 'string') throw new BadFrame(`it sent a message whose "${key}" is no text`)
  return sound(text)
}

function readPointers({ unknown_at: pointers }: JsonObject): readonly string[] {
  if (!Array.isArray(pointers) || !pointers.every((each) => typeof each === 'string')) {
    throw new BadFrame('it sent a message whose "unknown_at" is no list of pointers')
  }
  return sound(pointers)
}

function readCallIds({ left_open: ids }: JsonObject): readonly number[] {
  if (ids === undefined) return []
  if (!Array.isArray(ids) || !ids.every((each) => typeof each === 'number')) {
    throw new BadFrame('it ended with a "left_open" that is no list of calls')
  }
  return ids
}

function readSite({ line, column }: JsonObject): { readonly site?: CallSite } {
  return isPosition(line) && isPosition(column) ? { site: { line, column } } : {}
}

function isPosition(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function readLevel(level: JsonValue | undefined): ConsoleLine['level'] {
  const known = LEVELS.find((each) => each === level)
  if (known === undefined) throw new BadFrame('it sent a console line of an unknown level')
  return known
}

function readAttemptKind(kind: JsonValue | undefined): string {
  const known = ATTEMPTS.find((each) => each === kind)
  if (known === undefined) throw new BadFrame('it told of an attempt of an unknown kind')
  return known
}

const ATTEMPTS = ['eval', 'chance'] as const

const LEVELS = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Refuses what JSON text can say and canonical JSON cannot: 1e999, and escapes of half characters. */
function sound<T extends JsonValue>(value: T): T {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new BadFrame('it sent a number that is not finite')
  if (typeof value === 'string' && !value.isWellFormed())
    throw new BadFrame('it sent text with half characters')
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      sound(key)
      sound(member)
    }
  }
  return value
}
