/** The text of a failed assertion: what was wanted and found, what explains it, and what went over the wire last. */

import { isJsonObject, type JsonObject, type JsonValue, moreText } from '../../base/index.js'
import { describeEnd, type TapEvent } from '../../transport/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { COLUMNS, quotedLines, shownLine, shownValue } from './shown-text.js'

/** What a connection said last, oldest first. */
export interface Evidence {
  readonly lastEvents?: readonly TapEvent[]
  readonly stderrTail?: readonly string[]
}

const MIN_FOUND = 20
/** Longer names of tools leave no room for what was wanted of them; the frames have them in full. */
const MAX_NAME = 20
const MAX_FRAMES = 6
const FIRST_STDERR_LINES = 2
const LAST_STDERR_LINES = 5

/**
 * `Expected <wanted>, found <found>` in 80 columns, then the details as they are, then the last frames and lines of standard
 * error. Wanted and found are printable already.
 */
export function failureMessage(
  wanted: string,
  found: string,
  details: readonly string[],
  evidence: Evidence,
): string {
  return [headline(wanted, found), ...details, ...evidenceLines(evidence)].join('\n')
}

/** The last frames, then the first and the last lines of standard error, each under its heading; printable. */
export function evidenceLines(evidence: Evidence): string[] {
  return [...frameLines(evidence), ...stderrLines(evidence)]
}

/**
 * A message about an answer: after its first line the answer's own error text, unless that line holds it, and behind the details
 * what the tool was called with and the evidence of its connection.
 */
export function responseMessage(
  wanted: string,
  found: string,
  details: readonly string[],
  response: MCPResponse,
): string {
  const { circumstances } = response
  const args = circumstances.call?.arguments
  const called = args === undefined ? [] : [`  Arguments: ${shownValue(args, COLUMNS - 13)}`]
  const own = ownErrorText(response, headline(wanted, found))
  return failureMessage(wanted, found, [...own, ...details, ...called], circumstances)
}

function ownErrorText({ outcome, errorMessage }: MCPResponse, shown: string): string[] {
  if (errorMessage === undefined || errorMessage === '' || shown.includes(errorMessage)) return []
  const who = outcome.kind === 'tool-error' ? 'tool' : outcome.kind === 'rpc-error' ? 'server' : 'host'
  return [`  The ${who} says:`, ...quotedLines(errorMessage)]
}

/** `"search"`, or `the tool` where nobody knows which tool gave it. */
export function nameOfAnswer({ circumstances: { call } }: MCPResponse): string {
  return call === undefined ? 'the tool' : shownValue(call.tool, MAX_NAME)
}

/** What was found gets little room at least, as more of it stands below; what is short leaves the rest to the other. */
function headline(wanted: string, found: string): string {
  const room = COLUMNS - 'Expected , found '.length
  const shownWanted = shownLine(wanted, room - Math.min(found.length, MIN_FOUND))
  return `Expected ${shownWanted}, found ${shownLine(found, room - shownWanted.length)}`
}

function frameLines({ lastEvents = [] }: Evidence): string[] {
  // A connection may remember a thousand frames of megabytes each.
  const shown = lastEvents.filter(({ kind }) => kind !== 'stderr').slice(-MAX_FRAMES)
  const lines = shown.flatMap(frameLine)
  return lines.length === 0
    ? []
    : ['  Last frames:', ...lines.map((line) => `    ${shownLine(line, COLUMNS - 4)}`)]
}

function frameLine(event: TapEvent): string[] {
  switch (event.kind) {
    case 'sent':
      return [`→ ${describeFrame(event.message)}`]
    case 'received':
      return [`← ${describeFrame(event.message)}`]
    case 'sent-text':
      return [`→ ${event.text}`]
    case 'noise':
      return [
        `← ${event.noise.isBeyondUs === true ? 'not read' : 'no message'}, ${event.noise.reason}: ${event.noise.line}`,
      ]
    case 'closed':
      return [`the connection ended: ${describeEnd(event.end)}`]
    case 'stderr':
      return []
  }
}

/** `#4 tools/call {…}`, `#4 result {…}`, `#4 error -32602 "Unknown tool"`, `notifications/message {…}`. */
function describeFrame(message: JsonValue): string {
  if (!isJsonObject(message)) return JSON.stringify(message)
  const id = message.id === undefined ? '' : `#${String(message.id)} `
  if (typeof message.method === 'string')
    return `${id}${message.method}${message.params === undefined ? '' : ` ${JSON.stringify(message.params)}`}`
  return `${id}${describeReply(message)}`
}

function describeReply(message: JsonObject): string {
  const { error, result } = message
  if (isJsonObject(error)) return `error ${String(error.code)} ${JSON.stringify(error.message ?? '')}`
  return result === undefined ? JSON.stringify(message) : `result ${JSON.stringify(result)}`
}

function stderrLines({ stderrTail = [] }: Evidence): string[] {
  if (stderrTail.length === 0) return []
  const isCut = stderrTail.length > FIRST_STDERR_LINES + LAST_STDERR_LINES
  const first = isCut ? stderrTail.slice(0, FIRST_STDERR_LINES) : []
  const last = isCut ? stderrTail.slice(-LAST_STDERR_LINES) : stderrTail
  const quoted = (line: string): string => `  │ ${shownLine(line, COLUMNS - 4)}`
  return [
    isCut ? '  First and last of standard error:' : '  Standard error:',
    ...first.map(quoted),
    ...(isCut ? [`  ${moreText(stderrTail.length - first.length - last.length, 'lines')}`] : []),
    ...last.map(quoted),
  ]
}
