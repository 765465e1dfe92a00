/** Asking again what was asked before: a program that waits for something that happens elsewhere. */
import { canonicalJson } from '../base/index.js'
import { type Source, toolRef } from '../call/index.js'
import type { LedgerEntry } from './ledger.js'

/**
 * True when a tool was asked the same twice and was answered from what stands still: for real, time may have moved in between, and
 * whatever a program does because nothing happens may not come to that.
 */
export function isPolling(entries: readonly LedgerEntry[]): boolean {
  const asked = new Set<string>()
  return entries.some(({ call, answer }) => {
    if (!STANDING_STILL.has(answer.provenance.source)) return false
    const question = `${toolRef(call)} ${canonicalJson(call.arguments ?? {})}`
    if (asked.has(question)) return true
    asked.add(question)
    return false
  })
}

const STANDING_STILL: ReadonlySet<Source> = new Set(['stub', 'overlay', 'recording'])
