/** Calls the chosen tools of servers with what their schemas allow and forbid, and tells what is proved to be wrong. */
import {
  counted,
  defined,
  firstLine,
  type JsonObject,
  printable,
  UnderstudyError,
  UsageError,
} from '../../base/index.js'
import { readPolicyFile, type ServerEntry, type Settings } from '../../config/index.js'
import type { UnavailableServer } from '../../plan/index.js'
import {
  createFreshCaller,
  createLiveCaller,
  type ProbeCaller,
  type ProbeResult,
  probeTools,
} from '../../probe/index.js'
import { type Probe, renderProbe } from '../../report/index.js'
import type { TapEvent } from '../../transport/index.js'
import { askInCopy } from '../ask-in-copy.js'
import { layoutFor } from '../cli-io.js'
import { type CopyNotes, createCopyNotes } from '../copy-notes.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import { jsonWord, repeatCommand } from '../repeat-command.js'
import { type ServerInCopy, startServerInCopy } from '../server-in-copy.js'
import type { ServerChoice } from '../server-options.js'
import { askForTools, type NamedServers, nameServers, startServer } from '../servers.js'
import { readSettings } from '../settings.js'
import { type SelectedTool, selectTools } from '../tool-selection.js'
import { type FrameTrace, withFrameTrace } from '../trace-file.js'

export interface ProbeSettings {
  /** Patterns of tools. */
  readonly names: readonly string[]
  readonly annotated: boolean
  readonly policy?: string
  /** Given for arguments of these names. */
  readonly values: JsonObject
  readonly seed: number
  readonly runs: number
  readonly path?: string
  readonly maxTokens: number
  readonly maxTimeMs: number
  readonly format: 'text' | 'json'
  /** Whether what was not probed, for want of time or of a server, is no failure. */
  readonly allowIncomplete: boolean
  /** In throwaway copies of this machine. */
  readonly copy: boolean
}

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
  return exitCodeOf(probe, settings)
}

interface Surroundings {
  readonly settings: ProbeSettings
  readonly choice: ServerChoice
  readonly io: DiscreetIo
  readonly named: NamedServers
  readonly trace: FrameTrace | undefined
  readonly notes: CopyNotes
  readonly project: Settings
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
  return toReport(chosen, results, lost, ended, settings, choice)
}

type ServerResult = ProbeResult & { readonly server: string }

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

interface OpenedCaller extends AsyncDisposable {
  readonly caller: ProbeCaller
}

async function openHere(
  entry: ServerEntry,
  signal: AbortSignal,
  { choice, io, trace }: Surroundings,
): Promise<OpenedCaller> {
  const caller = await createLiveCaller({
    open: (see) => startServer(entry, choice, { ...io, signal }, { tap: tapBoth(trace, see) }),
    timeoutMs: choice.timeoutMs,
    signal,
  })
  return { caller, [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose]() }
}

/** Each time that the server is opened it stands in a copy of its own. */
async function openInCopies(
  entry: ServerEntry,
  signal: AbortSignal,
  { choice, io, trace, notes, project }: Surroundings,
): Promise<OpenedCaller> {
  let server: ServerInCopy | undefined
  const live = await createLiveCaller({
    async open(see) {
      await server?.[Symbol.asyncDispose]()
      server = undefined
      const how = { tap: tapBoth(trace, see), notes, project }
      server = await startServerInCopy(entry, choice, { ...io, signal }, how)
      return server.session
    },
    timeoutMs: choice.timeoutMs,
    signal,
  })
  const caller = createFreshCaller(live, {
    changed: async () => ((await server?.copy.changes()) ?? []).length > 0,
    networkAttempts: () => server?.copy.networkAttempts() ?? 0,
  })
  return {
    caller,
    async [Symbol.asyncDispose]() {
      await live[Symbol.asyncDispose]()
      await server?.[Symbol.asyncDispose]()
    },
  }
}

function tapBoth(trace: FrameTrace | undefined, see: (event: TapEvent) => void): FrameTrace['tap'] {
  return (server) => {
    const note = trace?.tap(server)
    return (event) => {
      note?.(event)
      see(event)
    }
  }
}

function toReport(
  chosen: readonly SelectedTool[],
  results: readonly ServerResult[],
  unavailable: readonly UnavailableServer[],
  ended: Probe['ended'],
  { values, seed, runs, maxTokens, copy }: ProbeSettings,
  choice: ServerChoice,
): Probe {
  const inCopy = copy ? ['--copy'] : []
  const findings = results.flatMap(({ server, findings }) =>
    findings.map((finding) => {
      const { tool, path } = finding
      const probe = ['probe', '--tool', `${server}:${tool}`, '--seed', String(seed), '--path', path]
      const given = Object.entries(values).flatMap(([name, value]) => [
        '--value',
        `${name}:=${jsonWord(value)}`,
      ])
      const budget = maxTokens === 25_000 ? [] : ['--max-tokens', String(maxTokens)]
      const call = ['call', `${server}:${tool}`, '--args', jsonWord(finding.arguments)]
      return {
        ...{ server, ...finding, seed },
        repeat: repeatCommand([...probe, ...given, ...budget, ...inCopy], server, choice),
        call: repeatCommand([...call, ...inCopy], server, choice),
      }
    }),
  )
  const stray = results.flatMap(({ server, stray }) =>
    stray.map((finding) => ({
      ...{ server, tool: null, input: null, pointer: '', arguments: null, seed, path: null, call: null },
      ...finding,
      repeat: repeatCommand(['tools', '--trace', 'frames.jsonl'], server, choice),
    })),
  )
  const checks = results.flatMap(({ server, checks }) =>
    checks.map(({ tool, input, passed, failed, couldNotTell, couldNotRun }) => ({
      ...{ server, tool, input, passed, failed },
      could_not_tell: couldNotTell,
      could_not_run: couldNotRun ?? null,
    })),
  )
  const total = (key: 'passed' | 'failed' | 'could_not_tell') =>
    checks.reduce((sum, check) => sum + check[key], 0)
  const unrun = checks.filter(({ could_not_run }) => could_not_run !== null).length
  const passed = total('passed')
  return {
    format: 'understudy.probe/1',
    ended,
    incomplete: ended !== 'completed' || unrun > 0 || unavailable.length > 0 || passed === 0,
    seed,
    runs,
    max_tokens: maxTokens,
    counts: {
      findings: stray.length + findings.length,
      passed,
      failed: total('failed'),
      could_not_tell: total('could_not_tell'),
      could_not_run: unrun,
    },
    tools: chosen.map(({ tool, chosenBy }) => ({
      server: tool.server,
      tool: tool.name,
      chosen_by: chosenBy,
    })),
    findings: [...stray, ...findings],
    checks,
    notes: results.flatMap(({ server, notes }) => notes.map((note) => ({ server, ...note }))),
    unavailable,
  }
}

/** Nothing could be started, or some of what was asked for is not known. */
function exitCodeOf(probe: Probe, { allowIncomplete }: ProbeSettings): ExitCode {
  const { counts, checks, ended, incomplete } = probe
  const isNothingRun = checks.every(({ could_not_run }) => could_not_run !== null)
  const isNothingTried = counts.passed + counts.failed + counts.could_not_tell === 0
  return exitCodeFor({
    failed: counts.findings > 0 || ended === 'interrupted',
    unavailable: isNothingRun && isNothingTried && ended === 'completed',
    incomplete: incomplete && !allowIncomplete,
  })
}
