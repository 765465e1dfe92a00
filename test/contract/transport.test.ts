import { linkedTransports, startStdio, type Transport, tapTransport } from '../../src/transport/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { describeTransport } from './transport.contract.js'

verifies('client:line-framing')

describeTransport('memory', () => Promise.resolve(linkedToReturner()))
describeTransport('stdio', () => startStdio(fixture('returns-messages')))
describeTransport('tapped', () => Promise.resolve(tapTransport(linkedToReturner(), () => undefined)))

function linkedToReturner(): Transport {
  const [near, far] = linkedTransports()
  far.start({
    message(message) {
      const isQuit =
        typeof message === 'object' && message !== null && 'method' in message && message.method === 'quit'
      void (isQuit ? far.close() : far.send({ jsonrpc: '2.0', method: 'returned', params: { message } }))
    },
    noise: () => undefined,
    stderr: () => undefined,
    closed: () => undefined,
  })
  return near
}
