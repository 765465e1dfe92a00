/** Servers asked for their tools in a throwaway copy of this machine, which they share. */
import { defined, inOneLine, TransportError } from '../base/index.js'
import { createCopyNotes } from './copy-notes.js'
import type { DiscreetIo } from './discreet-io.js'
import type { ServerChoice } from './server-options.js'
import { type AskedServers, type AskWhat, type NamedServers, sessionOptions } from './servers.js'
import { readSettings } from './settings.js'
import type { FrameTrace } from './trace-file.js'

/**
 * Starts each server in the copy, lists its tools and ends it; nothing of the copy is left when this resolves.
 * @throws TransportError COPY_REFUSED where none of the servers could be asked
 */
export async function askInCopy(
  named: NamedServers,
  choice: ServerChoice,
  io: DiscreetIo,
  trace?: FrameTrace,
  { tell }: Pick<AskWhat, 'tell'> = {},
): Promise<AskedServers> {
  const { entries, listed } = named
  tell?.(`Starting ${inOneLine(entries.map(({ name }) => name).join(', '), 40)} in a copy`)
  if (entries.length === 0) return { servers: listed, unavailable: [], contacted: [] }
  const { copyServers } = await import('../copy/index.js')
  const { serverSettings } = await import('../config/index.js')
  const project = await readSettings(undefined, io)
  await using copies = await copyServers(entries, {
    baseDir: io.cwd,
    settingsOf: (server) => serverSettings(project, server),
    session: (server) => ({
      ...sessionOptions(server, choice, io),
      ...(trace === undefined ? {} : { tap: trace.tap(server) }),
    }),
    copy: { clock: io.clock },
    onNetworkAttempt: createCopyNotes(io).reachedOut,
    signal: io.signal,
  })
  const { tools, notCopied } = copies
  const servers = [...listed, ...tools]
  const [first] = notCopied
  if (first !== undefined && servers.length === 0)
    throw new TransportError(
      'COPY_REFUSED',
      `Cannot ask "${first.server}" for its tools in a copy: ${first.why}`,
      defined({
        hint: 'without --copy it is started on this machine itself',
        evidence: first.evidence,
      }),
    )
  return {
    servers,
    unavailable: notCopied.map(({ server, why }) => ({ server, reason: why })),
    contacted: tools.map(({ server }) => server),
  }
}
