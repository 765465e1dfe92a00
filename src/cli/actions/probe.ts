/** Calls the chosen tools of servers with what their schemas allow and forbid, and tells what is proved to be wrong. */
import { type JsonObject, printable, UnderstudyError, UsageError } from '../../base/index.js'
import { readPolicyFile, type ServerEntry } from '../../config/index.js'
import type { UnavailableServer } from '../../dryrun/index.js'
import { type Probe, renderProbe } from '../../report/index.js'
import { createLiveCaller, type ProbeResult, probeTools } from '../../testing/probe/index.js'
import { wantsColour } from '../cli-io.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { ExitCode } from '../exit-code.js'
import { withProgress } from '../progress.js'
import { jsonWord, repeatCommand } from '../repeat-command.js'
import type { ServerChoice } from '../server-options.js'
import { askForTools, type NamedServers, nameServers, startServer } from '../servers.js'
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
    const asked = await withProgress(io, 'Asking for tools', () => askForTools(named, choice, io, trace))
    const chosen = selectTools(asked.servers, { ...settings, policy })
    if (settings.path !== undefined && chosen.length > 1)
      throw new UsageError('USAGE', 'Cannot use --path with more than one tool', {
        hint: 'name the tool of the finding with --tool',
      })
    const unavailable = [...named.unusable, ...asked.unavailable]
    return probeChosen(chosen, unavailable, { settings, choice, io, named, trace })
  })
  if (settings.format === 'json') io.stdoutJson(probe)
  else io.stdout(renderProbe(io.redact(probe), { colour: wantsColour(io) }))
  return exitCodeFor(probe)
}

interface Surroundings {
  readonly settings: ProbeSettings
  readonly choice: ServerChoice
  readonly io: DiscreetIo
  readonly named: NamedServers
  readonly trace: FrameTrace | undefined
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
  const ended = io.signal.aborted ? 'interrupted' : timeUp.signal.aborted ? 'out_of_time' : 'completed'
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
  { settings, choice, io, trace }: Surroundings,
): Promise<ProbeResult> {
  const { values, seed, runs, maxTokens, path } = settings
  await using caller = await createLiveCaller({
    open: (see) => {
      const tap: Pick<FrameTrace, 'tap'>['tap'] = (server) => {
        const note = trace?.tap(server)
        return (event) => {
          note?.(event)
          see(event)
        }
      }
      return startServer(entry, choice, { ...io, signal }, { tap })
    },
    timeoutMs: choice.timeoutMs,
    signal,
  })
  return await probeTools(
    chosen.map(({ tool }) => tool.definition),
    caller,
    {
      values,
      seed,
      runs,
      maxTokens,
      signal,
      ...(path === undefined ? {} : { path }),
      onTool: (tool, findings) =>
        io.stderr(
          `Probed ${printable(`${entry.name}:${tool}`, { oneLine: true })}: ${amount(findings.length, 'finding')}\n`,
        ),
    },
  )
}

function toReport(
  chosen: readonly SelectedTool[],
  results: readonly ServerResult[],
  unavailable: readonly UnavailableServer[],
  ended: Probe['ended'],
  { values, seed, runs, maxTokens }: ProbeSettings,
  choice: ServerChoice,
): Probe {
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
        repeat: repeatCommand([...probe, ...given, ...budget], server, choice),
        call: repeatCommand(call, server, choice),
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
  return {
    format: 'understudy.probe/1',
    ended,
    seed,
    runs,
    max_tokens: maxTokens,
    counts: {
      findings: stray.length + findings.length,
      passed: total('passed'),
      failed: total('failed'),
      could_not_tell: total('could_not_tell'),
      could_not_run: checks.filter(({ could_not_run }) => could_not_run !== null).length,
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

function exitCodeFor({ counts, checks, ended, unavailable }: Probe): ExitCode {
  if (counts.findings > 0) return 1
  if (ended === 'interrupted') return 1
  const isNothingRun = checks.every(({ could_not_run }) => could_not_run !== null)
  return isNothingRun || unavailable.length > 0 ? 3 : 0
}

function amount(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1).join('')
}
