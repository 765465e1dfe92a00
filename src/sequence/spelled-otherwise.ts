/** Values that a copy made anew, written otherwise by an agent: all of their letters, in another encoding or with other separators. */
import { longOf, type OwnHeard } from './said.js'
import { TELLING_LENGTH } from './weave.js'
import { plainLetters } from './words.js'

/** In base64, in hexadecimal digits, percent-encoded, backwards, or a number in another base. The end of a sentence; undefined for none. */
export function encoded(literal: string, own: readonly OwnHeard[]): string | undefined {
  const decoded = [
    ...[...literal.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)].map(([word]) =>
      Buffer.from(word, 'base64').toString('latin1'),
    ),
    ...[...literal.matchAll(/(?:[0-9a-f]{2}){6,}/gi)].map(([word]) =>
      Buffer.from(word, 'hex').toString('latin1'),
    ),
    ...(literal.includes('%') ? [percentDecoded(literal)] : []),
    [...literal].reverse().join(''),
  ]
  const small = literal.toLowerCase()
  const found = longOf(own).find(
    ({ session }) =>
      decoded.some((text) => text.includes(session)) ||
      inOtherBases(session).some((written) => small.includes(written)),
  )
  return found === undefined ? undefined : `holds ${found.session} of call ${found.call} in another encoding`
}

/** A number in base 16 and 36, hexadecimal digits in base 10 and 36; in small letters. */
function inOtherBases(value: string): readonly string[] {
  const digits = value.replaceAll('-', '').toLowerCase()
  if (/^\d{6,}$/.test(digits))
    return [16, 36].map((base) => BigInt(digits).toString(base)).filter(isLongNumber)
  return /^[0-9a-f]{8,}$/.test(digits) ? [10, 36].map((base) => BigInt(`0x${digits}`).toString(base)) : []
}

function isLongNumber(written: string): boolean {
  return written.length >= 5
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // It is no such encoding.
    return ''
  }
}

/** So many letters in a row are in no other word by chance. */
const NO_WORD = 10

/** The end of a sentence, as of what is encoded. */
export function spelled(literal: string, own: readonly OwnHeard[]): string | undefined {
  const plain = plainLetters(literal)
  const found = longOf(own).find(({ session, others }) => {
    const letters = plainLetters(session)
    return (
      letters.length >= (/\d/.test(letters) ? TELLING_LENGTH : NO_WORD) &&
      others.every((other) => plainLetters(other) !== letters) &&
      plain.includes(letters)
    )
  })
  return found === undefined ? undefined : `holds ${found.session} of call ${found.call} spelt otherwise`
}
