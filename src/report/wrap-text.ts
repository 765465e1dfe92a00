/** Breaks one line of text into several, between words, and longer words where their parts end. */
import { displayWidth, fittingLength } from './display-width.js'

/** Lines of at most `width` cells, which is two or more. */
export function wrapText(text: string, width: number): string[] {
  const [first = '', ...words] = text.split(' ')
  const lines = piecesOf(first, width)
  for (const word of words) {
    const line = lines.pop() ?? ''
    if (displayWidth(line) + 1 + displayWidth(word) <= width) lines.push(`${line} ${word}`)
    else lines.push(line, ...piecesOf(word, width))
  }
  return lines
}

/** The lines, indented: the first one by `first` spaces, the others by `rest`. */
export function indentText(text: string, columns: number, first: number, rest = first): string[] {
  return wrapText(text, columns - rest).map((line, i) => ' '.repeat(i === 0 ? first : rest) + line)
}

/** A word that fits is one piece. Paths and names are broken behind what parts them, as late as that is possible. */
function piecesOf(word: string, width: number): string[] {
  const pieces: string[] = []
  let rest = word
  while (displayWidth(rest) > width) {
    const end = fittingLength(rest, width)
    const parted = rest.slice(0, end).search(/[/\\,;&?=|:._-](?=[^/\\,;&?=|:._-]*$)/) + 1
    const cut = parted * 2 > end ? parted : end
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...pieces, rest]
}
