/** Where what is said to a client goes: the one pipe of a connection, or the stream of one HTTP request. */

/**
 * Takes serialized messages in the order they are to be heard. For each request that came with it exactly one of `answer`, `refuse` and
 * `drop` is called; nothing follows. No method throws, nor does anything once the client is gone.
 */
export interface ResponseSink {
  /** Of one message of a batch: the sink that the batch came with. */
  readonly within?: ResponseSink
  /** A notification or a request of the server, or text that is none. */
  say(text: string): void
  /** The response to one request; `code` is that of an error, `form` how HTTP is to carry it. */
  answer(text: string, code?: number, form?: 'json' | 'sse'): void
  /** As `answer`, for an error of which the machine itself is the author; where it is absent `answer` is called. */
  refuse?(text: string, code: number): void
  /** The request will not be answered: it was cancelled. */
  drop(): void
  /** Ends the stream, or the connection where there is only one. */
  hangUp(): void
}
