/** Contracts that a tool had before, by which recordings of it may still be found. */

export interface EarlierContract {
  /** Recordings are found by it. */
  readonly fingerprint: string
  /** A sentence on what is another thing now; absent when whoever kept the earlier contract keeps this one. */
  readonly change?: string
}
