/** What there is to say about calls that were made, beside their arguments. */
import type { Finding } from '../base/index.js'
import { domainFailure, isInvented, type Source, toolRef } from '../call/index.js'
import { mergeMissingTools } from '../plan/index.js'
import type { LedgerEntry } from './ledger.js'
import type { Stage, UncheckedCall } from './stage.js'

export function callFindings(stage: Stage): Finding[] {
  const entries = stage.ledger.entries()
  return [
    ...deniedFindings(stage, entries),
    ...doubtfulToolFindings(stage),
    ...uncheckedFindings(stage),
    ...domainFindings(entries),
    ...staleFindings(entries),
    ...doubtfulFindings(entries),
  ]
}

function deniedFindings(stage: Stage, entries: readonly LedgerEntry[]): Finding[] {
  if (stage.denied.length === 0) return []
  const calls = new Map(entries.map(({ call }) => [call.n, call]))
  return stage.denied.flatMap((n): Finding[] => {
    const call = calls.get(n)
    if (call === undefined) return []
    const certain = stage.isForSure(call)
    const message = `${toolRef(call)} (call ${n}) is denied by the policy`
    return [{ code: 'POLICY_DENIED', severity: 'error', certain, message, ...(call.site ?? {}) }]
  })
}

/** Another value would have made another name. */
function doubtfulToolFindings({ doubtfulTools }: Stage): Finding[] {
  return mergeMissingTools([], doubtfulTools).map(({ line, column, text }) => ({
    code: 'TOOL_MISSING',
    severity: 'error',
    certain: false,
    message: text,
    ...(line === undefined || column === undefined ? {} : { line, column }),
  }))
}

/** One for each tool and reason, at the first call. */
function uncheckedFindings({ unchecked }: Stage): Finding[] {
  const first = new Map<string, UncheckedCall>()
  for (const each of [...unchecked].sort((a, b) => b.call.n - a.call.n))
    first.set(`${toolRef(each.call)} ${each.why}`, each)
  return [...first.values()]
    .sort((a, b) => a.call.n - b.call.n)
    .map(({ call, why }) => ({
      code: 'ARGUMENTS_UNCHECKED',
      severity: 'warning',
      certain: false,
      message: `Nobody knows whether the arguments of ${toolRef(call)} (call ${call.n}) are right: ${why}`,
      ...(call.site ?? {}),
    }))
}

/** A server may answer "no" in the data of a successful result; whether that is wrong, only the program knows. */
function domainFindings(entries: readonly LedgerEntry[]): Finding[] {
  return entries.flatMap(({ call, answer }): Finding[] => {
    const no = isInvented(answer.provenance) ? undefined : domainFailure(answer.outcome)
    if (no === undefined) return []
    const message = `${toolRef(call)} (call ${call.n}) succeeded, but its data says no: ${no}`
    return [{ code: 'DOMAIN_FAILURE', severity: 'warning', certain: true, message, ...(call.site ?? {}) }]
  })
}

/** One for each tool, at the first call: all of its recordings are made anew together. */
function staleFindings(entries: readonly LedgerEntry[]): Finding[] {
  const first = new Map<string, Finding>()
  for (const { call, answer } of entries) {
    const { stale, note, passedOver } = answer.provenance
    if ((stale !== true && passedOver === undefined) || first.has(toolRef(call))) continue
    const what = `${toolRef(call)} (call ${call.n})`
    const message =
      passedOver === undefined
        ? `${what} was answered by a stale recording: ${note ?? 'of unknown age'}`
        : `${what} has a stale recording, which was passed over: ${passedOver}`
    first.set(toolRef(call), {
      ...{ code: 'RECORDING_STALE', severity: 'warning', certain: true, message },
      ...(call.site ?? {}),
    })
  }
  return [...first.values()]
}

/** Who answers from what was so before: another call may have changed it. */
const SAID_BEFORE: Partial<Record<Source, string>> = {
  recording: 'a recording',
  overlay: 'the overlay',
}

/** One for each tool, at the first call: what it was recorded to say may be another thing by then. */
function doubtfulFindings(entries: readonly LedgerEntry[]): Finding[] {
  const first = new Map<string, Finding>()
  for (const { call, answer, doubt } of entries) {
    const { source, stale } = answer.provenance
    // Of stale ones it is told elsewhere.
    const by = SAID_BEFORE[source]
    if (doubt === undefined || by === undefined || stale === true || first.has(toolRef(call))) continue
    const message = `${toolRef(call)} (call ${call.n}) was answered by ${by}, and ${doubt}`
    first.set(toolRef(call), {
      ...{ code: 'RECORDING_DOUBTFUL', severity: 'warning', certain: true, message },
      ...(call.site ?? {}),
    })
  }
  return [...first.values()]
}
