/** Waits for a server object, and for a process. */
import { isJsonObject } from '../../../src/base/index.js'
import { connectServer } from '../../../src/session/index.js'
import { MockMCPClient } from '../../../src/testing/index.js'
import { startStdio } from '../../../src/transport/index.js'
import { fixture } from '../../fixtures/start-server.js'
import { hear } from '../../transport/hear.js'
import { clientInfo, type Proofs, SECOND, timed } from './proof.js'

/** It leaves its outputs to a process that is in no group of ours, tells which, and ends. */
const LEAVES_ITS_PIPES = `
  const { spawn } = require('node:child_process')
  const { pid } = spawn('sleep', ['60'], { detached: true, stdio: 'inherit' })
  process.stdout.write(JSON.stringify({ holder: pid }) + '\\n', () => process.exit())`

export const PROCESS_WAITS: Proofs = {
  'a server object: that it takes its transport': [
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'HANDSHAKE_FAILED' },
      wait: (time) => {
        const server = (): Promise<never> => new Promise(() => undefined)
        return timed(time, MockMCPClient.start({ server, clock: time.clock }))
      },
    },
  ],
  'stdio: room in the pipe of a server that does not read': [
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        const { clock } = time
        const session = await connectServer(fixture('stops-reading'), {
          ...{ clientInfo, clock, stdio: { graceMs: 100 } },
        })
        const outcome = await timed(time, session.sendRaw('x'.repeat(4_000_000)))
        time.run()
        await session.close()
        return outcome
      },
    },
  ],
  'stdio: the end of the process after its standard input has ended': [
    { file: 'src/transport/stop-process.test.ts', title: 'waits as long as it may before each step' },
    {
      file: 'test/session/endings.test.ts',
      title: 'sends SIGTERM to a server that does not end with its input',
    },
  ],
  'stdio: the end of the process after SIGTERM': [
    { file: 'src/transport/stop-process.test.ts', title: 'waits as long as it may before each step' },
    { file: 'test/session/endings.test.ts', title: 'sends SIGKILL to a server that ignores SIGTERM too' },
  ],
  'stdio: the end of the process after SIGKILL': [
    { file: 'src/transport/stop-process.test.ts', title: 'gives up a process that nothing ends' },
  ],
  'stdio: the end of pipes that others hold when the process has ended': [
    {
      limitMs: SECOND,
      comesTo: undefined,
      async wait(time) {
        const transport = await startStdio(
          { command: process.execPath, args: ['-e', LEAVES_ITS_PIPES] },
          { clock: time.clock },
        )
        const heard = hear(transport)
        await heard.until(({ messages }) => messages.length === 1)
        const outcome = await timed(
          time,
          heard.until(({ ends }) => ends.length === 1),
        )
        const [message] = heard.messages
        process.kill(isJsonObject(message) ? Number(message.holder) : 0)
        time.run()
        await transport.close()
        return outcome
      },
    },
  ],
}
