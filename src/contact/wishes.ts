/** What the user allows of each server, as settings and options say it. */
import type { Preview, StandIn } from '../config/index.js'

export interface ContactWishes {
  /** Patterns over the names of tools that only read. */
  readonly liveReads?: readonly string[]
  readonly previews?: readonly Preview[]
  readonly rehearse?: StandIn
}
