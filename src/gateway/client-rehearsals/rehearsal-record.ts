/** A rehearsal as the journal has it: what was called, what was answered and seen, in the order in which it was called. */
import type { JsonObject } from '../../base/index.js'
import { type Answer, parseToolRef } from '../../call/index.js'
import type { SeenChange } from '../../dryrun/index.js'
import type { JournaledCall, JournaledRun } from '../../journal/index.js'
import { LATE, openChange, REFUSED, readArguments, readKept, readLate } from './kept-call.js'
import { type RehearsalSettings, readRehearsalSettings } from './rehearsal-settings.js'

export interface RehearsalRecord {
  readonly id: string
  /** As its client calls itself. */
  readonly title: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly settings: RehearsalSettings
  /** Those that reached a server, or whoever stood in for one: by number, from 1. */
  readonly calls: readonly RecordedCall[]
  /** How many the rules refused before that. */
  readonly refused: number
  /** What changed after the last answer; empty where nobody could look. */
  readonly late: readonly SeenChange[]
}

export interface RecordedCall {
  readonly n: number
  readonly server: string
  readonly tool: string
  readonly arguments?: JsonObject
  readonly answer: Answer
  readonly isRead: boolean
  /** Names the group of calls that were under way at once. Absent for a call alone. */
  readonly together?: number
  readonly changes: readonly SeenChange[]
  /** What its server asked the client for. */
  readonly asked?: string
  /** Why its server gave no answer: the end of a sentence. */
  readonly broke?: string
}

/** Undefined for one that was discarded, or that another release wrote. */
export function readRehearsal(run: JournaledRun): RehearsalRecord | undefined {
  const settings = readRehearsalSettings(run.settings)
  if (settings === undefined) return undefined
  const spans = run.calls.flatMap((call) => spanOf(call))
  const groups = groupsOf(spans)
  return {
    ...{ id: run.id, title: run.title, createdAt: run.createdAt, settings },
    calls: spans.map(({ call, kept }) => recorded(call, kept, groups.get(call.n))),
    refused: run.calls.filter(({ site }) => site === REFUSED).length,
    late: run.calls.flatMap((call) => (call.site === LATE ? readLate(call) : [])),
  }
}

interface Span {
  readonly call: JournaledCall
  readonly kept: NonNullable<ReturnType<typeof readKept>>
}

function spanOf(call: JournaledCall): readonly Span[] {
  const kept = call.site === REFUSED || call.site === LATE ? undefined : readKept(call)
  return kept === undefined ? [] : [{ call, kept }]
}

/** By number: calls of which each overlaps with another one of its group. */
function groupsOf(spans: readonly Span[]): ReadonlyMap<number, number> {
  const groups = new Map<number, number>()
  let open: Span[] = []
  let openUntil = -1
  let count = 0
  const close = (): void => {
    if (open.length > 1) {
      count++
      for (const { call } of open) groups.set(call.n, count)
    }
    open = []
  }
  for (const span of [...spans].sort((a, b) => a.kept.from - b.kept.from)) {
    if (span.kept.from > openUntil) close()
    open.push(span)
    openUntil = Math.max(openUntil, span.kept.to)
  }
  close()
  return groups
}

function recorded(call: JournaledCall, kept: Span['kept'], together: number | undefined): RecordedCall {
  const { server, tool } = parseToolRef(call.tool) ?? { server: '', tool: call.tool }
  const { asked, broke, changes = [] } = kept.seen ?? {}
  const args = readArguments(call)
  return {
    ...{ n: call.n, server, tool },
    ...(args === undefined ? {} : { arguments: args }),
    ...{ answer: kept.answer, isRead: kept.isRead },
    ...(together === undefined ? {} : { together }),
    changes: changes.map(openChange),
    ...(asked === undefined ? {} : { asked }),
    ...(broke === undefined ? {} : { broke }),
  }
}
