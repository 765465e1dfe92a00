/** From the bytes of a file to the text of a program. */
import { type Finding, withoutByteOrderMark } from '../base/index.js'
import { programError } from './program-error.js'

export type SourceReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly finding: Finding }

/** Decodes UTF-8, with or without a byte order mark; refuses what is too large, no text, or empty. */
export function readSource(source: string | Uint8Array, fileName: string, maxBytes: number): SourceReading {
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength
  const refuse = (code: string, message: string): SourceReading => ({
    kind: 'refused',
    finding: programError(code, message, { line: 1, column: 1 }),
  })
  if (bytes > maxBytes)
    return refuse('PROGRAM_TOO_LARGE', `${fileName} has ${bytes} bytes, more than the limit of ${maxBytes}`)
  const text = typeof source === 'string' ? wellFormed(source) : decode(source)
  if (text === undefined)
    return refuse(
      'PROGRAM_NOT_TEXT',
      `${fileName} is no text in UTF-8: a program is TypeScript or JavaScript`,
    )
  if (text.trim() === '') return refuse('PROGRAM_EMPTY', `${fileName} is empty: there is nothing to run`)
  return { kind: 'text', text }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    // Drops the byte order mark.
    return wellFormed(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Bytes that are no UTF-8: the caller says so.
    return undefined
  }
}

/** Undefined for text that no UTF-8 file holds, or that holds NUL, as binary files do and programs do not. */
function wellFormed(text: string): string | undefined {
  if (!text.isWellFormed() || text.includes('\0')) return undefined
  return withoutByteOrderMark(text)
}
