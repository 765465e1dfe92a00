/** Answers that are handed on once they are stored. */
import { defined, StoreError, TransportError } from '../base/index.js'
import type { Recorder } from '../recording/index.js'
import type { Transport } from '../transport/index.js'

export interface Durability {
  /** Resolves once all that is over is stored. Rejects with StoreError STORE_UNREADABLE when something of it is lost, from then on always. */
  stored(): Promise<void>
  /** Something passed that is too long to be recorded: it is lost. */
  lose(): void
  /** Aborts with that StoreError: nothing more may be handed on. */
  readonly refused: AbortSignal
}

/** What the recorder could not store is not handed on, nor is anything after it. */
export function createDurability(recorder: Recorder): Durability {
  const refusing = new AbortController()
  const lose = (): void => refusing.abort(notStored())
  return {
    lose,
    refused: refusing.signal,
    async stored() {
      await recorder.settled()
      if (recorder.counts.lost > 0) lose()
      refusing.signal.throwIfAborted()
    },
  }
}

/** Tells what the peer says in its order, each once it is stored. Where something is lost the connection is broken. */
export function heldBack(inner: Transport, { stored }: Pick<Durability, 'stored'>): Transport {
  return {
    peer: inner.peer,
    ...defined({ hasOwnStreams: inner.hasOwnStreams }),
    send: (message, options) => inner.send(message, options),
    sendText: (text, options) => inner.sendText(text, options),
    close: () => inner.close(),
    [Symbol.asyncDispose]: () => inner.close(),
    start(receiver) {
      let turn = Promise.resolve()
      let isOver = false
      const inTurn = (tell: () => void): void => {
        turn = turn.then(stored).then(() => {
          if (!isOver) tell()
        }, refuse)
      }
      const refuse = (): void => {
        if (isOver) return
        isOver = true
        const error = new TransportError(
          'CONNECTION_CLOSED',
          'Cannot hand on an answer: it could not be stored',
        )
        receiver.closed({ kind: 'broken', stderrTail: [], error })
        void inner.close()
      }
      inner.start({
        message: (value, text) => inTurn(() => receiver.message(value, text)),
        noise: (noise) => inTurn(() => receiver.noise(noise)),
        stderr: (line) => receiver.stderr(line),
        misdelivered: (what) => receiver.misdelivered?.(what),
        lost: (what) => receiver.lost?.(what),
        closed: (end) =>
          inTurn(() => {
            isOver = true
            receiver.closed(end)
          }),
      })
    },
  }
}

export function notStored(): StoreError {
  return new StoreError('STORE_UNREADABLE', 'Cannot hand on an answer: it could not be stored', {
    hint: 'the line before says why; without --durable what cannot be stored is handed on',
  })
}
