/** From the columns of a terminal, in which the type stripper counts, to offsets in the text. */

/**
 * The offset of a one-based line and a zero-based display column: a tab is four cells wide, characters without width none, and wide ones
 * (East Asian, emoji) count one more than their UTF-16 code units. For rare scripts the result may be off by a few characters.
 */
export function offsetOfDisplay(text: string, line: number, column: number): number {
  let offset = lineStart(text, line)
  let cells = 0
  for (const character of text.slice(offset, offset + column * 2 + 2)) {
    if (cells >= column) break
    cells += cellsOf(character)
    offset += character.length
  }
  return Math.min(offset, text.length)
}

function lineStart(text: string, line: number): number {
  if (line <= 1) return 0
  let current = 1
  for (const found of text.matchAll(/\r\n|\n|\r/g))
    if (++current === line) return found.index + found[0].length
  return text.length
}

function cellsOf(character: string): number {
  if (character === '\t') return 4
  if (WITHOUT_WIDTH.test(character)) return 0
  return character.length + (WIDE.test(character) ? 1 : 0)
}

const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u
