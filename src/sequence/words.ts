/** Text as words with what stands between them: ids, hashes, times and numbers are each one word. */
import { timesIn } from './times.js'

export interface SplitText {
  /** One more than there are words. */
  readonly between: readonly string[]
  readonly words: readonly string[]
}

export function splitText(text: string): SplitText {
  const between: string[] = []
  const words: string[] = []
  let from = 0
  let begun = 0
  for (const { at, text: time } of [...timesIn(text), { at: text.length, text: '' }]) {
    for (const match of text.slice(from, at).matchAll(WORD)) {
      between.push(text.slice(begun, from + match.index))
      words.push(match[0])
      begun = from + match.index + match[0].length
    }
    if (time !== '') {
      between.push(text.slice(begun, at))
      words.push(time)
      begun = at + time.length
    }
    from = at + time.length
  }
  between.push(text.slice(begun))
  return { between, words }
}

const UNIT = 'ns|us|µs|ms|s|secs?|mins?|m|h|[KMG]i?B'

/** A number, with what may be written onto it as its unit: `12`, `0.3s`, `44MB`. */
export const QUANTITY = new RegExp(`^(\\d+(?:\\.\\d+)?)(${UNIT})?$`)

/** A number with a point is one; a version or a file name with points is several. */
const WORD = new RegExp(String.raw`(?<![\w.])\d+\.\d+(?:${UNIT})?(?![\w.]*\w)|[\p{L}\p{N}_-]+`, 'gu')

/** Letters and digits alone, in one case: whatever is written otherwise of the same is alike in this. */
export function plainLetters(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}
