/** Any text as the value of an HTTP header (specification: 2026-07-28, basic/transports, value encoding). */
import { Buffer, isUtf8 } from 'node:buffer'

/** Plain ASCII stays as it is; all else, and what would be read differently, is base64 of its UTF-8 between `=?base64?` and `?=`. */
export function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text)
  const isMistakable = text.startsWith('=?base64?') && text.endsWith('?=')
  return isPlain && !isMistakable ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

/** The text that a header value stands for; undefined when it begins as base64 and is none. */
export function textOfHeader(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded && isUtf8(bytes) ? bytes.toString('utf8') : undefined
}
