/** What URLs and forms encode with percent signs (RFC 3986, section 2.1), inside texts. */

/**
 * Decodes each run that has such codes, hands what it says to `redact`, and writes it anew where that changed something. A plus sign is
 * read as the space that forms write so.
 */
export function redactPercentEncoded(text: string, redact: (inner: string) => string): string {
  if (!CODE.test(text)) return text
  return text.replace(RUN, (run) => {
    const inner = CODE.test(run) ? decoded(run) : undefined
    if (inner === undefined) return run
    const redacted = redact(inner)
    return redacted === inner ? run : encodedLike(run, redacted)
  })
}

/** Undefined for codes that are no text. */
function decoded(run: string): string | undefined {
  try {
    return decodeURIComponent(run.replaceAll('+', ' '))
  } catch {
    // Stray percent signs, or bytes that are no UTF-8, encode nothing.
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
const LOWER_CASE = /%(?:[a-f][0-9a-f]|[0-9][a-f])/
/** One component: what has a meaning in a URL or a form stands between two of them. */
const RUN = /[\w.~!*+%-]+/g
