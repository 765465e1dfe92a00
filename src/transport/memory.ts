/** A connection inside one process: two ends, each a transport. */
import { TransportError, UsageError } from '../base/index.js'
import { deliverLine } from './deliver-line.js'
import { createDelivery } from './delivery.js'
import { createMailbox, type Mailbox } from './mailbox.js'
import type { Transport } from './transport.js'

/**
 * Creates two linked ends. What one sends the other receives later in the same turn of the event loop, in order, as a copy
 * that has been through JSON: neither side can reach into the other's objects. Of a flood a hundred messages are received in one
 * turn, and a sender that waits for the others waits for its turn. Closing one end closes both.
 */
export function linkedTransports(
  names: readonly [string, string] = ['client', 'server'],
): readonly [Transport, Transport] {
  const boxes = [createMailbox(), createMailbox()] as const
  return [end(boxes[0], boxes[1], names[1]), end(boxes[1], boxes[0], names[0])]
}

function end(own: Mailbox, other: Mailbox, peer: string): Transport {
  const deliver = createDelivery()
  const inMemory: Pick<Mailbox, 'message' | 'noise'> = {
    message: other.message,
    noise: (noise) => other.noise({ ...noise, place: 'a text in memory' }),
  }
  const close = (): Promise<void> => {
    own.closed({ kind: 'closed-here', stderrTail: [] })
    // After the messages that are on their way.
    void deliver(() => other.closed({ kind: 'closed-by-peer', stderrTail: [] }))
    return Promise.resolve()
  }
  const sendText = (text: string): Promise<void> => {
    if (own.end !== undefined) return Promise.reject(cannotSend(peer, own.end.kind === 'closed-here'))
    return deliver(() =>
      deliverLine({ text, isUtf8: true, isFinished: true }, inMemory, Number.MAX_SAFE_INTEGER),
    )
  }
  return {
    peer,
    start: (receiver) => own.open(receiver),
    send: (message, { text } = {}) => sendText(text ?? JSON.stringify(message)),
    sendText,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function cannotSend(peer: string, isClosedHere: boolean): Error {
  return isClosedHere
    ? new UsageError('ALREADY_CLOSED', `Cannot send to "${peer}": the connection was closed by this side`)
    : new TransportError('CONNECTION_CLOSED', `Cannot send to "${peer}": it closed the connection`)
}
