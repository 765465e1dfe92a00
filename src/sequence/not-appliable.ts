/** Why a session cannot be done for real as it was shown. */
export interface NotAppliable {
  /** Number of the call that it is about; absent where it is about what was left at the end. */
  readonly call?: number
  readonly what: /** No server in its copy answered. */
    | 'unanswered'
    /** The server asked the client for something, and nobody is there to be asked again. */
    | 'asked'
    /** Calls side by side: what they left hangs on chance. */
    | 'raced'
    /** Computed from what the copy made anew. */
    | 'computed'
    /** Differs from play to play, and cannot be followed. */
    | 'differs'
    /** The world is not what it was when the session began. */
    | 'moved'
  /** A sentence. */
  readonly why: string
}
