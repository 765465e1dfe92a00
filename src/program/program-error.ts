/** What is provably wrong with a program. */

import type { Finding } from '../base/index.js'
import { inOneLine, type TextPosition } from '../base/index.js'

/** A finding that proves the program wrong. Parts of the program may stand in the message: it is made safe to print. */
export function programError(code: string, message: string, { line, column }: TextPosition): Finding {
  const text = inOneLine(message, 400)
  return { code, severity: 'error', certain: true, message: text, line, column }
}
