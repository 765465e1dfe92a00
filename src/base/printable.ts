/** Text from servers and programs, made safe to show to a person. */

/**
 * Escapes control characters, terminal sequences, invisible and text-reordering characters and lone surrogates,
 * as `\x1b`, `\u202e` or `\u{e0041}`.
 * Keeps line feeds and tabs unless `oneLine` is set, where they are escaped too.
 */
export function printable(text: string, options: { readonly oneLine?: boolean } = {}): string {
  return text.replace(UNSAFE, (character) =>
    !options.oneLine && (character === '\n' || character === '\t') ? character : escaped(character),
  )
}

/** Text of somebody else's as one printable line of `max` characters, and what was left out. */
export function inOneLine(text: string, max: number): string {
  return shorten(printable(text, { oneLine: true }), max)
}

/** Shortens text to `max` UTF-16 code units, never within a character, and says how many were left out. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
  return `${copied(kept)}… (${text.length - kept.length} more characters)`
}

/** A slice keeps all of the text alive that it was cut from, which may be megabytes; and what is shortened is often kept. */
function copied(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le')
}

/**
 * Control, format, surrogate and separator characters, those of private use, and what a reader does not see at all: fillers, tags,
 * selectors, blank Braille.
 * The selectors that choose how an emoji looks are kept right after one; elsewhere they could carry hidden text.
 */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<![\p{Extended_Pictographic}0-9#*])[\ufe0e\ufe0f]/gu

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const digits = code.toString(16)
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`
}
