/** Text from plans, programs and servers, made safe for one line of a terminal or of a CI log. */
import { printable, shorten } from '../base/index.js'

/**
 * One printable line of at most `max` characters. Control, invisible and reordering characters are escaped, and so is what CI
 * systems take for a command in a log: `##[` and `##vso[` anywhere, `::` at the start of a line.
 */
export function safeText(text: string, max = 200): string {
  return printable(shorten(text, max), { oneLine: true })
    .replace(/##(?=(?:vso)?\[)/g, '##\\')
    .replace(/^\s*::/, '\\$&')
}
