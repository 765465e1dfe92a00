/** Any text as the value of an HTTP header (specification: 2026-07-28, basic/transports, value encoding). */
import { Buffer, isUtf8 } from 'node:buffer'

/** Plain ASCII stays as it is; all else, and what would be read differently, is base64 of its UTF-8 between `=?base64?` and `?=`. */
export function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text)
  const isMistakable = text.startsWith(BEGIN) && text.endsWith(END)
  return isPlain && !isMistakable ? text : `${BEGIN}${Buffer.from(text, 'utf8').toString('base64')}${END}`
}

/** The text that a header says; undefined when its base64 is none, or not of UTF-8. */
export function readHeaderValue(value: string): string | undefined {
  if (!value.startsWith(BEGIN) || !value.endsWith(END) || value.length < BEGIN.length + END.length)
    return value
  const base64 = value.slice(BEGIN.length, -END.length)
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 && isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

const BEGIN = '=?base64?'
const END = '?='
