/** Breaks one line of text into several, between words. */
import { displayWidth } from './display-width.js'

/** Lines of at most `width` cells; a word that is longer has a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
