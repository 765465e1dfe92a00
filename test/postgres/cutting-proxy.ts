/** A cable between store and server that is cut at the worst moment. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy extends AsyncDisposable {
  readonly port: number
  /** How often it was cut. */
  readonly cuts: number
}

/**
 * Passes on to the port; the first `times` that a client sends `word`, its connection is cut: `before` the server hears it, or `after`
 * it has answered, which the client does not hear.
 */
export async function createCuttingProxy(
  port: number,
  word: string,
  when: 'before' | 'after',
  times = 1,
): Promise<CuttingProxy> {
  let cuts = 0
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    const cut = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', cut)
    }
    let isLastWord = false
    client.on('data', (bytes) => {
      if (cuts < times && bytes.includes(word)) {
        cuts++
        if (when === 'before') return cut()
        isLastWord = true
      }
      server.write(bytes)
    })
    server.on('data', (bytes) => (isLastWord ? cut() : client.write(bytes)))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    get cuts() {
      return cuts
    },
    async [Symbol.asyncDispose]() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await once(proxy, 'close')
    },
  }
}
