/** Probes a fixture server as the command does, without the command line. */
import { connectServer } from '../../../src/session/index.js'
import {
  createLiveCaller,
  type ProbeOptions,
  type ProbeResult,
  probeTools,
} from '../../../src/testing/index.js'
import { fixture } from '../../fixtures/start-server.js'

export interface ServerProbe extends Partial<ProbeOptions> {
  readonly timeoutMs?: number
  /** Default: all tools. */
  readonly tools?: readonly string[]
}

export async function probeServer(name: string, options: ServerProbe = {}): Promise<ProbeResult> {
  const { timeoutMs = 20_000, tools, ...probe } = options
  await using lister = await connectServer(fixture(name), { clientInfo: CLIENT })
  const listed = await lister.listTools()
  await using caller = await createLiveCaller({
    open: (see) =>
      connectServer(fixture(name), {
        clientInfo: CLIENT,
        timeoutMs: 20_000,
        tap: see,
        // A server that hangs does not notice the end of its input.
        stdio: { graceMs: 100 },
      }),
    timeoutMs,
    ...(probe.signal === undefined ? {} : { signal: probe.signal }),
  })
  const chosen = listed.filter((tool) => tools?.includes(tool.name) ?? true)
  return await probeTools(chosen, caller, { seed: 1, runs: 1, ...probe })
}

const CLIENT = { name: 'test', version: '0.0.0' }
