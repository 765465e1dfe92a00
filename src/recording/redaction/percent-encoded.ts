/** What URLs and forms encode with percent signs (RFC 3986, section 2.1), inside texts. */

/**
 * Decodes each run that has such codes, hands what it says to `redact`, and writes it anew where that changed something. A plus sign is
 * read as the space that forms write so.
 */
export function redactPercentEncoded(text: string, redact: (inner: string) => string): string {
  if (!CODE.test(text)) return text
  return text.replace(RUN, (run) => {
    if (!CODE.test(run)) return run
    const inner = decoded(run)
    const redacted = redact(inner)
    return redacted === inner ? run : encodedLike(run, redacted)
  })
}

function decoded(run: string): string {
  const spaced = run.replaceAll('+', ' ')
  return decodedWhole(spaced) ?? spaced.replace(CHARACTER, (code) => decodeURIComponent(code))
}

/** Undefined where a code is no text: a text was cut off in the middle of one, or has percent signs, or bytes that are no UTF-8. */
function decodedWhole(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // What else stands there may be encoded all the same.
    return undefined
  }
}

function encodedLike(run: string, text: string): string {
  if (!text.isWellFormed()) return text
  const encoded = encodeURIComponent(text)
  const spaced = run.includes('+') ? encoded.replaceAll('%20', '+') : encoded
  return LOWER_CASE.test(run) ? spaced.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()) : spaced
}

const CODE = /%[0-9A-Fa-f]{2}/
const REST = '%[89ab][0-9a-f]'
/** One character in UTF-8, and nothing that is none (RFC 3629, section 4): failures to decode would take long where they are many. */
const CHARACTER = new RegExp(
  [
    `%[0-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f])${REST}`,
    `%(?:e0%[ab][0-9a-f]|e[1-9a-cef]${REST}|ed%[89][0-9a-f])${REST}`,
    `%(?:f0%[9ab][0-9a-f]|f[1-3]${REST}|f4%8[0-9a-f])${REST}${REST}`,
  ].join('|'),
  'gi',
)
const LOWER_CASE = /%(?:[a-f][0-9a-f]|[0-9][a-f])/
/** One component: what has a meaning in a URL or a form stands between two of them. */
const RUN = /[\w.~!*+%-]+/g
