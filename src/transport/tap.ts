/** Shows what goes over a transport, without changing it. */
import { type Clock, type JsonValue, systemClock } from '../base/index.js'
import type { ConnectionEnd, Noise, Transport } from './transport.js'

export type TapEvent = { readonly atMs: number } & (
  | { readonly kind: 'sent' | 'received'; readonly message: JsonValue }
  | { readonly kind: 'noise'; readonly noise: Noise }
  | { readonly kind: 'stderr'; readonly line: string }
  | { readonly kind: 'closed'; readonly end: ConnectionEnd }
)

/**
 * A transport that tells `onEvent` everything before it passes it on; `atMs` is monotonic.
 * Closing it closes the inner one. `onEvent` must not throw, nor change the messages.
 */
export function tapTransport(
  inner: Transport,
  onEvent: (event: TapEvent) => void,
  clock: Clock = systemClock,
): Transport {
  const now = () => ({ atMs: clock.monotonic() })
  return {
    peer: inner.peer,
    start: (receiver) =>
      inner.start({
        message(message) {
          onEvent({ ...now(), kind: 'received', message })
          receiver.message(message)
        },
        noise(noise) {
          onEvent({ ...now(), kind: 'noise', noise })
          receiver.noise(noise)
        },
        stderr(line) {
          onEvent({ ...now(), kind: 'stderr', line })
          receiver.stderr(line)
        },
        closed(end) {
          onEvent({ ...now(), kind: 'closed', end })
          receiver.closed(end)
        },
      }),
    send(message) {
      onEvent({ ...now(), kind: 'sent', message })
      return inner.send(message)
    },
    close: () => inner.close(),
    [Symbol.asyncDispose]: () => inner.close(),
  }
}
