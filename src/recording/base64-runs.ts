/** Base64 inside texts (RFC 4648, both alphabets). */
import { isUtf8 } from 'node:buffer'

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
  return text.replace(RUNS, (run) => {
    const alignments = traces?.test(run) === true ? [0, 1, 2, 3] : []
    if (alignments.length === 0 && run.length < MIN_TEXT) return run
    const aligned = redactAligned(run, redact, alignments.length > 0)
    if (aligned !== undefined) return aligned
    for (const offset of alignments.slice(1)) {
      const redacted = redactAligned(run.slice(offset), redact, true)
      if (redacted !== undefined) return run.slice(0, offset) + redacted
    }
    return run
  })
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
  const digits = run.replace(/=+$/, '')
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
  return run.endsWith('=') ? encoded : encoded.replace(/=+$/, '') + spare
}

/** The shortest base64 of a token of known shape. */
const MIN_TEXT = 24
const RUNS = /[A-Za-z0-9+/_-]{8,}={0,2}/g
