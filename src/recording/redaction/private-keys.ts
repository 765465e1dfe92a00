/** Private keys in PEM and PGP armour. Scanned by hand: a pattern over bodies of any length could exhaust its stack. */

/** Replaces each block, also one that was cut off, and one whose line ends are escaped. */
export function replacePrivateKeys(text: string, replacement: (secret: string) => string): string {
  let done = ''
  let rest = 0
  for (let begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin + 1)) {
    if (begin < rest) continue
    const end = endOfBlock(text, begin)
    if (end === undefined) continue
    done += text.slice(rest, begin) + replacement(text.slice(begin, end))
    rest = end
  }
  return rest === 0 ? text : done + text.slice(rest)
}

/** True when the whole text is one such block. */
export function isPrivateKey(text: string): boolean {
  return text.startsWith(BEGIN) && endOfBlock(text, 0) === text.length
}

function endOfBlock(text: string, begin: number): number | undefined {
  const header = HEADER.exec(text.slice(begin, begin + MAX_LINE))
  if (header === null) return undefined
  let end = begin + header[0].length
  while (end < text.length && !text.startsWith('-----', end) && BODY.test(text.charAt(end))) end++
  const footer = FOOTER.exec(text.slice(end, end + MAX_LINE))
  return end + (footer?.[0].length ?? 0)
}

const BEGIN = '-----BEGIN '
const MAX_LINE = 80
const HEADER = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
const FOOTER = /^-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** Base64, white space, escaped line ends, and what stands in the headers of a block. */
const BODY = /[A-Za-z0-9+/=\s\\:.,()-]/
