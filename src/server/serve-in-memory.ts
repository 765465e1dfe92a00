/** Serves a service to a client in the same process. */
import { RPC_CODES } from '../protocol/index.js'
import { linkedTransports, type Transport } from '../transport/index.js'
import { servePipe } from './client/serve-pipe.js'
import type { Service } from './service.js'

/** The client's end. Closing it ends what is being answered. */
export function serveInMemory(service: Service): Transport {
  const [near, far] = linkedTransports(['client', 'service'])
  const pipe = servePipe(service, {
    // A client that is gone has nobody to be told.
    send: (text) => void far.sendText(text).catch(() => undefined),
    hangUp: () => void far.close(),
  })
  far.start({
    message: pipe.take,
    noise: ({ reason }) => pipe.refuse(RPC_CODES.PARSE_ERROR, `Cannot read a message: ${reason}`),
    stderr: () => undefined,
    closed: () => pipe.close('the connection is over'),
  })
  return near
}
