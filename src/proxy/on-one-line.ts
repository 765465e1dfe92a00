/** A message as it is written on standard input and output: one line each. */

/** Line feeds of JSON stand between its parts, never in them. */
export function onOneLine(text: string): string {
  return /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]+/g, ' ') : text
}
