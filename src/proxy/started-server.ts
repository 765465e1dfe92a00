/** A server that was told to start: what is sent before it runs waits for that. */
import { type JsonValue, messageOf } from '../base/index.js'
import { describeEnd, type SendOptions, type Transport } from '../transport/index.js'

export interface StartedServer {
  /** Nothing throws: a server that is gone is told by `ended`. */
  send(message: JsonValue, options?: Pick<SendOptions, 'text'>): void
  /** Resolves when it and all it started are gone. Safe to call twice. */
  close(): Promise<void>
}

export interface ServerListener {
  message(value: JsonValue, text: string): void
  /** A line that is no message. */
  line(text: string): void
  /** Once; not after `close`. `reason` is a clause: `it exited with code 3`. */
  ended(reason: string): void
}

export function startServer(starting: Promise<Transport>, listener: ServerListener): StartedServer {
  let isOver = false

  function end(reason: string): void {
    if (!isOver) listener.ended(reason)
    isOver = true
  }

  const ready = starting.then((transport) => {
    transport.start({
      message: (value, text = JSON.stringify(value)) => listener.message(value, text),
      noise: ({ line }) => listener.line(line),
      stderr: (line) => listener.line(line),
      closed: (how) => end(describeEnd(how)),
    })
    return transport
  })
  ready.catch((failure: unknown) => end(messageOf(failure)))

  return {
    send(message, options) {
      // What was read as a message is an object or an array of them.
      const outgoing = message as Parameters<Transport['send']>[0]
      ready
        .then((transport) => transport.send(outgoing, options))
        .catch(() => {
          // Its end is told by itself.
        })
    },
    async close() {
      isOver = true
      await ready.then(
        (transport) => transport.close(),
        () => undefined,
      )
    },
  }
}
