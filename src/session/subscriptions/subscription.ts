/** Being told of changes (specification: legacy resources/subscribe; 2026-07-28 subscriptions/listen). */

export interface SubscriptionFilter {
  /** The server's list of tools. In the legacy era servers tell such changes to everybody, and nothing is sent. */
  readonly tools?: boolean
  readonly prompts?: boolean
  /** The server's list of resources. */
  readonly resources?: boolean
  /** The contents of these. */
  readonly resourceUris?: readonly string[]
}

/** Lives until it is closed, the server ends it, or the session is closed. */
export interface Subscription extends AsyncDisposable {
  /** What the server agreed to tell; of a legacy server, what was asked for. */
  readonly agreed: SubscriptionFilter
  /** Resolves when it is over, with who ended it. */
  readonly ended: Promise<'closed-here' | 'ended-by-server' | 'connection-closed'>
  close(): Promise<void>
}
