/** Which execution an event belongs to. */

/** What the calls of one trace have in common. */
export interface TracedExecution {
  /** The id under which its report is kept; absent for a call by itself. */
  readonly run?: string
  readonly kind: 'rehearsal' | 'run' | 'call'
  readonly intent?: string
  readonly principal: string
  /** The W3C `traceparent` that the client sent along, as it came. */
  readonly traceparent?: string
}
