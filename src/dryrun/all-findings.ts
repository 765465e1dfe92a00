/** What a report has to say of the servers, of what was rehearsed, and of what came of it. */
import type { Finding } from '../base/index.js'
import type { ToolCall } from '../call/index.js'
import { callFindings } from './call-findings.js'
import { copyFindings } from './copy-findings.js'
import { faultFindings } from './faults/fault-findings.js'
import type { ObservedFiles } from './file-effects.js'
import type { LedgerEntry } from './ledger.js'
import { namesServer, namesTool } from './named-servers.js'
import type { RehearsalSettings } from './options.js'
import type { Ending } from './plan-ending.js'
import { contactFindings } from './report-contacts.js'
import type { Stage } from './stage.js'

export interface Seen {
  readonly entries: readonly LedgerEntry[]
  readonly calls: readonly ToolCall[]
  readonly observed: ObservedFiles | undefined
}

export function allFindings(
  stage: Stage,
  settings: RehearsalSettings,
  ending: Ending,
  { entries, calls, observed }: Seen,
): readonly Finding[] {
  const isNamed = namesServer({ ...ending, calls })
  const isToolNamed = namesTool({ ...ending, calls })
  return [
    ...unavailableFindings(settings, (server) => isNamed(server) || callsUnknownServer(stage, calls, ending)),
    ...ending.findings,
    ...(ending.worldFindings ?? []),
    ...(ending.influence?.findings ?? []),
    ...(ending.faults === undefined
      ? []
      : faultFindings(ending.faults, { ...settings, registry: stage.registry })),
    ...stage.registry.servers
      .filter(({ server }) => isNamed(server))
      .flatMap(({ server }) => stage.registry.findingsOf(server, (tool) => isToolNamed(server, tool))),
    ...callFindings(stage),
    ...copyFindings(entries, stage.effects, settings, observed, stage.copyLog?.mayBeLate),
    ...contactFindings(entries),
    ...(settings.findings ?? []),
  ]
}

function unavailableFindings(
  { unavailable = [] }: RehearsalSettings,
  isTold: (server: string) => boolean,
): Finding[] {
  return unavailable
    .filter(({ server }) => isTold(server))
    .map(({ server, reason }) => ({
      code: 'SERVER_UNAVAILABLE',
      severity: 'warning',
      certain: true,
      message: `Server "${server}" could not be asked for its tools: ${reason}`,
    }))
}

/** Then a name in the plan may be meant for any server, also for one that could not be asked. */
function callsUnknownServer(
  { registry }: Stage,
  calls: readonly ToolCall[],
  { written }: Pick<Ending, 'written'>,
): boolean {
  const known = new Set(registry.servers.map(({ server }) => server))
  return [...written, ...calls].some(({ server }) => !known.has(server))
}
