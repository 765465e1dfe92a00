/** A rehearsal as the journal has it: what was called, what was answered and seen, in the order in which it was called. */
import { resolve } from 'node:path'
import { defined, isJsonObject, type JsonObject } from '../../base/index.js'
import { type Answer, parseToolRef } from '../../call/index.js'
import { mergeChanges, type SeenChange } from '../../dryrun/index.js'
import type { JournaledCall, JournaledRun } from '../../journal/index.js'
import { inOrderSeen } from '../../sequence/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { LATE, openChange, REFUSED, readArguments, readKept, readLate } from './kept-call.js'

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

/** What the journal keeps of a rehearsal beside its calls: with which servers, rules and settings it was made. */
export interface RehearsalSettings {
  /** Absolute paths, as far as files were named. */
  readonly config?: string
  readonly policy?: string
  readonly settings?: string
  readonly stubs?: string
  /** Servers of the config. */
  readonly only?: readonly string[]
  readonly assume?: readonly string[]
  /** Absolute: where relative paths start. */
  readonly cwd: string
}

export function rehearsalSettings(
  { options, cwd }: GatewayWorld,
  assume: readonly string[],
): RehearsalSettings {
  const { config, policy, settings, stubs, only } = options
  const named = Object.entries({ config, policy, settings, stubs }).flatMap(([name, file]) =>
    typeof file === 'string' ? [[name, resolve(cwd, file)] as const] : [],
  )
  return {
    ...Object.fromEntries(named),
    ...(only === undefined ? {} : { only }),
    ...(assume.length === 0 ? {} : { assume }),
    cwd,
  }
}

export function writeRehearsalSettings(settings: RehearsalSettings): string {
  return JSON.stringify({ format: FORMAT, ...settings })
}

/** Undefined for what was forgotten, and for what another release wrote. */
export function readRehearsalSettings(text: string): RehearsalSettings | undefined {
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  if (!isJsonObject(value) || value.format !== FORMAT) return undefined
  const { format: _, ...settings } = value as JsonObject & { readonly format: string }
  // The journal is sealed: it is what was written.
  return settings as unknown as RehearsalSettings
}

const FORMAT = 'understudy.rehearsal/1'

export interface RecordedCall {
  readonly n: number
  readonly server: string
  readonly tool: string
  readonly arguments?: JsonObject
  readonly answer: Answer
  readonly isRead: boolean
  /** Names the group of calls that were under way at once. Absent for a call alone. */
  readonly together?: number
  /** Within a group, nobody knows by whom; those of all calls, one after the other, are in the order in which they were seen. */
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
  const ended = new Map(spans.map(({ call, kept }) => [call.n, kept.to]))
  return {
    ...{ id: run.id, title: run.title, createdAt: run.createdAt, settings },
    calls: inOrderSeen(
      spans.map(({ call, kept }) => recorded(call, kept, groups.get(call.n))),
      ({ n }) => ended.get(n) ?? n,
    ),
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
    ...defined({ asked, broke }),
  }
}

/**
 * What a rehearsal would change on the disk, in the end.
 * What came and went again is no change; what moved outside of the folders that servers were given is none of theirs.
 */
export function changedFiles({
  calls,
  late,
}: Pick<RehearsalRecord, 'calls' | 'late'>): readonly SeenChange[] {
  return mergeChanges([...calls.map(({ changes }) => changes), late]).filter(({ isInRoot }) => isInRoot)
}
