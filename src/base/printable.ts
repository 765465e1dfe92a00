/** Text from servers and programs, made safe to show to a person. */

/**
 * Escapes control characters, terminal sequences, invisible and text-reordering characters as `\x1b` or `\u202e`.
 * Keeps line feeds and tabs unless `oneLine` is set, where they are escaped too.
 */
export function printable(text: string, options: { readonly oneLine?: boolean } = {}): string {
  const kept = options.oneLine ? UNSAFE : UNSAFE_BUT_LINES
  return text.replace(kept, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
const UNSAFE_BUT_LINES =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** Shortens text to `max` characters and says how many were left out. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length - max} more characters)`
}
