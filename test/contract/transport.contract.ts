/** What every transport promises, whatever it goes over. */
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonValue } from '../../src/base/index.js'
import type { ConnectionEnd, Transport, TransportReceiver } from '../../src/transport/index.js'

/**
 * Runs the contract for transports that `make` opens to a peer that sends every message back as the `params.message` of a
 * notification `returned`, and ends the connection on the method `quit`. Where a peer wants to be greeted first, `make` does it
 * with a request of the id `OPENING`, whose answer is left out here.
 */
export function describeTransport(name: string, make: () => Promise<Transport>): void {
  describe(`${name} transport`, () => {
    it('delivers messages whole and in the order they were sent', async () => {
      await using transport = await make()
      const heard = listen(transport)
      const messages = Array.from({ length: 100 }, (_, n) => notification(n, 'ž\u2028\n"🐎"'))

      for (const message of messages) void transport.send(message)

      await heard.until(100)
      expect(heard.messages).toEqual(messages.map(returned))
    })

    it('delivers a message of a megabyte', async () => {
      await using transport = await make()
      const heard = listen(transport)
      const message = notification(1, 'x'.repeat(1_000_000))

      await transport.send(message)

      await heard.until(1)
      expect(heard.messages).toEqual([returned(message)])
    })

    it('sends text that is written in its own way', async () => {
      await using transport = await make()
      const heard = listen(transport)

      await transport.sendText(
        ' { "method":"test", "params": { "n": 1.0, "text": "\\u0061" }, "jsonrpc":"2.0" } ',
      )

      await heard.until(1)
      expect(heard.messages).toEqual([returned(notification(1, 'a'))])
    })

    it('sends text and messages in the order of the calls', async () => {
      await using transport = await make()
      const heard = listen(transport)

      void transport.send(notification(1))
      void transport.sendText(JSON.stringify(notification(2)))
      void transport.send(notification(3))

      await heard.until(3)
      expect(heard.messages).toEqual([1, 2, 3].map((n) => returned(notification(n))))
    })

    it('keeps what arrives before it is started', async () => {
      await using transport = await make()
      await transport.send(notification(1))
      const heard = listen(transport)

      await heard.until(1)
      expect(heard.messages).toEqual([returned(notification(1))])
    })

    it('refuses a second receiver', async () => {
      await using transport = await make()
      listen(transport)

      expect(() => listen(transport)).toThrow(expect.objectContaining({ name: 'UsageError', code: 'USAGE' }))
    })

    it('tells its end once when it is closed, also when it is closed twice', async () => {
      const transport = await make()
      const heard = listen(transport)

      await Promise.all([transport.close(), transport.close()])
      await transport.close()

      expect(heard.ends).toMatchObject([{ kind: 'closed-here' }])
    })

    it('refuses to send once it was closed', async () => {
      const transport = await make()
      listen(transport)
      await transport.close()

      const refusal = { name: 'UsageError', code: 'ALREADY_CLOSED' }
      await expect(transport.send(notification(1))).rejects.toMatchObject(refusal)
      await expect(transport.sendText('{}')).rejects.toMatchObject(refusal)
    })

    it('tells its end once when the peer ends it, after the last message', async () => {
      await using transport = await make()
      const heard = listen(transport)

      await transport.send(notification(1))
      await transport.send({ jsonrpc: '2.0', method: 'quit' })
      await heard.untilClosed

      expect(heard.messages).toEqual([returned(notification(1))])
      await transport.close()
      expect(heard.ends).toMatchObject([{ kind: 'closed-by-peer' }])
    })

    it('rejects what is sent after the peer has ended it', async () => {
      await using transport = await make()
      const heard = listen(transport)
      await transport.send({ jsonrpc: '2.0', method: 'quit' })
      await heard.untilClosed

      const refusal = { name: 'TransportError', code: 'CONNECTION_CLOSED' }
      await expect(transport.send(notification(1))).rejects.toMatchObject(refusal)
      await expect(transport.sendText('{}')).rejects.toMatchObject(refusal)
    })

    it('tells its end to a receiver that comes later', async () => {
      const transport = await make()
      await transport.close()

      expect(listen(transport).ends).toMatchObject([{ kind: 'closed-here' }])
    })
  })
}

/** The id of the request that greets a peer. */
export const OPENING = 'opening'

function notification(
  n: number,
  text = '',
): { jsonrpc: '2.0'; method: string; params: { n: number; text: string } } {
  return { jsonrpc: '2.0', method: 'test', params: { n, text } }
}

function returned(message: JsonValue): JsonValue {
  return { jsonrpc: '2.0', method: 'returned', params: { message } }
}

interface Heard {
  readonly messages: JsonValue[]
  readonly ends: ConnectionEnd[]
  readonly untilClosed: Promise<void>
  until(count: number): Promise<void>
}

function listen(transport: Transport): Heard {
  const messages: JsonValue[] = []
  const ends: ConnectionEnd[] = []
  let wake: () => void = () => undefined
  let closed: () => void = () => undefined
  const untilClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  const receiver: TransportReceiver = {
    message(value) {
      if (isJsonObject(value) && value.id === OPENING) return
      messages.push(value)
      wake()
    },
    noise: ({ line }) => expect.unreachable(`noise: ${line}`),
    stderr: () => undefined,
    closed(end) {
      ends.push(end)
      closed()
    },
  }
  transport.start(receiver)
  return {
    messages,
    ends,
    untilClosed,
    async until(count) {
      while (messages.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    },
  }
}
