/** Keeps what a transport has to tell until someone listens, and tells the end exactly once. */
import { UsageError } from '../base/index.js'
import type { ConnectionEnd, TransportReceiver } from './transport.js'

/** A receiver that can be given its listener later. */
export interface Mailbox extends Required<TransportReceiver> {
  /** @throws UsageError USAGE when there is a listener already. */
  open(receiver: TransportReceiver): void
  readonly end: ConnectionEnd | undefined
}

/** Creates a mailbox. What comes after `closed` is dropped, and so is standard error beyond its first 1000 lines before `open`. */
export function createMailbox(): Mailbox {
  let receiver: TransportReceiver | undefined
  let end: ConnectionEnd | undefined
  let earlyLines = 0
  const waiting: ((to: TransportReceiver) => void)[] = []

  function tell(event: (to: TransportReceiver) => void): void {
    if (end !== undefined) return
    if (receiver === undefined) waiting.push(event)
    else event(receiver)
  }

  return {
    get end() {
      return end
    },
    open(listener) {
      if (receiver !== undefined)
        throw new UsageError('USAGE', 'Cannot start a transport twice: it has a receiver already')
      receiver = listener
      for (const event of waiting.splice(0)) event(listener)
    },
    message: (value, text) => tell((to) => to.message(value, text)),
    noise: (noise) => tell((to) => to.noise(noise)),
    stderr(line) {
      if (receiver === undefined && ++earlyLines > MAX_EARLY_LINES) return
      tell((to) => to.stderr(line))
    },
    misdelivered: (what) => tell((to) => to.misdelivered?.(what)),
    lost: (what) => tell((to) => to.lost?.(what)),
    closed(how) {
      if (end !== undefined) return
      end = how
      if (receiver === undefined) waiting.push((to) => to.closed(how))
      else receiver.closed(how)
    },
  }
}

/** Standard error is read before anybody listens, so that no server hangs; one that floods it must not fill the memory. */
const MAX_EARLY_LINES = 1000
