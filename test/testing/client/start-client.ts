/** A client whose server must keep the protocol and be gone at the end, with all that it started. */
import { MockMCPClient, type StartOptions } from '../../../src/testing/index.js'
import { assertGone } from '../../fixtures/start-server.js'

export interface StartedClient extends AsyncDisposable {
  readonly client: MockMCPClient
}

/** Starts it with the wire check that throws. Disposing stops it, and fails when the server broke the protocol or still runs. */
export async function startClient(options: StartOptions): Promise<StartedClient> {
  const client = await MockMCPClient.start({ wireCheck: 'throw', ...options })
  return {
    client,
    async [Symbol.asyncDispose]() {
      await client.stop()
      if (client.pid !== undefined) assertGone(client.pid)
    },
  }
}
