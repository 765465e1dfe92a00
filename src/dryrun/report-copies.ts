/** The members of a report that are about copies: what was copied, what not, what that cost, and what changed there. */
import type { CopyLog } from './copy-answerer.js'
import type { ObservedFiles } from './file-effects.js'
import type { LedgerEntry } from './ledger.js'
import type { RehearsalSettings } from './options.js'
import type { Report } from './report.js'
import type { Stage } from './stage.js'

/** Absent where nothing of the plan was to be copied. */
export function reportCopies(
  { copyLog, ledger }: Stage,
  { copies, copied }: RehearsalSettings,
  {
    observed,
    isNamed,
  }: { readonly observed: ObservedFiles | undefined; readonly isNamed: (server: string) => boolean },
): Pick<Report, 'effects' | 'copies' | 'timing'> {
  const notCopied = (copies?.notCopied ?? [])
    .filter(({ server }) => isNamed(server))
    .map(({ server, why }) => ({ server, why }))
  if (copied === undefined || copyLog === undefined || observed === undefined)
    return notCopied.length === 0
      ? {}
      : { copies: { servers: [], not_copied: notCopied, network_attempts: {} } }
  const partly = new Map(
    [...copied.servers.values()].flatMap((facts) => facts.partly.map((each) => [each.root, each])),
  )
  return {
    effects: observed.effects,
    copies: {
      servers: [...copied.servers.keys()].sort(),
      not_copied: notCopied,
      network_attempts: networkAttempts(copyLog, ledger.entries()),
      ...(partly.size === 0 ? {} : { partly: [...partly.values()] }),
    },
    timing: { copies_ms: Math.round(copied.startMs) },
  }
}

function networkAttempts({ answers }: CopyLog, entries: readonly LedgerEntry[]): Record<string, number> {
  const attempts: Record<string, number> = {}
  for (const { call } of entries) {
    const more = answers.get(call.n)?.networkAttempts ?? 0
    if (more > 0) attempts[call.server] = (attempts[call.server] ?? 0) + more
  }
  return attempts
}
