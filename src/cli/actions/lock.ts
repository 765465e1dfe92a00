/** Asks servers for their tools and writes down what they promise. */
import { counted, printable, SessionError, writeWholeFile } from '../../base/index.js'
import { createLock } from '../../registry/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { ExitWith } from '../exit-code.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { askForTools, nameServers } from '../servers.js'
import { withFrameTrace } from '../trace-file.js'

/** Writes nothing unless every server could be asked: a lock without one of them would let it drift. */
export async function lockContracts(out: string, choice: ServerChoice, io: DiscreetIo): Promise<void> {
  const named = await nameServers(choice, io)
  const asked = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, 'Asking for tools', (tell) =>
      askForTools(named, choice, io, trace, { withOffers: true, tell }),
    ),
  )
  const missing = [...asked.unavailable, ...named.unusable]
  if (missing.length > 0)
    throw new ExitWith(
      { unavailable: true },
      new SessionError(
        'HANDSHAKE_FAILED',
        `Cannot lock "${out}": ${counted(missing.length, 'server')} could not be asked`,
        {
          evidence: missing.map(({ server, reason }) => printable(`${server}: ${reason}`, { oneLine: true })),
          hint: 'nothing was written; pick the servers that work with --server, or mend the others',
        },
      ),
    )
  // Redacted first: fingerprints are of what stands in the file.
  const lock = createLock(io.redact(asked.servers))
  writeWholeFile(out, io.asJson(lock), io.cwd)
  const tools = lock.servers.reduce((sum, server) => sum + server.tools.length, 0)
  io.stdout(
    `Locked ${counted(tools, 'tool')} of ${counted(lock.servers.length, 'server')} in ${printable(out)}\n`,
  )
}
