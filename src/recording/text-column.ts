/** Text of recordings in columns of a database. */

/** JSON escapes what the text of a database cannot hold: NUL and half a surrogate pair. Different texts stay different. */
export function textColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
