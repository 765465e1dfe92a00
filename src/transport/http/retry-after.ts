/** How long a server wants to be left alone (RFC 9110, section 10.2.3). */

export type RetryAfter =
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'date'; readonly atMs: number }
  /** What is none of both. */
  | { readonly kind: 'unreadable' }

/** What the header says; undefined without one. `Date.parse` alone takes `1.5` for a day in January. */
export function readRetryAfter(headers: Headers | undefined): RetryAfter | undefined {
  const text = headers?.get('retry-after')?.trim()
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return { kind: 'seconds', seconds: Number(text) }
  const atMs = DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? { kind: 'unreadable' } : { kind: 'date', atMs }
}

/** The three forms of a date that HTTP has: all begin with the day of the week. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /i
