/** What is provably wrong with a program. */

import type { TextPosition } from '../base/index.js'
import { type Finding, printable, shorten } from '../base/index.js'

/** A finding that proves the program wrong. Parts of the program may stand in the message: it is made safe to print. */
export function programError(code: string, message: string, { line, column }: TextPosition): Finding {
  const text = shorten(printable(message, { oneLine: true }), 400)
  return { code, severity: 'error', certain: true, message: text, line, column }
}
