/** How many cells of a terminal a text takes. */

/** Wide characters (East Asian, emoji) take two cells, marks that join the one before take none. The text is printable: see safe-text. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let cells = 0
  for (const { segment } of graphemes().segment(text)) cells += WIDE.test(segment) ? 2 : 1
  return cells
}

/** How many characters from the start take at most `cells` cells; at least one that is seen. */
export function fittingLength(text: string, cells: number): number {
  if (PLAIN.test(text)) return Math.max(1, Math.min(text.length, cells))
  let end = 0
  let taken = 0
  for (const { segment } of graphemes().segment(text)) {
    taken += WIDE.test(segment) ? 2 : 1
    if (taken > cells && end > 0) break
    end += segment.length
  }
  return end
}

/** Latin letters, dashes, quotes and dots: one cell each, and none joins another. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e]*$/

// The first one takes its maker as long as a small command takes in all.
const graphemes = (): Intl.Segmenter => new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Unicode Standard Annex 11, by its blocks, and what is drawn as an emoji. */
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\ufe0f/u
