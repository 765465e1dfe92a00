/** Shows what goes over a transport, without changing it. */
import { type Clock, defined, type JsonValue, systemClock } from '../base/index.js'
import type { ConnectionEnd, Noise, Transport } from './transport.js'

export type TapEvent = { readonly atMs: number } & (
  | { readonly kind: 'sent' | 'received'; readonly message: JsonValue }
  /** Text that was sent as it stands, and need not be a message. */
  | { readonly kind: 'sent-text'; readonly text: string }
  | { readonly kind: 'noise'; readonly noise: Noise }
  | { readonly kind: 'stderr'; readonly line: string }
  | { readonly kind: 'closed'; readonly end: ConnectionEnd }
)

/**
 * A transport that tells `onEvent` everything before it passes it on; `atMs` is monotonic. `text` is the message as it was
 * written, by the peer or by whoever else wrote what is sent; undefined where nobody but us has.
 * Closing it closes the inner one. `onEvent` must not throw, nor change the messages.
 */
export function tapTransport(
  inner: Transport,
  onEvent: (event: TapEvent, text?: string) => void,
  clock: Clock = systemClock,
): Transport {
  const now = () => clock.monotonic()
  return {
    peer: inner.peer,
    ...defined({ hasOwnStreams: inner.hasOwnStreams }),
    start: (receiver) =>
      inner.start({
        message(message, text) {
          onEvent({ atMs: now(), kind: 'received', message }, text)
          receiver.message(message, text)
        },
        noise(noise) {
          onEvent({ atMs: now(), kind: 'noise', noise })
          receiver.noise(noise)
        },
        stderr(line) {
          onEvent({ atMs: now(), kind: 'stderr', line })
          receiver.stderr(line)
        },
        misdelivered: (what) => receiver.misdelivered?.(what),
        lost: (what) => receiver.lost?.(what),
        closed(end) {
          onEvent({ atMs: now(), kind: 'closed', end })
          receiver.closed(end)
        },
      }),
    send(message, options) {
      onEvent({ atMs: now(), kind: 'sent', message }, options?.text)
      return inner.send(message, options)
    },
    sendText(text, options) {
      onEvent({ atMs: now(), kind: 'sent-text', text })
      return inner.sendText(text, options)
    },
    close: () => inner.close(),
    [Symbol.asyncDispose]: () => inner.close(),
  }
}
