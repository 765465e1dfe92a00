/** What there is to say about servers that were copied, and about what they answered and did there. */
import { type Finding, systemClock } from '../base/index.js'
import { type ToolCall, toolRef } from '../call/index.js'
import type { Effects } from '../effects/index.js'
import type { ObservedFiles } from './file-effects.js'
import type { LedgerEntry } from './ledger.js'
import type { RehearsalSettings } from './options.js'

export function copyFindings(
  entries: readonly LedgerEntry[],
  effects: Effects,
  settings: RehearsalSettings,
  observed: ObservedFiles | undefined,
  mayBeLate: ReadonlySet<string> = new Set(),
): Finding[] {
  return [
    ...passedOverFindings(entries),
    ...(observed === undefined ? [] : readFindings(entries, effects, observed, mayBeLate)),
    ...clockFindings(settings),
  ]
}

/** One for each tool, at the first call. */
function passedOverFindings(entries: readonly LedgerEntry[]): Finding[] {
  const first = new Map<string, Finding>()
  for (const { call, answer } of entries) {
    const { notFromCopy } = answer.provenance
    if (notFromCopy === undefined || first.has(toolRef(call))) continue
    const message = `What ${toolRef(call)} (call ${call.n}) answered in a copy is no evidence: ${notFromCopy}`
    first.set(toolRef(call), {
      ...{ code: 'COPY_NOT_EVIDENCE', severity: 'warning', certain: true, message },
      ...(call.site ?? {}),
    })
  }
  return [...first.values()]
}

/** A tool that is said to read alone, and was seen to change a file below the folders it was given. */
function readFindings(
  entries: readonly LedgerEntry[],
  effects: Effects,
  observed: ObservedFiles,
  mayBeLate: ReadonlySet<string>,
): Finding[] {
  const first = new Map<string, Finding>()
  for (const { call } of entries) {
    const [changed] = observed.of(call.n).filter(({ isInRoot, path }) => isInRoot && !mayBeLate.has(path))
    if (changed === undefined || !isSaidToRead(call, effects) || first.has(toolRef(call))) continue
    const message = `${toolRef(call)} (call ${call.n}) is said to read alone, and it changed ${changed.path}`
    first.set(toolRef(call), {
      ...{ code: 'READ_CHANGED_FILES', severity: 'warning', certain: true, message },
      ...(call.site ?? {}),
    })
  }
  return [...first.values()]
}

/** Also where it was caught before. */
function isSaidToRead(call: ToolCall, effects: Effects): boolean {
  const { effect, evidence, alsoPossible = [] } = effects.claimOf(call)
  return effect === 'read' || (evidence === 'observed' && alsoPossible.includes('read'))
}

/** Servers in a copy have the clock of the machine. */
function clockFindings({ copied, nowMs }: RehearsalSettings): Finding[] {
  if (copied === undefined || Math.abs(systemClock.now() - nowMs) <= FAR_MS) return []
  const message = `The rehearsal begins at ${new Date(nowMs).toISOString()}, and the copied servers have the real time: what they say of time may not fit`
  return [{ code: 'COPY_CLOCK', severity: 'warning', certain: true, message }]
}

const FAR_MS = 86_400_000
