/** What is said when nothing recorded answers a request: never another request's answer. */
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  moreText,
  ownMember,
  printable,
  shorten,
  toPointer,
} from '../base/index.js'
import type { RpcError } from '../protocol/index.js'
import type { Exchange } from './exchange.js'
import type { AskedRequest } from './request-key.js'

/** Of our own, outside of what JSON-RPC and MCP reserve. */
export const NO_RECORDING = -31404

/** `not-recorded`: nobody asked this. `used-up`: all its recordings have answered. `other-reply`: the client said something else. */
export interface Miss {
  readonly reason: 'not-recorded' | 'used-up' | 'other-reply'
  readonly method: string
  readonly tool?: string
  /** As a person reads it: what was asked, what is nearest, how they differ. */
  readonly message: string
}

export function notRecorded(asked: AskedRequest, exchanges: readonly Exchange[]): Miss {
  const what = describeRequest(asked)
  const same = exchanges.filter((each) => isOfKind(each, asked))
  const cutOff = same.find(({ recording }) => differences(asked, recording).length === 0)
  if (cutOff !== undefined) {
    const { ended, recordedAt } = cutOff.recording
    const why =
      ended === 'answered' ? 'was asked by another client, or after other replies' : `${ENDS[ended]}`
    return miss('not-recorded', asked, `No recording answers ${what}: the one of ${recordedAt} ${why}`)
  }
  const nearest = nearestOf(asked, same)
  if (nearest === undefined)
    return miss('not-recorded', asked, `No recording answers ${what}: ${othersOf(asked, exchanges)}`)
  const lines = nearest.differences.slice(0, MAX_SHOWN).map((line) => `\n  ${line}`)
  const more = nearest.differences.length - lines.length
  const rest = more > 0 ? `\n  ${moreText(more)}` : ''
  const head = `No recording answers ${what}; the nearest is of ${nearest.recordedAt}, and differs:`
  return miss('not-recorded', asked, `${head}${lines.join('')}${rest}`)
}

export function usedUp(asked: AskedRequest, count: number): Miss {
  const times = count === 1 ? 'its only recording has' : `all its ${count} recordings have`
  return miss(
    'used-up',
    asked,
    `No recording answers ${describeRequest(asked)} once more: ${times} answered already`,
  )
}

export function otherReply(
  asked: AskedRequest,
  question: string,
  said: JsonValue,
  recorded: JsonValue | undefined,
): Miss {
  const expected = recorded === undefined ? 'no reply was recorded' : `recorded is ${shownPart(recorded)}`
  const of = printable(question, { oneLine: true })
  return miss(
    'other-reply',
    asked,
    `No recording of ${describeRequest(asked)} goes on from this reply to ${of}: the client said ${shownPart(said)}, ${expected}`,
  )
}

export function errorOf({ message, ...data }: Miss): RpcError {
  return { code: NO_RECORDING, message, data }
}

/** Each difference as `/path is A, recorded B`. */
function differences(asked: AskedRequest, recorded: AskedRequest): string[] {
  const lines: string[] = []
  compare(partOf(asked), partOf(recorded), [], lines)
  return lines
}

/** What counts of a request: the arguments of a call, else all but what is new with each request. */
function partOf({ method, params = {} }: AskedRequest): JsonValue | undefined {
  if (method === 'tools/call') return params.arguments
  const { _meta, inputResponses, requestState, task, ...asked } = params
  return asked
}

function compare(
  asked: JsonValue | undefined,
  recorded: JsonValue | undefined,
  path: readonly string[],
  lines: string[],
): void {
  if (lines.length >= MAX_FOUND || isSameJson(asked, recorded)) return
  const both = membersOf(asked, recorded)
  if (both === undefined || path.length > MAX_DEPTH) {
    const where = path.length === 0 ? 'it all' : printable(toPointer(path), { oneLine: true })
    lines.push(`${where} is ${shownPart(asked)}, recorded ${shownPart(recorded)}`)
    return
  }
  for (const [key, one, other] of both) compare(one, other, [...path, key], lines)
}

type Members = (readonly [key: string, asked: JsonValue | undefined, recorded: JsonValue | undefined])[]

function membersOf(a: JsonValue | undefined, b: JsonValue | undefined): Members | undefined {
  if (Array.isArray(a) && Array.isArray(b)) {
    const longer: readonly JsonValue[] = a.length > b.length ? a : b
    return longer.map((_, i) => [String(i), a[i], b[i]] as const)
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return undefined
  const own = (object: JsonObject, key: string) => ownMember(object, key)
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].map(
    (key) => [key, own(a, key), own(b, key)] as const,
  )
}

interface Nearest {
  readonly recordedAt: string
  readonly differences: readonly string[]
}

function nearestOf(asked: AskedRequest, exchanges: readonly Exchange[]): Nearest | undefined {
  let nearest: Nearest | undefined
  // The newest first, and not without end: a person waits for this.
  for (const { recording } of exchanges.slice(-MAX_COMPARED).reverse()) {
    const found = differences(asked, recording)
    if (nearest === undefined || found.length < nearest.differences.length)
      nearest = { recordedAt: recording.recordedAt, differences: found }
  }
  return nearest
}

function isOfKind({ recording }: Exchange, { method, params }: AskedRequest): boolean {
  if (recording.method !== method) return false
  return method !== 'tools/call' || recording.params?.name === params?.name
}

function othersOf({ method }: AskedRequest, exchanges: readonly Exchange[]): string {
  const named = exchanges.flatMap(({ recording }) =>
    method === 'tools/call' ? (recording.tool?.name ?? []) : recording.method,
  )
  const names = [...new Set(named)].sort()
  const kind = method === 'tools/call' ? 'tools' : 'methods'
  if (names.length === 0) return `no call of a ${kind === 'tools' ? 'tool' : 'method'} was recorded`
  return `recorded are the ${kind} ${shorten(names.map((name) => printable(name, { oneLine: true })).join(', '), 200)}`
}

function describeRequest({ method, params }: AskedRequest): string {
  if (method === 'tools/call') return `tools/call ${shownPart(params?.name)}`
  const part = partOf({ method, params })
  const isBare = isJsonObject(part) && Object.keys(part).length === 0
  return `${printable(method, { oneLine: true })}${isBare ? '' : ` ${shownPart(part)}`}`
}

function shownPart(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : printable(shorten(JSON.stringify(value), 100), { oneLine: true })
}

function miss(reason: Miss['reason'], { method, params }: AskedRequest, message: string): Miss {
  const tool = method === 'tools/call' && typeof params?.name === 'string' ? { tool: params.name } : {}
  return { reason, method, ...tool, message }
}

const ENDS = {
  'timed-out': 'was never answered',
  cancelled: 'was cancelled',
  broken: 'has no answer that could be read before its connection ended',
} as const
const MAX_SHOWN = 5
const MAX_FOUND = 50
const MAX_DEPTH = 32
const MAX_COMPARED = 1000
