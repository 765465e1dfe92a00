/** What a call may owe to the calls before it. */

/** Which answers had been given when a call was made: it may have waited for each of them, and may know what they said. */
export type Before =
  /** Those of all calls up to a number. */
  | { readonly kind: 'all'; readonly upTo: number }
  /** Those of just these calls, and what these had waited for. */
  | { readonly kind: 'these'; readonly calls: readonly number[] }
