/** Base64 inside texts (RFC 4648, both alphabets). */

import { isUtf8 } from 'node:buffer'
import { trimEndOf } from '../../base/index.js'

/**
 * Finds the base64 in which a text is hidden, at whatever alignment: what those of its bytes that no neighbour touches look like.
 * Undefined when there is nothing to look for.
 */
export function base64Traces(texts: readonly string[]): RegExp | undefined {
  const traces = texts.flatMap((text) => [0, 1, 2].map((shift) => traceOf(Buffer.from(text, 'utf8'), shift)))
  const both = new Set(traces.flatMap((trace) => [trace, trace.replaceAll('+', '-').replaceAll('/', '_')]))
  both.delete('')
  return both.size === 0
    ? undefined
    : new RegExp([...both].map((each) => each.replace(/[+/]/g, '\\$&')).join('|'))
}

/**
 * Decodes runs of base64, hands what they say to `redact`, and writes them anew where that changed something.
 * Looks into every run that holds a trace, at all four alignments, and into every one that is long enough for a token and says
 * clean text. Bytes that are no text are handed on one character a byte.
 */
export function redactBase64(
  text: string,
  traces: RegExp | undefined,
  redact: (inner: string) => string,
): string {
  const whole = replaceWrapped(text, redact)
  let done = ''
  let rest = 0
  RUN_START.lastIndex = 0
  for (let start = RUN_START.exec(whole); start !== null; start = RUN_START.exec(whole)) {
    const end = endOfRun(whole, RUN_START.lastIndex)
    const run = whole.slice(start.index, end)
    const redacted = redactRun(run, traces, redact)
    if (redacted !== run) {
      done += whole.slice(rest, start.index) + redacted
      rest = end
    }
    RUN_START.lastIndex = end
  }
  return rest === 0 ? whole : done + whole.slice(rest)
}

/** By hand: a pattern over a run of any length could exhaust its stack. */
function endOfRun(text: string, from: number): number {
  let end = from
  while (end < text.length && IS_DIGIT[text.charCodeAt(end)] === 1) end++
  const padded = text.slice(end, end + 2)
  return end + (padded === '==' ? 2 : padded.startsWith('=') ? 1 : 0)
}

function redactRun(run: string, traces: RegExp | undefined, redact: (inner: string) => string): string {
  const alignments = traces?.test(run) === true ? [0, 1, 2, 3] : []
  if (alignments.length === 0 && run.length < MIN_TEXT) return run
  const aligned = redactAligned(run, redact, alignments.length > 0)
  if (aligned !== undefined) return aligned
  for (const offset of alignments.slice(1)) {
    const redacted = redactAligned(run.slice(offset), redact, true)
    if (redacted !== undefined) return run.slice(0, offset) + redacted
  }
  return run
}

/** Base64 in lines, as `base64` and MIME write it: what it says may stand across their ends. */
function replaceWrapped(text: string, redact: (inner: string) => string): string {
  if (!text.includes('\n')) return text
  let done = ''
  let rest = 0
  WRAPPED_START.lastIndex = 0
  for (let start = WRAPPED_START.exec(text); start !== null; start = WRAPPED_START.exec(text)) {
    const [line] = start
    const end = endOfBlock(text, WRAPPED_START.lastIndex, line.trimEnd().length)
    const block = text.slice(start.index, end)
    const redacted = redactAligned(block.replace(/\r?\n/g, ''), redact, true)
    WRAPPED_START.lastIndex = end
    if (redacted === undefined) continue
    const lines = redacted.match(new RegExp(`.{1,${line.trimEnd().length}}`, 'g')) ?? []
    done += text.slice(rest, start.index) + lines.join(line.endsWith('\r\n') ? '\r\n' : '\n')
    rest = end
  }
  return rest === 0 ? text : done + text.slice(rest)
}

/** Behind the last line of a block whose whole lines have this width. */
function endOfBlock(text: string, from: number, width: number): number {
  let end = from
  while (true) {
    const last = Math.min(endOfRun(text, end), end + width)
    const isWhole = last === end + width
    const feed = isWhole ? (/^\r?\n(?=[A-Za-z0-9+/])/.exec(text.slice(last, last + 3))?.[0].length ?? 0) : 0
    if (feed === 0) return last
    end = last + feed
  }
}

function traceOf(secret: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), secret]).toString('base64')
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + secret.length) * 8) / 6))
}

function redactAligned(
  run: string,
  redact: (inner: string) => string,
  isBinaryToo: boolean,
): string | undefined {
  const digits = trimEndOf(run, /=/)
  // One character alone says less than a byte: it is no part of the base64, and kept.
  const spare = digits.length % 4 === 1 ? digits.slice(-1) : ''
  const bytes = Buffer.from(digits, 'base64')
  const isText = isUtf8(bytes)
  if (!isText && !isBinaryToo) return undefined
  const encoding = isText ? 'utf8' : 'latin1'
  const inner = bytes.toString(encoding)
  const redacted = redact(inner)
  if (redacted === inner) return undefined
  const encoded = Buffer.from(redacted, encoding).toString(/[_-]/.test(run) ? 'base64url' : 'base64')
  return run.endsWith('=') ? encoded : trimEndOf(encoded, /=/) + spare
}

/** The shortest base64 of a token of known shape. */
const MIN_TEXT = 24
const RUN_START = /[A-Za-z0-9+/_-]{8}/g
/** A whole line, as long as lines of base64 are, before the first of the next. */
const WRAPPED_START = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{60,76}\r?\n(?=[A-Za-z0-9+/])/g

/** 1 at the codes of the digits of both alphabets. */
const IS_DIGIT = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
)
