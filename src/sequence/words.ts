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
    for (const { index, word } of wordsIn(text.slice(from, at))) {
      between.push(text.slice(begun, from + index))
      words.push(word)
      begun = from + index + word.length
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

function wordsIn(text: string): readonly { readonly index: number; readonly word: string }[] {
  return [...text.matchAll(WORD)].flatMap(({ index, 0: word, groups }) =>
    groups?.base64 === undefined || isBase64(word)
      ? [{ index, word }]
      : [...word.matchAll(PLAIN_WORD)].map((plain) => ({ index: index + plain.index, word: plain[0] })),
  )
}

const SPELLINGS = [
  // A fingerprint, a hardware address, that of a host (RFC 4291, section 2.2): `3f:a0:07:c2`. A clock has three parts.
  String.raw`(?<![\w:])[0-9A-Fa-f]{1,4}(?:::?[0-9A-Fa-f]{1,4}){3,}(?![\w:])`,
  String.raw`(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\w)`,
  // https://www.w3.org/TR/SRI/#the-integrity-attribute
  String.raw`(?<![\w-])sha\d{3}-[A-Za-z0-9+/]{40,}={0,2}`,
  String.raw`(?<base64>(?<![\w+/.-])(?=[\w+/]*[+/=])[A-Za-z0-9+/]{8,}={0,2}(?![\w+/=.-]))`,
]
/** A number with a point is one; a version or a file name with points is several. */
const PLAIN_SPELLINGS = [String.raw`(?<![\w.])\d+\.\d+(?:${UNIT})?(?![\w.]*\w)`, String.raw`[\p{L}\p{N}_-]+`]
const PLAIN_WORD = new RegExp(PLAIN_SPELLINGS.join('|'), 'gu')
const WORD = new RegExp([...SPELLINGS, ...PLAIN_SPELLINGS].join('|'), 'gu')

/**
 * RFC 4648, section 4; a path of the same letters changes less often between small and capital ones and digits, unless an id stands in it:
 * then a folder has a name that is a plain word, or it begins as the host of an address does.
 */
function isBase64(word: string): boolean {
  if (word.endsWith('=')) return true
  if (word.startsWith('//') || word.split('/').some((name) => PLAIN_NAME.test(name))) return false
  const kinds = [...word].map((letter) => KINDS.findIndex((kind) => kind.test(letter)))
  if (!kinds.includes(CAPITALS)) return false
  const changes = kinds.filter((kind, i) => i > 0 && kind !== kinds[i - 1]).length
  return changes >= (word.includes('+') ? CHANGES_WITH_SIGN : CHANGES) * kinds.length
}

const PLAIN_NAME = /^[A-Z]?[a-z]{3,}$/
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /./] as const
const CAPITALS = 1
/** Of its letters; by chance nearly two thirds are followed by one of another kind. */
const CHANGES = 0.42
const CHANGES_WITH_SIGN = 0.3

/** Letters and digits alone, in one case: whatever is written otherwise of the same is alike in this. */
export function plainLetters(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}
