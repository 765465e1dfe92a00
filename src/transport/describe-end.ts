/** A connection's end as text for people. */
import { defined, firstLine, inOneLine, processEndText } from '../base/index.js'
import type { ConnectionEnd } from './transport.js'

/** `it exited with code 1`, `it was ended by SIGKILL`, `it closed its output`. */
export function describeEnd(end: ConnectionEnd): string {
  if (end.error !== undefined) return firstLine(end.error)
  if (end.signal !== undefined || end.exitCode !== undefined)
    return `it ${processEndText({ code: end.exitCode, signal: end.signal })}`
  return end.kind === 'closed-here' ? 'the connection was closed by this side' : 'it closed the connection'
}

/**
 * Standard error as lines of evidence: a heading and at most `max` lines, safe to print. Where there are more, a quarter of them are
 * the first ones, which often say what went wrong.
 */
export function stderrEvidence(tail: readonly string[], max = 20): string[] {
  if (tail.length === 0) return []
  const first = tail.length > max ? Math.floor(max / 4) : 0
  const last = tail.slice(first - max)
  const count = last.length === 1 ? 'line' : `${last.length} lines`
  const told = (line: string): string => `  ${inOneLine(line, 500)}`
  return [
    first === 0 ? `Last ${count} of standard error:` : `First ${first} and last ${count} of standard error:`,
    ...tail.slice(0, first).map(told),
    ...(first === 0 ? [] : ['  …']),
    ...last.map(told),
  ]
}

/** What of an end is for machines: exit code, signal and the whole tail, for the `data` of an error. */
export function endData({ exitCode, signal, stderrTail }: ConnectionEnd): Readonly<Record<string, unknown>> {
  return {
    ...defined({ exitCode, signal }),
    stderr: stderrTail,
  }
}
