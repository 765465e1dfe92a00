/** The first line of a text report: its verdict, and what that is of. */
import { displayWidth } from './display-width.js'
import type { Style } from './style.js'
import { indentText } from './wrap-text.js'

/** `word` has no colours yet. A name that does not fit beside it goes on below, indented. */
export function headLines(
  word: string,
  name: string,
  style: Style,
  colour: (text: string) => string,
): string[] {
  const first = `${style.strong(colour(word))}  `
  if (displayWidth(word) + 2 + displayWidth(name) <= style.columns) return [first + style.strong(name)]
  return [first.trimEnd(), ...indentText(name, style.columns, 2).map(style.strong)]
}
