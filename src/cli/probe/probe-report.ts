/** What probes found as a report, with the commands that show each finding again. */
import { HOST_RESULT_TOKENS } from '../../call/index.js'
import type { UnavailableServer } from '../../plan/index.js'
import type { ProbeResult } from '../../probe/index.js'
import type { Probe } from '../../report/index.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { jsonWord, repeatCommand } from '../repeat-command.js'
import type { ServerChoice } from '../server-options.js'
import type { SelectedTool } from '../tool-selection.js'
import type { ProbeSettings } from './probe-settings.js'

export type ServerResult = ProbeResult & { readonly server: string }

/** All that a probe came to. */
export interface Probed {
  readonly chosen: readonly SelectedTool[]
  readonly results: readonly ServerResult[]
  readonly unavailable: readonly UnavailableServer[]
  readonly ended: Probe['ended']
}

export function toReport(probed: Probed, settings: ProbeSettings, choice: ServerChoice): Probe {
  const { chosen, results, unavailable, ended } = probed
  const { seed, runs, maxTokens } = settings
  const findings = [...strayFindings(results, seed, choice), ...findingsOf(results, settings, choice)]
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
      findings: findings.length,
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
    findings,
    checks,
    notes: results.flatMap(({ server, notes }) => notes.map((note) => ({ server, ...note }))),
    unavailable,
  }
}

function strayFindings(
  results: readonly ServerResult[],
  seed: number,
  choice: ServerChoice,
): Probe['findings'] {
  return results.flatMap(({ server, stray }) =>
    stray.map((finding) => ({
      ...{ server, tool: null, input: null, pointer: '', arguments: null, seed, path: null, call: null },
      ...finding,
      repeat: repeatCommand(['tools', '--trace', 'frames.jsonl'], server, choice),
    })),
  )
}

function findingsOf(
  results: readonly ServerResult[],
  { values, seed, maxTokens, copy }: ProbeSettings,
  choice: ServerChoice,
): Probe['findings'] {
  const inCopy = copy ? ['--copy'] : []
  return results.flatMap(({ server, findings }) =>
    findings.map((finding) => {
      const { tool, path } = finding
      const probe = ['probe', '--tool', `${server}:${tool}`, '--seed', String(seed), '--path', path]
      const given = Object.entries(values).flatMap(([name, value]) => [
        '--value',
        `${name}:=${jsonWord(value)}`,
      ])
      const budget = maxTokens === HOST_RESULT_TOKENS ? [] : ['--max-tokens', String(maxTokens)]
      const call = ['call', `${server}:${tool}`, '--args', jsonWord(finding.arguments)]
      return {
        ...{ server, ...finding, seed },
        repeat: repeatCommand([...probe, ...given, ...budget, ...inCopy], server, choice),
        call: repeatCommand([...call, ...inCopy], server, choice),
      }
    }),
  )
}

/** Nothing could be started, or some of what was asked for is not known. */
export function exitCodeOfProbe(probe: Probe, { allowIncomplete }: ProbeSettings): ExitCode {
  const { counts, checks, ended, incomplete } = probe
  const isNothingRun = checks.every(({ could_not_run }) => could_not_run !== null)
  const isNothingTried = counts.passed + counts.failed + counts.could_not_tell === 0
  return exitCodeFor({
    failed: counts.findings > 0 || ended === 'interrupted',
    unavailable: isNothingRun && isNothingTried && ended === 'completed',
    incomplete: incomplete && !allowIncomplete,
  })
}
