/** Calls the chosen tools of servers with what their schemas allow and forbid, and tells what is proved to be wrong. */
import { counted, defined, firstLine, printable, UnderstudyError, UsageError } from '../../base/index.js'
import { readPolicyFile, type ServerEntry } from '../../config/index.js'
import type { UnavailableServer } from '../../plan/index.js'
import { type ProbeResult, probeTools } from '../../probe/index.js'
import { type Probe, renderProbe } from '../../report/index.js'
import { askInCopy } from '../ask-in-copy.js'
import { layoutFor } from '../cli-io.js'
import { createCopyNotes } from '../copy-notes.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { ExitCode } from '../exit-code.js'
import { openHere, openInCopies, type ProbedWorld } from '../probe/opened-caller.js'
import { exitCodeOfProbe, type ServerResult, toReport } from '../probe/probe-report.js'
import type { ProbeSettings } from '../probe/probe-settings.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { askForTools, type NamedServers, nameServers } from '../servers.js'
import { readSettings } from '../settings.js'
import { type SelectedTool, selectTools } from '../tool-selection.js'
import { withFrameTrace } from '../trace-file.js'

export async function probeServers(
  settings: ProbeSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  if (choice.toolFiles.length > 0)
    throw new UsageError('USAGE', 'Cannot probe the tools of a file: there is no server behind --tools')
  const policy = settings.policy === undefined ? undefined : readPolicyFile(settings.policy, io.cwd)
  const named = await nameServers(choice, io)
  const probe = await withFrameTrace(choice, named, io, async (trace) => {
    const ask = settings.copy ? askInCopy : askForTools
    const asked = await withProgress(io, 'Asking for tools', (tell) =>
      ask(named, choice, io, trace, { tell }),
    )
    const chosen = selectTools(asked.servers, { ...settings, policy })
    if (settings.path !== undefined && chosen.length > 1)
      throw new UsageError('USAGE', 'Cannot use --path with more than one tool', {
        hint: 'name the tool of the finding with --tool',
      })
    const unavailable = [...named.unusable, ...asked.unavailable]
    const notes = createCopyNotes(io)
    const project = await readSettings(undefined, io)
    return probeChosen(chosen, unavailable, { settings, choice, io, named, trace, notes, project })
  })
  if (settings.format === 'json') io.stdoutJson(probe)
  else io.stdout(renderProbe(io.redact(probe), layoutFor(io)))
  return exitCodeOfProbe(probe, settings)
}

interface Surroundings extends ProbedWorld {
  readonly settings: ProbeSettings
  readonly named: NamedServers
}

async function probeChosen(
  chosen: readonly SelectedTool[],
  unavailable: readonly UnavailableServer[],
  surroundings: Surroundings,
): Promise<Probe> {
  const { settings, choice, io, named } = surroundings
  const lost = [...unavailable]
  const over = new AbortController()
  const timeUp = new AbortController()
  const clockRuns = io.clock.sleep(settings.maxTimeMs, over.signal).then(
    () => timeUp.abort(new Error('The time of --max-time was up')),
    // The probe was over first.
    () => undefined,
  )
  const results: ServerResult[] = []
  try {
    for (const entry of named.entries) {
      const own = chosen.filter(({ tool }) => tool.server === entry.name)
      if (own.length === 0) continue
      const signal = AbortSignal.any([io.signal, timeUp.signal])
      const result = await probeServer(entry, own, signal, surroundings).catch(unlessServersFault)
      if ('failure' in result) lost.push({ server: entry.name, reason: result.failure })
      else results.push({ server: entry.name, ...result })
    }
  } finally {
    over.abort()
    await clockRuns
  }
  const isLost = results.some(({ isServerLost }) => isServerLost)
  const ended = io.signal.aborted
    ? 'interrupted'
    : timeUp.signal.aborted
      ? 'out_of_time'
      : isLost
        ? 'server_lost'
        : 'completed'
  return toReport({ chosen, results, unavailable: lost, ended }, settings, choice)
}

/** A server that does not start keeps no other from being probed. */
function unlessServersFault(error: unknown): { readonly failure: string } {
  if (!(error instanceof UnderstudyError) || error instanceof UsageError) throw error
  return { failure: firstLine(error) }
}

async function probeServer(
  entry: ServerEntry,
  chosen: readonly SelectedTool[],
  signal: AbortSignal,
  surroundings: Surroundings,
): Promise<ProbeResult> {
  const { settings, io } = surroundings
  const { values, seed, runs, maxTokens, path, copy } = settings
  await using opened = await (copy ? openInCopies : openHere)(entry, signal, surroundings)
  return await probeTools(
    chosen.map(({ tool }) => tool.definition),
    opened.caller,
    {
      values,
      seed,
      runs,
      maxTokens,
      signal,
      ...defined({ path }),
      onTool: (tool, findings) =>
        io.stderr(
          `Probed ${printable(`${entry.name}:${tool}`, { oneLine: true })}: ${counted(findings.length, 'finding')}\n`,
        ),
    },
  )
}
