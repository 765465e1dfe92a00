import { isJsonObject } from '../../src/base/index.js'
import {
  linkedTransports,
  linkServer,
  type SdkTransport,
  startHttp,
  startStdio,
  type Transport,
  tapTransport,
} from '../../src/transport/index.js'
import { fixture } from '../fixtures/start-server.js'
import { serveReturner } from '../transport/http-returner.js'
import { verifies } from '../verifies.js'
import { describeTransport, OPENING } from './transport.contract.js'

verifies('client:line-framing')

describeTransport('memory', () => Promise.resolve(linkedToReturner()))
describeTransport('server object', () => linkServer(returner))
describeTransport('stdio', () => startStdio(fixture('returns-messages')))
describeTransport('HTTP', greetReturner)
describeTransport('tapped', () => Promise.resolve(tapTransport(linkedToReturner(), () => undefined)))

function linkedToReturner(): Transport {
  const [near, far] = linkedTransports()
  far.start({
    message(message) {
      void (isQuit(message)
        ? far.close()
        : far.send({ jsonrpc: '2.0', method: 'returned', params: { message } }))
    },
    noise: () => undefined,
    stderr: () => undefined,
    closed: () => undefined,
  })
  return near
}

async function returner(transport: SdkTransport): Promise<void> {
  transport.onmessage = (message) => {
    void (isQuit(message)
      ? transport.close()
      : transport.send({ jsonrpc: '2.0', method: 'returned', params: { message } }))
  }
  await transport.start()
}

/** A server that has sessions begins one at the handshake; what it says unasked comes on the stream that follows. */
async function greetReturner(): Promise<Transport> {
  const server = await serveReturner()
  const transport = await startHttp(server.url)
  const clientInfo = { name: 'test', version: '0.0.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  await transport.send({ jsonrpc: '2.0', id: OPENING, method: 'initialize', params })
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const close = async (): Promise<void> => {
    await transport.close()
    await server[Symbol.asyncDispose]()
  }
  return { ...transport, close, [Symbol.asyncDispose]: close }
}

function isQuit(message: unknown): boolean {
  return isJsonObject(message) && message.method === 'quit'
}
