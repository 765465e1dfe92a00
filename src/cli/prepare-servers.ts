/** The servers of a rehearsal: in a copy of this machine where that can be done, else asked for their tools and ended again. */
import { defined, inOneLine, TransportError } from '../base/index.js'
import type { Settings } from '../config/index.js'
import type { PreparedCopies } from '../copy/index.js'
import type { Contact } from '../dryrun/index.js'
import type { CliIo } from './cli-io.js'
import type { DryRunSettings } from './dry-run-settings.js'
import type { TellProgress } from './progress.js'
import type { ServerChoice } from './server-options.js'
import { type AskedServers, askForTools, type NamedServers, sessionOptions } from './servers.js'
import type { FrameTrace } from './trace-file.js'

/** Disposing ends the servers that no rehearsal took. */
export interface PreparedServers extends Omit<AskedServers, 'contacted'>, AsyncDisposable {
  readonly contacted: readonly Contact[]
  /** Absent where nothing is to be copied. */
  readonly copies?: PreparedCopies
}

export interface ServersWanted {
  readonly named: NamedServers
  readonly choice: ServerChoice
  readonly project: Settings
  readonly settings: Pick<DryRunSettings, 'copy' | 'requireCopies'>
  readonly tell: TellProgress
}

/** @throws TransportError COPY_REFUSED where a server must be copied and cannot be */
export async function prepareServers(
  { named, choice, project, settings, tell }: ServersWanted,
  io: CliIo,
  trace?: FrameTrace,
): Promise<PreparedServers> {
  const { serverSettings } = await import('../config/index.js')
  // Whoever has a server for rehearsals wants no copy of the real one.
  const entries = named.entries.filter(({ name }) => serverSettings(project, name).rehearse === undefined)
  if (settings.copy === 'never' || entries.length === 0) {
    refuseUncopied(settings, named, undefined)
    const asked = await askForTools(named, choice, io, trace, { tell })
    return { ...asked, contacted: listed(asked), [Symbol.asyncDispose]: () => Promise.resolve() }
  }
  const { copyServers } = await import('../copy/index.js')
  tell(`Starting ${inOneLine(entries.map(({ name }) => name).join(', '), 40)} in a copy`)
  const prepared = await copyServers(entries, {
    baseDir: io.cwd,
    settingsOf: (server) => serverSettings(project, server),
    session: (server, copy) => ({
      ...sessionOptions(server, choice, io),
      ...(trace === undefined ? {} : { tap: trace.tap(server, { copy }) }),
    }),
    copy: { clock: io.clock },
    signal: io.signal,
  })
  try {
    // Before anything is started outside.
    refuseUncopied(settings, named, prepared)
    const told = prepared.tools.filter(({ server }) => !prepared.listsInDoubt.includes(server))
    const unasked = named.entries.filter(({ name }) => told.every(({ server }) => server !== name))
    const rest = { ...named, entries: unasked, listed: [...named.listed, ...told] }
    const asked = await askForTools(rest, choice, io, trace, { tell })
    return {
      ...asked,
      contacted: [
        ...prepared.tools.map(({ server }): Contact => ({ server, for: 'tools/list', in: 'copy' })),
        ...listed(asked),
      ],
      copies: prepared,
      [Symbol.asyncDispose]: () => prepared[Symbol.asyncDispose](),
    }
  } catch (failure) {
    await prepared[Symbol.asyncDispose]()
    throw failure
  }
}

function listed({ contacted }: AskedServers): readonly Contact[] {
  return contacted.map((server) => ({ server, for: 'tools/list' }))
}

/** `--copy always` wants each server copied, `--require-copies` those that it names. */
function refuseUncopied(
  { copy, requireCopies }: ServersWanted['settings'],
  { entries, listed }: NamedServers,
  copies: PreparedCopies | undefined,
): void {
  const all = [...entries.map(({ name }) => name), ...listed.map(({ server }) => server)]
  const wanted = copy === 'always' ? [...new Set([...all, ...requireCopies])] : requireCopies
  const copied = new Set(copies?.tools.map(({ server }) => server))
  const missing = wanted.find((server) => !copied.has(server))
  if (missing === undefined) return
  const found = copies?.notCopied.find(({ server }) => server === missing)
  const why =
    found?.why ??
    (all.includes(missing)
      ? 'its tools come from a file'
      : `no server has that name: there is ${all.join(', ') || 'none'}`)
  throw new TransportError(
    'COPY_REFUSED',
    `Cannot rehearse "${missing}" in a copy: ${why}`,
    defined({
      hint: 'leave --copy always and --require-copies out to rehearse without',
      evidence: found?.evidence,
    }),
  )
}
