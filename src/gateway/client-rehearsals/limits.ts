/** How long rehearsals of clients last, how many there are at once, and what is assumed in them. */

export interface RehearsalLimits {
  /** Milliseconds without a call after which one is over; default an hour. */
  readonly idleMs?: number
  /** Milliseconds after which one is over in any case; default eight hours. */
  readonly longestMs?: number
  /** Worlds at once; default 4. */
  readonly worlds?: number
  /**
   * Writes of servers that have no copy, and are taken to succeed: `SERVER:TOOL`, where `*` stands for any characters. Default: none;
   * they are refused.
   */
  readonly assume?: readonly string[]
}

export const DEFAULT_IDLE_MS = 3_600_000
export const DEFAULT_LONGEST_MS = 28_800_000
export const DEFAULT_WORLDS = 4
